import type { Usage } from '../composites/reply.ts'
import type { JsonObject, JsonSchema } from '../json/json.ts'
import type { Message, Tool } from '../providers/model.ts'

/**
 * One provider's way of writing requests and replies. It knows JSON only: which slot asked, what is said and how a body is cut
 * into chunks is decided elsewhere. A new one is one file; docs/wire.md shows how.
 */
export interface WireFormat {
  /** As people call it: `OpenAI Chat Completions`. */
  readonly name: string
  /** Header in which the provider gives each request an id. */
  readonly requestIdHeader: string
  /** Whether a reply can say of itself that it failed; where it cannot, an error says so. */
  readonly failsInReply?: boolean
  /** Whether requests of this format go to a path; it has no query. */
  accepts(path: string): boolean
  /** What a request says; undefined where it is no request of this format. */
  readRequest(body: JsonObject, path: string): WireRequest | undefined
  /** The reply as one JSON body. */
  writeReply(said: Utterance): WireBody
  /** The same reply as the events of a stream. */
  writeEvents(said: Utterance): readonly SseEvent[]
  /** The body of an HTTP error. */
  writeError(error: WireError): WireBody
  /** The same error as an event in a stream that has begun. */
  writeErrorEvent(error: WireError): SseEvent
  /** What a reply in one JSON body says, for scripts that are made of recordings; undefined where it is no reply of this format. */
  readReply?(body: JsonObject): WireReply | undefined
  /** The same of a reply that came as a stream, as far as it came. */
  readEvents?(events: readonly SseEvent[]): WireReply | undefined
}

/** What a request says, before it is known which slot asks. */
export interface WireRequest {
  readonly model: string
  /** Standing instructions, joined by an empty line. */
  readonly system?: string
  /** All turns in order, without the standing instructions. */
  readonly turns: readonly Message[]
  readonly schema?: JsonSchema
  readonly tools?: readonly Tool[]
  readonly temperature?: number
  /** Whether the reply is to come as a stream of events. */
  readonly stream: boolean
  /** Texts at which the reply is to end. */
  readonly stop?: readonly string[]
  /** Which reply this request goes on from, where the provider keeps the conversation: the letters and digits of its id. */
  readonly continues?: string
  /** Whether the provider keeps the conversation up to the reply. */
  readonly keeps?: boolean
  /** What else in the body decides how the reply is written; the format's own affair. */
  readonly manner?: { readonly [name: string]: unknown }
}

/** What a model says in one reply, for a format to write. */
export interface Utterance {
  readonly request: WireRequest
  /** Letters and digits from which the format makes its ids; the same in every run. */
  readonly id: string
  readonly text: string
  /** Private: written where the provider shows reasoning; empty where there is none. */
  readonly reasoning: string
  readonly toolCalls: readonly WireToolCall[]
  readonly usage: Usage
  readonly finish: Finish
  /** The text at which the reply ended, with `stop-sequence`. */
  readonly stoppedAt?: string
}

/** What a reply that came over the wire says. */
export interface WireReply extends Pick<Utterance, 'text' | 'reasoning' | 'toolCalls'> {
  readonly usage?: Usage
  /** Why it ended; undefined where it broke off before it said so. */
  readonly finish: Finish | undefined
}

/** A call of a tool as it goes over the wire; a broken provider leaves its id out. */
export interface WireToolCall {
  readonly id: string | undefined
  readonly name: string
  /** JSON. */
  readonly arguments: string
}

/** Why a reply ends: each format has its own word for each. */
export type Finish =
  | 'stop'
  | 'stop-sequence'
  | 'tool-calls'
  | 'length'
  | 'context-exceeded'
  | 'paused'
  | 'content-filter'
  | 'refusal'
  /** Only in a format whose replies can say so. */
  | 'failed'

/** An error as a provider answers it. */
export interface WireError {
  readonly status: number
  readonly message: string
}

/** One server-sent event. */
export interface SseEvent {
  readonly event?: string
  readonly data: string
}

/** A JSON object on its way out. */
export type WireBody = { readonly [key: string]: unknown }
