import type { Verdict } from '../../inspect/inspection.ts'
import type { GateLevel } from '../gate.ts'

/**
 * What a project asks of its runs besides the gate's level; a commented JSON file that `tribunal init` writes.
 * Schema: src/schemas/policy.schema.json.
 */
export interface Policy {
  readonly format: 'tribunal-policy'
  readonly version: 1
  /** The lowest verdict that is green (default `pass`). */
  readonly gate?: GateLevel
  readonly hard?: Rules
  /** The same rules, which are told of and turn nothing red. */
  readonly advisory?: Rules
  /** Globs of test files, and of laws as `law of subject`, that may be unverified; true for all (default none). */
  readonly allowUnverified?: boolean | readonly string[]
  /** Lets a run through from which the caller left files or tests out (default false: what was left out was not checked). */
  readonly allowNarrowed?: boolean
  readonly baseline?: BaselineRule
}

/** What can be asked of cases. */
export interface Rules {
  readonly floors?: readonly Floor[]
  /** Flag ids that no inspection may have, unless its test expects its verdict. */
  readonly forbiddenFlags?: readonly string[]
  readonly laws?: {
    /** Tries of each law that held, 1 or more. */
    readonly minTries?: number
    /** Share of a law's declared behaviours that were seen, above 0 to 1. */
    readonly minCoverage?: number
    /** Share of each subject's planted faults that its laws notice, above 0 to 1. */
    readonly mutantsKilled?: number
  }
  readonly arbitrations?: {
    /** Share of the allowed actions that a model chose, over all arbitrations with one situation, above 0 to 1. A default is no choice. */
    readonly minCoverage?: number
  }
  /** How many tests may be flaky: their tries came to different records, or one failed and a later one passed. */
  readonly maxFlaky?: number
  /** How many tests may be skipped, or still to be written, in the files that must check something. */
  readonly maxSkipped?: number
  /** How many inspections and laws may be as bad as their tests expect. */
  readonly maxExpectedBad?: number
  /** How many of each kind there must be at least. */
  readonly atLeast?: { readonly [kind in 'inspections' | 'trials' | 'laws' | 'arbitrations']?: number }
}

/** The least that is asked of the inspections of some systems or tests. */
export interface Floor {
  /** Glob over the names of systems. */
  readonly system?: string
  /** A tag of the tests. */
  readonly tag?: string
  readonly verdict?: Verdict
  /** 1 to 100. */
  readonly runtimeFidelity?: number
  /** 1 to 100. */
  readonly taskEffectiveness?: number
}

/** How a run is held against the reviewed one. */
export interface BaselineRule {
  /** Path of the reviewed file, relative to the policy. */
  readonly file: string
  /** Points that a score may lie below the reviewed one (default 0). */
  readonly maxDrop?: number
}
