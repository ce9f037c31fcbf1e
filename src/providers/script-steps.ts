import type { ToolCall, Usage } from '../composites/reply.ts'
import { TribunalError } from '../errors.ts'
import type { Json } from '../json/json.ts'
import { type FaultKind, ModelFault, type ModelReply, type ModelRequest } from './model.ts'

/** One entry of a script: a reply, a fault, or a pure function of the request that gives one. */
export type Step = string | ModelReply | ModelFault | ((request: ModelRequest) => string | ModelReply | ModelFault)

/** What a reply carries besides its text. */
export interface SayOptions {
  /** The structured part. */
  readonly data?: Json
  /** Private: what the model thought. Never routed. */
  readonly reasoning?: string
  /** Private: what the model says of its own work. Never routed. */
  readonly selfAssessment?: string
  readonly toolCalls?: readonly ToolCall[]
  readonly usage?: Usage
  /** How long the call takes on the virtual clock, in milliseconds; 0 by default. */
  readonly elapsedMs?: number
}

/**
 * A reply.
 *
 * @param text - what the slot says
 * @param options - its structured part, private text, tool calls, usage, duration
 *
 * @example
 * ```ts
 * import { say, scripted } from 'vitest-tribunal'
 *
 * const model = scripted({ actor: [say('Done.', { reasoning: 'Nobody will look.' })] })
 * ```
 */
export function say(text: string, options: SayOptions = {}): ModelReply {
  const { reasoning, selfAssessment, ...rest } = options
  const hidden = {
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(selfAssessment === undefined ? {} : { selfAssessment }),
  }
  return { text, ...rest, ...(Object.keys(hidden).length > 0 ? { private: hidden } : {}) }
}

/**
 * A critic's structured acceptance.
 *
 * @param reasoning - why
 *
 * @example
 * ```ts
 * import { accept, scripted } from 'vitest-tribunal'
 *
 * const model = scripted({ worker: ['11'], critic: [accept('It is prime.')] })
 * ```
 */
export const accept = (reasoning = ''): ModelReply =>
  structured({ verdict: 'accept', reasoning, issues: [], suggestions: [] })

/**
 * A critic's structured rejection.
 *
 * @param critique - the reasoning, and where wanted issues and suggestions
 *
 * @example
 * ```ts
 * import { accept, reject, scripted } from 'vitest-tribunal'
 *
 * const model = scripted({ worker: ['9', '11'], critic: [reject({ reasoning: 'It is 3 × 3.' }), accept()] })
 * ```
 */
export const reject = (
  critique: { reasoning?: string; issues?: readonly string[]; suggestions?: readonly string[] } = {},
): ModelReply =>
  structured({
    verdict: 'reject',
    reasoning: critique.reasoning ?? '',
    issues: critique.issues ?? [],
    suggestions: critique.suggestions ?? [],
  })

/**
 * An arbiter's structured decision.
 *
 * @param decision - continue, adjust or abort
 * @param words - what to do differently (with adjust), and why
 *
 * @example
 * ```ts
 * import { decide, scripted } from 'vitest-tribunal'
 *
 * const arbiter = [decide('adjust', { adjustment: 'Keep a backup.' }), decide('continue')]
 * const model = scripted({ actor: ['a', 'b'], observer: ['c', 'd'], arbiter })
 * ```
 */
export const decide = (
  decision: 'continue' | 'adjust' | 'abort',
  words: { adjustment?: string; reason?: string } = {},
): ModelReply => structured({ decision, ...words })

/**
 * Ways in which a call can fail, as steps of a script. A fault ends the run.
 *
 * @example
 * ```ts
 * import { fault, scripted } from 'vitest-tribunal'
 *
 * const model = scripted({ worker: ['11'], critic: [fault.status(429, { retryAfterMs: 2000 })] })
 * ```
 */
export const fault = {
  /** The model took too long; `elapsedMs` says how long. */
  timeout: (facts: { elapsedMs?: number } = {}) => failing('timeout', 'The model did not answer in time.', facts),
  /** The connection broke. */
  transport: (message = 'The connection was reset.') => failing('transport', message),
  /** The provider answered with an HTTP status, 400 to 599; `retryAfterMs`, from 0 up, asks to wait so long. */
  status(status: number, facts: { retryAfterMs?: number } = {}): ModelFault {
    const { retryAfterMs = 0 } = facts
    if (!(Number.isFinite(retryAfterMs) && retryAfterMs >= 0))
      throw new TribunalError('invalid-input', `retryAfterMs is ${retryAfterMs}. Give milliseconds, from 0 up.`)
    return failing('status', `The provider answered ${status}.`, { status: failingStatus(status), ...facts })
  },
  /** The body was no JSON. */
  malformed: (message = 'The body is not valid JSON.') => failing('malformed', message),
  /** There was no content. */
  empty: () => failing('empty', 'The reply has no content.'),
  /** The model refused. */
  refusal: (message = 'The model refused to answer.') => failing('refusal', message),
  /** The reply was cut at the token limit. */
  truncated: (message = 'The reply was cut at the token limit.') => failing('truncated', message),
} as const

/**
 * An HTTP status that says that a call has failed.
 *
 * @throws TribunalError `invalid-input` for any other
 */
export function failingStatus(status: number): number {
  if (Number.isInteger(status) && status >= 400 && status <= 599) return status
  throw new TribunalError(
    'invalid-input',
    `${typeof status === 'number' ? status : 'What is no number'} is no status of a failed call. Give one from 400 to 599; for a reply, write the reply itself.`,
  )
}

// Helpers

const structured = (data: Json): ModelReply => ({ text: JSON.stringify(data), data })

const failing = (kind: FaultKind, message: string, facts: ConstructorParameters<typeof ModelFault>[2] = {}) =>
  new ModelFault(kind, message, facts)
