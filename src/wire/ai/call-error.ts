import { APICallError } from 'ai'
import type { ModelFault } from '../../providers/model.ts'
import { connectionReset, connectionTimedOut } from '../body-stream.ts'
import { retryHeaders } from '../retry-headers.ts'

/** An HTTP status, as the providers of the AI SDK report one. */
export const statusError = (
  fault: Pick<ModelFault, 'message' | 'status' | 'retryAfterMs'>,
  waits: Waits,
): APICallError =>
  new APICallError({
    ...CALL,
    message: fault.message,
    statusCode: fault.status ?? 500,
    responseHeaders: retryHeaders(fault, waits),
  })

/** A connection that broke before or while the reply came. */
export const resetError = (waits: Waits, why?: Error): APICallError =>
  connectionError(connectionReset('fetch failed', why), waits)

/** A reply that never came. */
export const lateError = (waits: Waits, why?: Error): APICallError => connectionError(connectionTimedOut(why), waits)

/** A reply that is no JSON. */
export const unreadableError = (): APICallError =>
  new APICallError({ ...CALL, message: 'Invalid JSON response', statusCode: 200, isRetryable: false })

// Helpers

const CALL = { url: 'script:', requestBodyValues: {} }

type Waits = 'as-told' | 'none'

const connectionError = (error: Error, waits: Waits): APICallError =>
  new APICallError({
    ...CALL,
    message: `Cannot connect to API: ${(error.cause as Error).message}`,
    cause: error,
    // The SDK would wait for seconds; it looks for headers even where none have come.
    responseHeaders: retryHeaders({}, waits),
    isRetryable: true,
  })
