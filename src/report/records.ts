import type { Evaluation, Inspection } from '../inspect/inspection.ts'
import type { Run } from '../trace/run.ts'

/** Where a record was made. Paths are relative to the project's root. */
export interface Origin {
  readonly file: string
  readonly test: string
}

/** What a test declared it wants to see, and whether it did. */
export interface Expectation {
  readonly expected: Inspection['verdict']
  readonly met: boolean
}

/** One finished inspection, as the report shows it. */
export interface InspectionRecord {
  readonly kind: 'inspection'
  readonly origin: Origin | null
  readonly inspection: Inspection
  readonly evaluation: Evaluation
  readonly expectation: Expectation | null
}

/** One run of a composite or program under a scripted model. */
export interface TrialRecord {
  readonly kind: 'trial'
  readonly origin: Origin | null
  readonly run: Run
  readonly violations: readonly ViolationRecord[]
}

/** Where a law does not hold for a run. */
export interface ViolationRecord {
  readonly law: string
  readonly message: string
  /** Index into the run's events, of the event that shows it. */
  readonly event: number
}

/** One property-based check of a law. */
export interface LawRecord {
  readonly kind: 'law'
  readonly origin: Origin | null
  readonly law: string
  readonly subject: string
  readonly status: 'held' | 'broken' | 'unverified'
  readonly tries: number
  readonly discards: number
  readonly seed: number
  /** Where a failure can be replayed; null when the law held. */
  readonly path: string | null
  /** Behaviour → how often it happened. */
  readonly covered: { readonly [behaviour: string]: number }
  /** Declared behaviours that never happened. */
  readonly missing: readonly string[]
  /** The smallest failing script as a test to paste; null when the law held. */
  readonly counterexample: string | null
  readonly message: string
}

/** Everything that a run of the tests can leave for the report and the gate. */
export type TribunalRecord = InspectionRecord | TrialRecord | LawRecord | ArbitrationRecordEntry

/** One arbitration; its body is defined by src/arbitration. */
export interface ArbitrationRecordEntry {
  readonly kind: 'arbitration'
  readonly origin: Origin | null
  readonly record: unknown
}
