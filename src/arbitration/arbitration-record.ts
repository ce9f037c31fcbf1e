import type { Json, JsonSchema } from '../json/json.ts'
import type { FaultKind } from '../providers/model.ts'
import type { CallChecks, InputChecks } from './checks.ts'
import type { ArbitrationFailure, ArbitrationInput, ArbitrationResult } from './contract.ts'

/**
 * What `forgeDecide` and `forgeConsensus` leave behind: frozen, JSON-safe, in the names of the contract.
 * Everything in it that follows from the rest can be computed again: see `checkArbitrationRecord`.
 * Schema: src/schemas/arbitration-record.schema.json.
 */
export interface ArbitrationRecord {
  readonly contract: { readonly name: string; readonly version: string }
  readonly form: 'decide' | 'consensus'
  /** The input as it was checked; null when it breaks the contract. */
  readonly input: ArbitrationInput | null
  /** SHA-256 of the input's canonical JSON, in hex; null when JSON cannot carry it. */
  readonly input_hash: string | null
  readonly input_checks: InputChecks
  /** Why nothing was asked, when input or options break the contract; otherwise null. */
  readonly config_failure: ArbitrationFailure | null
  readonly policy: ForgePolicy
  /** Ids of the models; sample n asks number n modulo their count. */
  readonly models: readonly string[]
  /** Each distinct request once. */
  readonly requests: readonly RecordedRequest[]
  /** One a sample that was asked; a single one for `decide`. */
  readonly samples: readonly RecordedSample[]
  readonly outcome: ForgeOutcome
}

/** The flow's own part of a decision. */
export interface ForgePolicy {
  readonly default_action: string
  /** 0 to 1. */
  readonly min_confidence: number
  /** From 1; 1 for `decide`. */
  readonly samples: number
  /** 1 to `samples`; 1 for `decide`. */
  readonly quorum: number
  /** Whether asking stops once the outcome cannot change. */
  readonly stop_early: boolean
}

/** What a model was asked, exactly. */
export interface RecordedRequest {
  readonly slot: string
  readonly component: string
  readonly brief: string
  readonly schema: JsonSchema
  readonly temperature: number
}

/** One arbitration: its calls, and what they come to. */
export interface RecordedSample {
  readonly calls: readonly RecordedCall[]
  readonly result: ArbitrationResult
}

/** One call: either a reply or a fault, and what it was read as. */
export interface RecordedCall {
  /** Index into `requests`. */
  readonly request: number
  readonly reply: RecordedReply | null
  readonly fault: RecordedFault | null
  readonly checks: CallChecks
  readonly result: ArbitrationResult
}

/** What a model gave back. */
export interface RecordedReply {
  readonly text: string
  readonly data?: Json
  /** Names of the tools it called. */
  readonly tool_calls?: readonly string[]
  readonly usage?: { readonly input_tokens: number; readonly output_tokens: number }
  /** Never routed, not even into a revision. */
  readonly private?: { readonly reasoning?: string; readonly self_assessment?: string }
  /** The full length, where the reply was too long to be read and only its beginning is kept. */
  readonly cut?: number
}

/** How a call failed. */
export interface RecordedFault {
  readonly kind: FaultKind
  readonly message: string
}

/** What the flow does next, and why. */
export interface ForgeOutcome {
  /** An allowed action, or the default. */
  readonly action: string
  readonly source: 'model' | 'default'
  readonly why: ForgeWhy
  /** Action → votes, in the order of the list; actions without a vote are left out. */
  readonly votes: readonly { readonly action: string; readonly count: number }[]
  /** Each sample that gave no vote, from 0, and why. */
  readonly no_votes: readonly { readonly sample: number; readonly why: NoVote }[]
}

/** Why a sample gives no vote. */
export type NoVote =
  | 'low-confidence'
  | 'ambiguous'
  | 'escalate'
  | 'surface'
  | 'config'
  | 'transport'
  | 'timeout'
  | 'parse'
  | 'schema'
  | 'outside-list'

/**
 * Why the outcome is what it is: `decided` and `quorum` go with the source `model`, all others with `default`.
 * A consensus without a single vote is `no-votes`; its `no_votes` say why of each sample.
 */
export type ForgeWhy = 'decided' | 'quorum' | NoVote | 'no-votes' | 'no-quorum' | 'tie'
