import { TribunalError } from '../errors.ts'
import { type FaultRecord, ModelFault, type ModelProvider, type ModelReply, type ModelRequest } from './model.ts'
import { settleReply } from './settle-reply.ts'

/** Real time, for runs with real clients. */
export interface Clock {
  /** Milliseconds since any fixed moment; never goes back. */
  now(): number
  /** Resolves after the given milliseconds, or when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

/** What came of a call. */
export type Answer = { readonly reply: ModelReply } | { readonly fault: FaultRecord; readonly elapsedMs?: number }

/** What limits one call. */
export interface CallLimits {
  readonly deadlineMs?: number
  readonly signal?: AbortSignal
  readonly clock?: Clock
}

/** Makes one call; whatever a provider does becomes an answer, only a misuse of the harness throws. */
export async function ask(provider: ModelProvider, request: ModelRequest, limits: CallLimits): Promise<Answer> {
  const { deadlineMs, signal, clock } = limits
  if (signal?.aborted) return aborted()
  if (signal === undefined && clock === undefined) {
    const context = deadlineMs === undefined ? {} : { deadlineMs }
    try {
      const reply = provider.respond(request, context)
      // Anything with a then: a client's promise need not be this realm's.
      const settled =
        typeof (reply as Partial<Promise<ModelReply>> | null)?.then === 'function' ? await reply : (reply as ModelReply)
      return answerOf(() => settled, limits)
    } catch (error) {
      return answerOf(() => {
        throw error
      }, limits)
    }
  }
  return race(provider, request, limits)
}

/** Turns what a call gives or throws into an answer, by the deadline on the virtual clock. */
export function answerOf(respond: () => ModelReply, { deadlineMs, clock }: CallLimits): Answer {
  try {
    const reply = settleReply(respond())
    const late = clock === undefined && deadlineMs !== undefined && (reply.elapsedMs ?? 0) > deadlineMs
    return late ? timedOut(deadlineMs) : { reply }
  } catch (error) {
    if (error instanceof TribunalError) throw error
    const failed = faultOf(error)
    const late = clock === undefined && deadlineMs !== undefined && (failed.elapsedMs ?? 0) > deadlineMs
    return late ? timedOut(deadlineMs) : failed
  }
}

// Helpers

/** Whichever comes first: the reply, the deadline in real time, the signal. */
async function race(provider: ModelProvider, request: ModelRequest, limits: CallLimits): Promise<Answer> {
  const { deadlineMs, signal, clock } = limits
  const ended = new AbortController()
  const stop = new AbortController()
  const onAbort = () => stop.abort()
  signal?.addEventListener('abort', onAbort, { once: true })
  const contenders: Promise<Answer>[] = [
    (async () =>
      provider.respond(request, { signal: stop.signal, ...(deadlineMs === undefined ? {} : { deadlineMs }) }))().then(
      (reply) => answerOf(() => reply, limits),
      (error: unknown) =>
        answerOf(() => {
          throw error
        }, limits),
    ),
    new Promise((resolve) => stop.signal.addEventListener('abort', () => resolve(aborted()), { once: true })),
  ]
  if (clock !== undefined && deadlineMs !== undefined)
    contenders.push(clock.wait(deadlineMs, ended.signal).then(() => timedOut(deadlineMs)))
  try {
    return await Promise.race(contenders)
  } finally {
    ended.abort()
    signal?.removeEventListener('abort', onAbort)
    stop.abort()
  }
}

const fact = (kind: FaultRecord['kind'], message: string, more: object = {}): FaultRecord =>
  Object.freeze({ kind, message, ...more })

const aborted = (): Answer => ({ fault: fact('aborted', 'The run was aborted.') })

const timedOut = (deadlineMs: number): Answer => ({
  fault: fact('timeout', `No answer within ${deadlineMs} ms.`),
  elapsedMs: deadlineMs,
})

/** A provider may throw anything; what is no ModelFault is a broken transport. */
function faultOf(error: unknown): { readonly fault: FaultRecord; readonly elapsedMs?: number } {
  if (!(error instanceof ModelFault))
    return {
      fault: fact('transport', error instanceof Error ? error.message : 'The provider threw a value that is no error.'),
    }
  const { kind, message, status, retryAfterMs, elapsedMs } = error
  const more = { ...(status === undefined ? {} : { status }), ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
  return { fault: fact(kind, message, more), ...(elapsedMs === undefined ? {} : { elapsedMs }) }
}
