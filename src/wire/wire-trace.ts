import type { FaultRecord, ModelReply, ModelRequest } from '../providers/model.ts'

/** All calls that came through a door, in the order in which they began; the same through every door. */
export interface WireTrace {
  readonly calls: readonly WireCall[]
}

/** One call of a slot, with every attempt that its client made. */
export interface WireCall {
  readonly slot: string
  /** The k-th call of the slot, from 1. */
  readonly call: number
  /** What the slot was told, whichever format it came in. */
  readonly request: ModelRequest
  readonly attempts: readonly WireAttempt[]
}

/** What one attempt was answered; nothing yet while its model is thinking. */
export type WireAttempt = { readonly reply: ModelReply } | { readonly fault: FaultRecord }
