import type { Note } from '../composites/composite.ts'
import type { CompositeDescription } from '../composites/describe.ts'
import type { Reply } from '../composites/reply.ts'
import type { Reading } from '../decisions/reading.ts'
import type { Json, JsonObject } from '../json/json.ts'
import type { FaultRecord, ModelRequest } from '../providers/model.ts'

/** Where an event belongs: '' is the run itself, `worker#2` the run nested in worker's second call, and so on inwards. */
export type Scope = string

/** The whole of one execution: frozen and JSON-safe. */
export interface Run {
  readonly header: RunHeader
  /** In order; equal for equal inputs, whoever answers first. */
  readonly events: readonly RunEvent[]
  readonly status: 'completed' | 'failed'
  /** The composite's result; null when the run failed. */
  readonly result: JsonObject | null
  /** Why the run failed; null when it completed. */
  readonly failure: RunFailure | null
  readonly usage: { readonly calls: number; readonly inputTokens: number; readonly outputTokens: number }
  /** Records of decisions taken beside the composite, in order; absent without any. Schema: arbitration-record.schema.json. */
  readonly arbitrations?: readonly JsonObject[]
}

/** What was run, with what. */
export interface RunHeader {
  readonly runId: string
  readonly composite: string
  readonly version: string
  readonly input: JsonObject
  readonly config: JsonObject
  /** Slot → name of what fills it. */
  readonly components: { readonly [slot: string]: string }
}

/** Why a run failed, and where. */
export interface RunFailure {
  /** `fault` a call failed, `budget` a limit of the run was reached, `aborted` the signal fired, `composite` its code threw. */
  readonly kind: 'fault' | 'budget' | 'aborted' | 'composite'
  readonly message: string
  readonly scope: Scope
  /** The slot whose call failed, where there is one. */
  readonly slot?: string
  /** The k-th call of that slot within its scope, from 1. */
  readonly call?: number
  readonly fault?: FaultRecord
}

/** One thing that happened; `at` is milliseconds since the run began. */
export type RunEvent = { readonly at: number; readonly scope: Scope } & (
  | {
      readonly kind: 'run-started'
      readonly composite: CompositeDescription
      readonly input: JsonObject
      readonly config: JsonObject
    }
  | (CallRef & { readonly kind: 'slot-called'; readonly request: ModelRequest; readonly parallel?: number })
  | (CallRef & { readonly kind: 'slot-replied'; readonly reply: Reply })
  | (CallRef & { readonly kind: 'slot-failed'; readonly fault: FaultRecord })
  | (CallRef & { readonly kind: 'decision-read'; readonly reading: Reading })
  | Note
  | { readonly kind: 'run-completed'; readonly result: Json }
  | { readonly kind: 'run-failed'; readonly failure: RunFailure }
)

/** Which call: the k-th of a slot within its scope, from 1. */
export interface CallRef {
  readonly slot: string
  readonly call: number
}

/** The events of one kind. */
export type EventOf<K extends RunEvent['kind']> = Extract<RunEvent, { readonly kind: K }>
