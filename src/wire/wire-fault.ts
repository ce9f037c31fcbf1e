import { TribunalError } from '../errors.ts'
import { type FaultKind, ModelFault, type ModelReply } from '../providers/model.ts'
import { failingStatus } from '../providers/script-steps.ts'
import { settleReply } from '../providers/settle-reply.ts'
import type { Finish } from './wire-format.ts'

/** What goes wrong on the wire. `at`, from 0 up to 1, says how far into the reply. */
export type Trouble =
  /** Only a part arrives: cut inside the words of an event, in its frame, or inside a character; then reset, or closed as if complete. */
  | {
      readonly kind: 'cut'
      readonly inside: 'token' | 'event' | 'character'
      readonly at: number
      readonly end: 'reset' | 'close'
    }
  /** One event is no JSON, or runs into the next. */
  | { readonly kind: 'garbled'; readonly how: 'json' | 'framing'; readonly at: number }
  /** The provider gives up and says so. */
  | { readonly kind: 'error-event'; readonly status: number; readonly at: number }
  /** Two events arrive in the wrong order. */
  | { readonly kind: 'shuffled'; readonly at: number }
  | { readonly kind: 'tool-call-ids'; readonly how: 'missing' | 'duplicate' }
  /** The provider fails, and says so in the reply where its format can. */
  | { readonly kind: 'failed' }
  /** All arrives, but the provider ended the reply for a reason of its own. */
  | { readonly kind: 'ended'; readonly finish: Finish }

/**
 * A fault that only a wire can have: the reply that was being sent, and what became of it. Without a wire it is a fault like any other.
 *
 * @example
 * ```ts
 * import { WireFault, wireFault } from 'vitest-tribunal/wire'
 *
 * const fault = wireFault.cut('Eleven is prime.', { at: 0.9 })
 * console.log(fault instanceof WireFault, fault.kind, fault.trouble.kind) // true transport cut
 * ```
 */
export class WireFault extends ModelFault {
  /** What was being said. */
  readonly reply: ModelReply
  readonly trouble: Trouble

  constructor(kind: FaultKind, message: string, reply: string | ModelReply, trouble: Trouble, status?: number) {
    super(kind, message, status === undefined ? {} : { status })
    this.reply = settleReply(typeof reply === 'string' ? { text: reply } : reply)
    this.trouble = Object.freeze(trouble)
  }
}

/**
 * Ways in which a reply can go wrong on its way, as steps of a script; they stand beside those of `fault`.
 *
 * @example
 * ```ts
 * import { scripted } from 'vitest-tribunal'
 * import { scriptedFetch, wireFault } from 'vitest-tribunal/wire'
 *
 * const fetch = scriptedFetch(scripted({ worker: [wireFault.cut('Eleven is prime.', { at: 0.5 }), 'Eleven.'] }))
 * ```
 */
export const wireFault = {
  /** Only the part before `at` arrives; by default the connection is reset then. */
  cut(
    reply: string | ModelReply,
    { inside = 'token', at = 0.5, end = 'reset' }: Partial<Omit<Extract<Trouble, { kind: 'cut' }>, 'kind'>> = {},
  ): WireFault {
    const said = new WireFault('transport', `The reply was cut inside ${ARTICLE[inside]} ${inside}.`, reply, {
      kind: 'cut',
      inside,
      at: share(at),
      end,
    })
    if (inside === 'character' && !/[^\0-\x7f]/.test(JSON.stringify(said.reply)))
      throw invalid('The reply has no character of several bytes to cut. Give it one, as "é".')
    return said
  },
  /** An event that is no JSON, or has lost the empty line after it. */
  garbled: (
    reply: string | ModelReply,
    { how = 'json', at = 0.5 }: { how?: 'json' | 'framing'; at?: number } = {},
  ): WireFault =>
    new WireFault('malformed', 'An event of the reply cannot be read.', reply, { kind: 'garbled', how, at: share(at) }),
  /** The provider breaks off with an error, in the stream if one has begun; 529 by default. */
  errorEvent: (
    reply: string | ModelReply,
    { status = 529, at = 0.5 }: { status?: number; at?: number } = {},
  ): WireFault =>
    new WireFault(
      'status',
      `The provider broke off with ${status}.`,
      reply,
      { kind: 'error-event', status: failingStatus(status), at: share(at) },
      status,
    ),
  /** The provider fails: the reply itself says so where it can, else a status of 500 or an error event. */
  failed: (reply: string | ModelReply = ''): WireFault =>
    new WireFault('status', 'The provider failed.', reply, { kind: 'failed' }, 500),
  /** Two events of the stream change places. */
  shuffled: (reply: string | ModelReply, { at = 0.5 }: { at?: number } = {}): WireFault =>
    new WireFault('malformed', 'Two events of the reply came in the wrong order.', reply, {
      kind: 'shuffled',
      at: share(at),
    }),
  /** Calls of tools whose ids are left out, or are all the same. */
  toolCallIds(reply: ModelReply, how: 'missing' | 'duplicate'): WireFault {
    const said = new WireFault('malformed', `The ids of the tool calls are ${how}.`, reply, {
      kind: 'tool-call-ids',
      how,
    })
    const least = how === 'missing' ? 1 : 2
    if ((said.reply.toolCalls?.length ?? 0) < least)
      throw invalid(`The reply calls no ${least === 1 ? 'tool' : 'two tools'}. Give it toolCalls.`)
    return said
  },
  /** The provider's filter stops the reply after some words. */
  contentFilter: (words = ''): WireFault =>
    new WireFault('refusal', 'The content filter stopped the reply.', words, {
      kind: 'ended',
      finish: 'content-filter',
    }),
  /** The reply ends at the token limit after some words. */
  lengthCut: (words: string): WireFault =>
    new WireFault('truncated', 'The reply was cut at the token limit.', words, { kind: 'ended', finish: 'length' }),
  /** The reply ends because the model's context is full. */
  contextExceeded: (words = ''): WireFault =>
    new WireFault('truncated', "The model's context is full.", words, { kind: 'ended', finish: 'context-exceeded' }),
  /** The provider pauses a long turn and wants to be asked again. */
  paused: (words = ''): WireFault =>
    new WireFault('truncated', 'The provider paused the turn.', words, { kind: 'ended', finish: 'paused' }),
} as const

// Helpers

const ARTICLE = { token: 'a', event: 'an', character: 'a' } as const

function share(at: number): number {
  if (at >= 0 && at < 1) return at
  throw invalid(`at is ${at}. Give a number from 0 up to, not with, 1.`)
}

const invalid = (message: string) => new TribunalError('invalid-input', message)
