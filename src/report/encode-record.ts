import { canonicalJson } from '../json/canonical-json.ts'
import { boundRecord } from './bound-record.ts'
import type { ReportedRun, TribunalRecord } from './records.ts'

/** The type under which a test's artifact carries a record. */
export const RECORD_TYPE = 'tribunal:record'

/** Which try of a test made a record; both count from 0. */
export interface Attempt {
  readonly repeat: number
  readonly retry: number
}

/** What travels from a test to the reporter. */
export interface Envelope {
  readonly format: 'tribunal-record'
  readonly version: 1
  readonly attempt: Attempt
  readonly record: TribunalRecord
}

/**
 * Writes a record as one bounded string of canonical JSON, without the times of a run.
 *
 * @param record - what a test has found; its origin is filled in when it is collected
 * @param attempt - which try of the test made it
 */
export function encodeRecord(record: TribunalRecord, attempt: Attempt): string {
  const envelope: Envelope = { format: 'tribunal-record', version: 1, attempt, record: boundRecord(timeless(record)) }
  return canonicalJson(envelope)
}

// Helpers

function timeless(record: TribunalRecord): TribunalRecord {
  if (record.kind === 'trial') return { ...record, run: timelessRun(record.run) }
  if (record.kind !== 'law' || record.trials === undefined) return record
  return { ...record, trials: record.trials.map((trial) => ({ ...trial, run: timelessRun(trial.run) })) }
}

const timelessRun = (run: ReportedRun): ReportedRun => ({
  ...run,
  events: run.events.map((event) => ({ ...event, at: undefined })),
})
