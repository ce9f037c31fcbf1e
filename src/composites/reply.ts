import type { Reading } from '../decisions/reading.ts'
import type { Json } from '../json/json.ts'

/** What a slot gives back. Only `text`, `data` and, for a deciding slot, `reading` may be routed to another slot. */
export interface Reply {
  /** What the slot says to the world, trimmed, without anything private. */
  readonly text: string
  /** The structured part, where the slot's reply schema asks for one. */
  readonly data?: Json
  /** What the slot's decision was read as; only deciding slots have one. */
  readonly reading?: Reading
  /** Calls of tools, in the order in which the model made them. */
  readonly toolCalls?: readonly ToolCall[]
  /** Tokens, as the provider counted them. */
  readonly usage?: Usage
  /** Never routed to any slot, not even back to the one that wrote it. */
  readonly private?: PrivateChannel
}

/** What a model thinks or says about itself; it stays in the trace. */
export interface PrivateChannel {
  readonly reasoning?: string
  readonly selfAssessment?: string
}

/** One call of a tool by a model. */
export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly arguments: Json
}

/** Tokens of one call. */
export interface Usage {
  readonly inputTokens: number
  readonly outputTokens: number
}
