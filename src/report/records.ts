import type { ArbitrationRecord } from '../arbitration/arbitration-record.ts'
import type { Evaluation, Inspection, Verdict } from '../inspect/inspection.ts'
import type { JsonObject } from '../json/json.ts'
import type { Run, RunEvent } from '../trace/run.ts'

/** Where a record was made. Paths are relative to the root, joined by `/`. */
export interface Origin {
  readonly file: string
  readonly test: string
  /** The Vitest project; absent where there is only one. */
  readonly project?: string
}

/** What a test declared it wants to see, and whether it did. */
export interface Expectation<Outcome extends string = Verdict> {
  readonly expected: Outcome
  readonly met: boolean
}

/** What every record has besides its own. */
interface Recorded {
  /** Null until it is collected, and where no test made it. */
  readonly origin: Origin | null
  /** What was left out to keep the record small, one sentence each. */
  readonly gaps?: readonly string[]
  /** Where all of it is, when it was too large for the document; absent when nothing was left out. */
  readonly whole?: WholeRecord
}

/** A record in a file of its own. */
export interface WholeRecord {
  /** Relative to the report's folder: `records/` and the SHA-256 of its text. */
  readonly file: string
  readonly bytes: number
}

/** One finished inspection, as the report shows it. */
export interface InspectionRecord extends Recorded {
  readonly kind: 'inspection'
  readonly inspection: Inspection
  readonly evaluation: Evaluation
  readonly expectation: Expectation | null
}

/** A run that could not be inspected. */
export interface UninspectableRecord extends Recorded {
  readonly kind: 'uninspectable'
  /** The run directory, relative, or whatever names the run. */
  readonly subject: string
  /** The code of the TribunalError. */
  readonly code: string
  readonly message: string
  /** The code that the test wanted to see. */
  readonly expectation: Expectation<string> | null
}

/** One run of a composite or program under a scripted model. */
export interface TrialRecord extends Recorded {
  readonly kind: 'trial'
  readonly run: ReportedRun
  readonly violations: readonly ViolationRecord[]
  /** Who was told what; absent where nobody worked it out. */
  readonly flow?: readonly FlowRecord[]
  /** What the test wanted to see of the laws; absent is `held`. */
  readonly expectation?: Expectation<LawStatus> | null
}

/** Whether one slot was told one label, over all calls of the run. Source: docs/information-flow.md. */
export interface FlowRecord {
  /** Path of the slot, outer slots first. */
  readonly slot: string
  /** An input, `<slot>.<channel>`, or `<slot>.private`. */
  readonly label: string
  readonly rule: 'must' | 'may' | 'forbidden'
  /** Calls of the slot at which the label had a value. */
  readonly calls: number
  /** Of these, calls whose request carries it. */
  readonly seen: number
  /** Index into the run's events of the first call that carries it where it must not; null when there is none. */
  readonly leaked: number | null
  /** Index of the first call that carries it. */
  readonly witness: number | null
}

/** A run without its times, which may differ from one execution to the next. */
export type ReportedRun = Omit<Run, 'events'> & { readonly events: readonly ReportedEvent[] }

/** An event without its time. */
export type ReportedEvent = RunEvent extends infer E ? (E extends RunEvent ? Omit<E, 'at'> : never) : never

/** Where a law does not hold for a run. */
export interface ViolationRecord {
  readonly law: string
  readonly message: string
  /** Index into the run's events, of the event that shows it. */
  readonly event: number
}

/** One property-based check of a law. */
export interface LawRecord extends Recorded {
  readonly kind: 'law'
  readonly law: string
  readonly subject: string
  readonly status: LawStatus
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
  /** The one run that it was held against; absent where many were tried. */
  readonly run?: string
  /** The runs that show it broken: one, or two that differ in one thing. */
  readonly trials?: readonly Pick<TrialRecord, 'run' | 'violations' | 'flow'>[]
  /** Faults planted in the subject, and which law noticed each. */
  readonly mutants?: readonly MutantRecord[]
  /** What the test wanted to see, as with a program that has a fault planted; absent is `held`. */
  readonly expectation?: Expectation<LawStatus> | null
}

/** One planted fault. */
export interface MutantRecord {
  readonly mutant: string
  /** The law that noticed it; null when none did. */
  readonly killed_by: string | null
  /** Tries until then. */
  readonly tries: number
}

/** What came out of checking a law. */
export type LawStatus = 'held' | 'broken' | 'unverified'

/** One decision that a model was asked for; its body is defined by src/arbitration. */
export interface ArbitrationRecordEntry extends Recorded {
  readonly kind: 'arbitration'
  /** As it was left behind; once it was bounded or read from a file, whatever is still there. */
  readonly record: ArbitrationRecord | JsonObject
}

/** Everything that a run of the tests can leave for the report and the gate. */
export type TribunalRecord = InspectionRecord | UninspectableRecord | TrialRecord | LawRecord | ArbitrationRecordEntry

/** The records of one kind. */
export type RecordOf<K extends TribunalRecord['kind']> = Extract<TribunalRecord, { readonly kind: K }>
