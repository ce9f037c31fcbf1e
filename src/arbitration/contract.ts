import type { JsonObject } from '../json/json.ts'

/** Which contract this code keeps; the whole of it stands in contract.json. A later version stands beside it with files of its own. */
export const CONTRACT = { name: 'automation_situation_arbitrate', version: 'v1' } as const

/** The slot under which an arbitration asks its model. `arbiter` is a role of the oversight composite, so this is a name of its own. */
export const ARBITRATION_SLOT = 'arbitration'

/** The numbers of the contract. */
export const LIMITS = {
  /** Bytes of compact UTF-8 JSON that `facts` and `signals` may take together. */
  factsBytes: 20_480,
  /** Tags in one string from which it counts as a raw page. */
  pageTags: 20,
  /** Code points of a situation's label. */
  situationLength: 200,
  /** How deep facts, signals and a reply may nest. */
  depth: 64,
  /** UTF-16 code units of a reply's text; a longer one is not read. */
  replyLength: 262_144,
  /** Seconds that one call may take. */
  timeoutSec: 86_400,
  /** Calls of one arbitration: the question and one revision. */
  calls: 2,
  /** Arbitrations of one consensus. */
  samples: 1_000,
} as const

/** What a flow that has run out of rules hands over. Source: handbook page automation_situation_arbitrate v1. */
export interface ArbitrationInput {
  /** A bounded summary of the situation, never a raw page. */
  readonly facts: JsonObject
  /** The closed list; the model may choose one of these, verbatim. */
  readonly allowed_actions: readonly string[]
  /** A short label, as `view_flip_flop`. */
  readonly situation?: string
  /** What deterministic rules counted: flips, stalls, drifts. */
  readonly signals?: JsonObject
  /** Whether a weak first answer gets one revision; false by default. */
  readonly self_check?: boolean
  /** Seconds that each call may take, above 0; no limit by default. */
  readonly timeout_sec?: number
  /** 0 to 2; 0 by default. */
  readonly temperature?: number
  /** Declares that this is about who somebody is: it escalates and no model is asked. */
  readonly surface?: Surface
  /** Actions that choose between persons: none of them may be allowed. */
  readonly person_actions?: readonly string[]
}

/** Surfaces on which a model never decides. */
export const SURFACES = ['identity', 'people'] as const
/** A surface on which a model never decides. */
export type Surface = (typeof SURFACES)[number]

/** A valid answer. */
export type ArbitrationValue = Decided | Ambiguous | Escalate

/** The model chose an action of the list. */
export interface Decided {
  readonly status: 'decided'
  /** One of `allowed_actions`, verbatim. */
  readonly action: string
  /** 0 to 1. */
  readonly confidence: number
  readonly reason?: string
  /** Whether the model holds the situation for settled; false when it did not say. */
  readonly stable: boolean
}

/** The model could not choose between several actions of the list. */
export interface Ambiguous {
  readonly status: 'ambiguous'
  /** Some of `allowed_actions`, verbatim, none twice. */
  readonly candidate_actions: readonly string[]
  readonly reason?: string
}

/** The model, or the surface, hands the decision back. */
export interface Escalate {
  readonly status: 'escalate'
  readonly reason?: string
}

/** Why there is no valid answer. */
export interface ArbitrationFailure {
  /** Ours to correct (`config`), the call failed (`transport`, `timeout`), or the answer did (`parse`, `schema`). */
  readonly kind: 'config' | 'transport' | 'timeout' | 'parse' | 'schema'
  /** Stable, kebab-case; `several-faults` where more than one code applies. */
  readonly code: string
  /** Each fault, where it is, and what to do. */
  readonly message: string
  /** JSON pointers: into the input and options for `config`, into the answer for `schema`; otherwise empty. */
  readonly paths: readonly string[]
}

/** What an arbitration comes to. */
export type ArbitrationResult =
  | {
      readonly ok: true
      readonly value: ArbitrationValue
      /** What was dropped from the answer; absent when nothing was. */
      readonly notes?: readonly string[]
    }
  | { readonly ok: false; readonly failure: ArbitrationFailure }
