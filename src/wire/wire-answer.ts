import { ModelFault, type ModelReply } from '../providers/model.ts'
import { heardOf } from './heard-of.ts'
import { retryHeaders } from './retry-headers.ts'
import { type Chunks, type Delivery, delivered, frameOf, troubled } from './sse-frames.ts'
import type { Trouble } from './wire-fault.ts'
import type { Utterance, WireFormat, WireRequest } from './wire-format.ts'

/** What goes back over HTTP, for a door to turn into what its tool wants. */
export type WireAnswer =
  | { readonly kind: 'body'; readonly status: number; readonly headers: Headers; readonly body: string }
  | ({ readonly kind: 'stream'; readonly headers: Headers } & Delivery)
  | { readonly kind: 'reset' | 'timed-out'; readonly why: Error }
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
  const heard = heardOf(said, manner.request, manner.id, manner.format.failsInReply)
  switch (heard.kind) {
    case 'said':
      return spoken(heard.said, manner, heard.trouble, said instanceof ModelFault ? said : undefined)
    case 'status':
      return errorAnswer(heard.fault, manner)
    case 'late':
      return manner.waits === 'none' ? { kind: 'timed-out', why: heard.fault } : { kind: 'hang' }
    case 'reset':
      return { kind: 'reset', why: heard.fault }
  }
}

// Helpers

function spoken(said: Utterance, manner: Manner, trouble?: Trouble, why?: Error): WireAnswer {
  const { format, request, chunks } = manner
  const cut = trouble?.kind === 'cut' ? trouble : undefined
  if (request.stream) {
    const frames = format.writeEvents(said).map(frameOf)
    const errorFrame = (status: number) =>
      frameOf(format.writeErrorEvent({ status, message: `The provider broke off with ${status}.` }))
    const arriving = trouble === undefined ? frames : troubled(frames, trouble, errorFrame)
    const headers = { 'content-type': 'text/event-stream; charset=utf-8', [format.requestIdHeader]: `req_${said.id}` }
    return { kind: 'stream', headers, ...delivered(arriving, chunks, cut), why }
  }
  const headers = { 'content-type': 'application/json', [format.requestIdHeader]: `req_${said.id}` }
  const body = JSON.stringify(format.writeReply(said))
  if (cut) return { kind: 'stream', headers, ...delivered([body], chunks, cut), why }
  // Without a stream there are no events to lose their order or their frame: the body cannot be read.
  const broken = trouble?.kind === 'garbled' || trouble?.kind === 'shuffled'
  return { kind: 'body', status: 200, headers, body: broken ? body.slice(0, Math.floor(body.length / 2)) : body }
}

function errorAnswer(fault: ModelFault, { format, id, waits }: Manner): WireAnswer {
  const { status = 500, message } = fault
  const headers = {
    'content-type': 'application/json',
    [format.requestIdHeader]: `req_${id}`,
    ...retryHeaders(fault, waits),
  }
  return { kind: 'body', status, headers, body: JSON.stringify(format.writeError({ status, message })) }
}
