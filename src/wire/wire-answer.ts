import { ModelFault, type ModelReply } from '../providers/model.ts'
import { type Chunks, type Delivery, delivered, frameOf, troubled } from './sse-frames.ts'
import { endingWith, utteranceOf } from './utterance-of.ts'
import { type Trouble, WireFault } from './wire-fault.ts'
import type { Utterance, WireFormat, WireRequest } from './wire-format.ts'

/** What goes back over HTTP, for a door to turn into what its tool wants. */
export type WireAnswer =
  | { readonly kind: 'body'; readonly status: number; readonly headers: Headers; readonly body: string }
  | ({ readonly kind: 'stream'; readonly headers: Headers } & Delivery)
  | { readonly kind: 'reset' | 'timed-out' }
  /** Nothing comes until the client gives up. */
  | { readonly kind: 'hang' }

type Headers = { readonly [name: string]: string }

/** How an answer is written. */
export interface Manner {
  readonly format: WireFormat
  readonly request: WireRequest
  /** What its ids are made of. */
  readonly id: string
  readonly chunks: Chunks
  /** `none`: nobody waits, neither before trying again nor for a reply that never comes. */
  readonly waits: 'as-told' | 'none'
}

/** What a script says at this point, as the provider would answer it. */
export function answerOf(said: ModelReply | ModelFault, manner: Manner): WireAnswer {
  const { request, id, waits } = manner
  if (said instanceof WireFault) {
    const { reply } = said
    // A reply that cannot say of itself that it failed is broken off by an error.
    const trouble: Trouble =
      said.trouble.kind === 'failed' && !manner.format.failsInReply
        ? { kind: 'error-event', status: 500, at: 0.5 }
        : said.trouble
    if (trouble.kind === 'error-event' && !request.stream) return errorAnswer(said, manner)
    return spoken(utteranceOf(reply, request, id, trouble), manner, trouble)
  }
  if (!(said instanceof ModelFault)) return spoken(utteranceOf(said, request, id), manner)
  switch (said.kind) {
    case 'timeout':
      return { kind: waits === 'none' ? 'timed-out' : 'hang' }
    case 'transport':
    case 'aborted':
      return { kind: 'reset' }
    case 'status':
      return errorAnswer(said, manner)
    case 'malformed':
      return spoken(endingWith('stop', '', request, id), manner, { kind: 'garbled', how: 'json', at: 0.5 })
    case 'empty':
      return spoken(endingWith('stop', '', request, id), manner)
    case 'refusal':
      return spoken(endingWith('refusal', said.message, request, id), manner)
    case 'truncated':
      return spoken(endingWith('length', '', request, id), manner)
  }
}

// Helpers

function spoken(said: Utterance, manner: Manner, trouble?: Trouble): WireAnswer {
  const { format, request, chunks } = manner
  const cut = trouble?.kind === 'cut' ? trouble : undefined
  if (request.stream) {
    const frames = format.writeEvents(said).map(frameOf)
    const errorFrame = (status: number) =>
      frameOf(format.writeErrorEvent({ status, message: `The provider broke off with ${status}.` }))
    const arriving = trouble === undefined ? frames : troubled(frames, trouble, errorFrame)
    const headers = { 'content-type': 'text/event-stream; charset=utf-8', [format.requestIdHeader]: `req_${said.id}` }
    return { kind: 'stream', headers, ...delivered(arriving, chunks, cut) }
  }
  const headers = { 'content-type': 'application/json', [format.requestIdHeader]: `req_${said.id}` }
  const body = JSON.stringify(format.writeReply(said))
  if (cut) return { kind: 'stream', headers, ...delivered([body], chunks, cut) }
  // Without a stream there are no events to lose their order or their frame: the body cannot be read.
  const broken = trouble?.kind === 'garbled' || trouble?.kind === 'shuffled'
  return { kind: 'body', status: 200, headers, body: broken ? body.slice(0, Math.floor(body.length / 2)) : body }
}

function errorAnswer({ status = 500, message, retryAfterMs }: ModelFault, { format, id, waits }: Manner): WireAnswer {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    [format.requestIdHeader]: `req_${id}`,
  }
  if (retryAfterMs !== undefined) {
    headers['retry-after'] = String(Math.ceil(retryAfterMs / 1000))
    headers['retry-after-ms'] = String(retryAfterMs)
  }
  if (waits === 'none') headers['retry-after-ms'] = '1'
  return { kind: 'body', status, headers, body: JSON.stringify(format.writeError({ status, message })) }
}
