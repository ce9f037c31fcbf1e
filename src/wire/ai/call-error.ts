import { APICallError } from 'ai'
import type { ModelFault } from '../../providers/model.ts'
import { connectionReset, connectionTimedOut } from '../body-stream.ts'
import { retryHeaders } from '../retry-headers.ts'

/** An HTTP status, as the providers of the AI SDK report one. */
export const statusError = (
  fault: Pick<ModelFault, 'message' | 'status' | 'retryAfterMs'>,
  waits: 'as-told' | 'none',
): APICallError =>
  new APICallError({
    ...CALL,
    message: fault.message,
    statusCode: fault.status ?? 500,
    responseHeaders: retryHeaders(fault, waits),
  })

/** A connection that broke before or while the reply came. */
export const resetError = (): APICallError => connectionError(connectionReset('fetch failed'))

/** A reply that never came. */
export const lateError = (): APICallError => connectionError(connectionTimedOut())

/** A reply that is no JSON. */
export const unreadableError = (): APICallError =>
  new APICallError({ ...CALL, message: 'Invalid JSON response', statusCode: 200, isRetryable: false })

// Helpers

const CALL = { url: 'script:', requestBodyValues: {} }

const connectionError = (error: Error): APICallError =>
  new APICallError({
    ...CALL,
    message: `Cannot connect to API: ${(error.cause as Error).message}`,
    cause: error,
    isRetryable: true,
  })
