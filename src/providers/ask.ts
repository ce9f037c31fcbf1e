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

/**
 * Makes one call; whatever a provider does becomes an answer, only a misuse of the harness throws.
 *
 * @throws the provider's `misuse`, or a TribunalError that it threw
 */
export async function ask(provider: ModelProvider, request: ModelRequest, limits: CallLimits): Promise<Answer> {
  if (limits.signal?.aborted) return aborted()
  const answer =
    limits.signal === undefined && limits.clock === undefined
      ? await plainly(provider, request, limits)
      : await race(provider, request, limits)
  if (provider.misuse) throw provider.misuse
  return answer
}

/**
 * Makes one call at once, without promises; otherwise as {@link ask}.
 *
 * @throws TribunalError `invalid-input` when the provider answers with a promise; the provider's `misuse`
 */
export function askNow(provider: ModelProvider, request: ModelRequest, limits: CallLimits): Answer {
  const answer = atOnce(provider, request, limits)
  if (provider.misuse) throw provider.misuse
  return answer
}

/** The facts of a fault that a trace keeps. */
export function faultRecord({ kind, message, status, retryAfterMs }: ModelFault): FaultRecord {
  const more = { ...(status === undefined ? {} : { status }), ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
  return fact(kind, message, more)
}

// Helpers

/** Anything with a then: a client's promise need not be this realm's. */
const isThenable = (reply: ModelReply | Promise<ModelReply>): reply is Promise<ModelReply> =>
  typeof (reply as Partial<Promise<ModelReply>> | null)?.then === 'function'

const contextOf = ({ deadlineMs }: CallLimits) => (deadlineMs === undefined ? {} : { deadlineMs })

function atOnce(provider: ModelProvider, request: ModelRequest, limits: CallLimits): Answer {
  try {
    const reply = provider.respond(request, contextOf(limits))
    if (!isThenable(reply)) return answerOf(reply, limits)
    // Nobody will wait for it; its failure is not news.
    reply.then(undefined, () => undefined)
  } catch (error) {
    return failedWith(error, limits)
  }
  throw new TribunalError(
    'invalid-input',
    `Provider "${provider.id}" answers slot "${request.slot}" with a promise. Use runComposite, which waits.`,
  )
}

/** What is there at once is not waited for: a script costs no turn of the event loop. */
async function plainly(provider: ModelProvider, request: ModelRequest, limits: CallLimits): Promise<Answer> {
  try {
    const reply = provider.respond(request, contextOf(limits))
    return answerOf(isThenable(reply) ? await reply : reply, limits)
  } catch (error) {
    return failedWith(error, limits)
  }
}

/** Turns what a call gives into an answer, by the deadline on the virtual clock. */
function answerOf(raw: ModelReply, limits: CallLimits): Answer {
  const reply = settleReply(raw)
  return inTime({ reply }, reply.elapsedMs, limits)
}

function failedWith(error: unknown, limits: CallLimits): Answer {
  if (isMisuse(error)) throw error
  const failed = faultOf(error)
  return inTime(failed, failed.elapsedMs, limits)
}

/** A late answer is none; real time is kept by the clock. */
const inTime = (answer: Answer, elapsedMs: number | undefined, { deadlineMs, clock }: CallLimits): Answer =>
  clock === undefined && deadlineMs !== undefined && (elapsedMs ?? 0) > deadlineMs ? timedOut(deadlineMs) : answer

/** Whichever comes first: the reply, the deadline in real time, the signal. */
async function race(provider: ModelProvider, request: ModelRequest, limits: CallLimits): Promise<Answer> {
  const { deadlineMs, signal, clock } = limits
  const ended = new AbortController()
  const stop = new AbortController()
  const onAbort = () => stop.abort()
  signal?.addEventListener('abort', onAbort, { once: true })
  // Listened to before the provider is asked, which may be what aborts the run.
  const stopped = new Promise<Answer>((resolve) =>
    stop.signal.addEventListener('abort', () => resolve(aborted()), { once: true }),
  )
  const answered = (async () => provider.respond(request, { signal: stop.signal, ...contextOf(limits) }))()
    .then((reply) => answerOf(reply, limits))
    .catch((error: unknown) => failedWith(error, limits))
  const contenders = [answered, stopped]
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

/** A provider may throw anything, even what throws when it is looked at; what is no ModelFault is a broken transport. */
function faultOf(error: unknown): { readonly fault: FaultRecord; readonly elapsedMs?: number } {
  try {
    if (error instanceof Error && typeof error.message === 'string') {
      if (!(error instanceof ModelFault)) return { fault: fact('transport', error.message) }
      const { elapsedMs } = error
      return { fault: faultRecord(error), ...(elapsedMs === undefined ? {} : { elapsedMs }) }
    }
  } catch {
    // It cannot be looked at.
  }
  return { fault: fact('transport', 'The provider threw a value that is no error.') }
}

function isMisuse(error: unknown): boolean {
  try {
    return error instanceof TribunalError
  } catch {
    return false
  }
}
