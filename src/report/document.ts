import type { GateLevel, GateStatus, Refusal } from './gate.ts'
import type { RecordOf } from './records.ts'

/**
 * All that one run of the tests has to say, from which every other output is rendered.
 * Canonical: equal runs give equal bytes, in one process or merged from shards. Schema: tribunal.schema.json.
 */
export interface TribunalDocument {
  readonly format: 'tribunal'
  readonly version: 1
  /** The seed of the property checks; null where no plugin gave one. */
  readonly seed: number | null
  readonly scope: Scope
  readonly gate: GateEntry
  readonly inspections: readonly RecordOf<'inspection'>[]
  readonly uninspectable: readonly RecordOf<'uninspectable'>[]
  readonly trials: readonly RecordOf<'trial'>[]
  readonly laws: readonly RecordOf<'law'>[]
  readonly arbitrations: readonly RecordOf<'arbitration'>[]
  /** Tests that left a record, each once, whatever its retries and repeats; and those that failed in a file that must check something. */
  readonly tests: readonly TestEntry[]
  /** Files that are there to check something, and those that did. */
  readonly files: readonly FileEntry[]
  /** Records that could not be read, one sentence each. */
  readonly unreadable: readonly string[]
}

/** Which files were to check something, and whether all of them could. */
export interface Scope {
  /** Globs of the files that must check something; null where nothing of the kind was agreed. */
  readonly include: readonly string[] | null
  readonly narrowed: Narrowing
  /** What did not come to a merge of shards; absent where all of it did. */
  readonly missing?: MissingFiles
  /** Errors that no test is to blame for, as a promise that nobody awaited; absent when there were none. */
  readonly errors?: number
}

/** Test files that the shards had, and the merge has not. */
export interface MissingFiles {
  /** How many are missing, of how many. */
  readonly files: number
  readonly of: number
  /** Shards of which nothing came, from 1. */
  readonly shards: readonly number[]
}

/** What was left out by the caller: nothing, whole files, or single tests as well. */
export type Narrowing = 'no' | 'files' | 'tests'

/** The gate's result, as it is persisted. */
export interface GateEntry {
  readonly level: GateLevel
  readonly status: GateStatus
  readonly exit_code: 0 | 1 | 2 | 3
  readonly message: string
  readonly refusals: readonly Refusal[]
}

/** One test that left a record, or that failed where it was there to check something. */
export interface TestEntry {
  readonly project: string
  readonly file: string
  readonly test: string
  readonly state: TestState
  /** Its attempts came to different records, or one failed and a later one passed. */
  readonly flaky: boolean
  /** The test's tags; absent when it has none. */
  readonly tags?: readonly string[]
  /** Line of the file at which the first of its records was made, from 1; absent where that is not known. */
  readonly line?: number
}

/** How a test ended. */
export type TestState = 'passed' | 'failed' | 'skipped' | 'pending'

/** One test file. */
export interface FileEntry {
  readonly project: string
  readonly file: string
  /** One of the files that are there to check something. */
  readonly included: boolean
  /** All of it ran to its end, with nothing failed and nothing left out by the caller. */
  readonly in_full: boolean
  /** How many inspections, laws and arbitrations it recorded. */
  readonly checks: number
  /** How many of its tests were skipped or are still to be written; absent when none, or when the caller left tests out. */
  readonly skipped?: number
}
