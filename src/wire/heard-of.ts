import { ModelFault, type ModelReply } from '../providers/model.ts'
import { endingWith, utteranceOf } from './utterance-of.ts'
import { type Trouble, WireFault } from './wire-fault.ts'
import type { Utterance, WireRequest } from './wire-format.ts'

/** What a program hears: words and what became of them on their way, an error, or nothing. */
export type Heard =
  | {
      readonly kind: 'said'
      readonly said: Utterance
      readonly trouble?: Trouble | undefined
      /** The step, where it is one of a reply that goes wrong on its way. */
      readonly fault?: ModelFault
    }
  | { readonly kind: 'status'; readonly fault: ModelFault }
  /** No reply: the connection broke, or nothing came. */
  | { readonly kind: 'reset' | 'late'; readonly fault: ModelFault }

/**
 * What a step of a script means to whoever asked.
 *
 * @param id - what the reply's ids are made of
 * @param failsInReply - whether a reply can say of itself that it failed; where it cannot, it is broken off by an error
 */
export function heardOf(
  said: ModelReply | ModelFault,
  request: WireRequest,
  id: string,
  failsInReply: boolean | undefined,
): Heard {
  if (said instanceof WireFault) {
    const { reply } = said
    const trouble: Trouble =
      said.trouble.kind === 'failed' && !failsInReply ? { kind: 'error-event', status: 500, at: 0.5 } : said.trouble
    if (trouble.kind === 'error-event' && !request.stream) return { kind: 'status', fault: said }
    return { kind: 'said', said: utteranceOf(reply, request, id, trouble), trouble, fault: said }
  }
  if (!(said instanceof ModelFault)) return { kind: 'said', said: utteranceOf(said, request, id) }
  switch (said.kind) {
    case 'timeout':
      return { kind: 'late', fault: said }
    case 'transport':
    case 'aborted':
      return { kind: 'reset', fault: said }
    case 'status':
      return { kind: 'status', fault: said }
    case 'malformed':
      return {
        kind: 'said',
        said: endingWith('stop', '', request, id),
        trouble: { kind: 'garbled', how: 'json', at: 0.5 },
      }
    case 'empty':
      return { kind: 'said', said: endingWith('stop', '', request, id) }
    case 'refusal':
      return { kind: 'said', said: endingWith('refusal', said.message, request, id) }
    case 'truncated':
      return { kind: 'said', said: endingWith('length', '', request, id) }
  }
}
