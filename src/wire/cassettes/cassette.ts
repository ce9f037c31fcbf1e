import type { Json } from '../../json/json.ts'

/** What a test's program asked over HTTP and what it was answered, in order, with everything secret taken out. A file. */
export interface Cassette {
  readonly format: 'tribunal-cassette'
  readonly version: 1
  /** Which test it was recorded for: its file, suites and name. */
  readonly test: string
  /** In the order in which the requests were made. */
  readonly interactions: readonly Interaction[]
  /** SHA-256 over the canonical JSON of all the rest, in hex. */
  readonly hash: string
}

/** One request and what came of it. */
export interface Interaction {
  readonly request: CassetteRequest
  readonly reply: CassetteReply
}

/** A request in the form in which it is matched: what carries a credential, or differs from client to client, is not there. */
export type CassetteRequest = {
  readonly method: string
  readonly url: string
  /** Headers that the program adds of its own accord. */
  readonly headers?: { readonly [name: string]: string }
} & CassetteBody

/** What was answered: a body, the events of a stream, or nothing. */
export type CassetteReply = AnsweredReply | FailedReply

/** A reply that began. */
export type AnsweredReply = {
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  /** How it ended, where that was too early: the connection broke, or the program gave up. */
  readonly end?: 'reset' | 'aborted'
} & (CassetteBody | { readonly events: readonly CassetteEvent[] })

/** A request that no reply came to: the code of the broken connection, or `aborted` where the program gave up. */
export interface FailedReply {
  readonly failed: string
}

/** A body: JSON, text, bytes, or of a request only their hash; nothing where it was empty. */
export type CassetteBody =
  | { readonly json: Json }
  | { readonly text: string }
  | { readonly base64: string }
  | { readonly sha256: string; readonly bytes: number }
  | Readonly<Record<never, never>>

/** One server-sent event; an object or a list stands for the JSON that its data is. */
export interface CassetteEvent {
  readonly event?: string
  readonly data?: Json
  readonly id?: string
  readonly retry?: number
}
