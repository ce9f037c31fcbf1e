import { createHash } from 'node:crypto'
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
  /** Line of the test's file at which it was made, from 1; absent where that is not known. */
  readonly line?: number
  readonly record: TribunalRecord
}

/** A record on its way: what every report shows of it and, where that is not all, all of it. */
export interface PackedRecord {
  /** An envelope, bounded. */
  readonly json: string
  /** Canonical JSON of the record as it was made; absent when the envelope holds all of it. */
  readonly whole?: string
}

/** Code units of a whole record that travel. What is larger would fill the memory of whoever collects a thousand of them. */
export const WHOLE_LIMIT = 32_000_000

/**
 * Writes a record for its way to the reporter, in canonical JSON and without the times of a run.
 *
 * @param record - what a test has found; its origin is filled in when it is collected
 * @param attempt - which try of the test made it
 * @param line - of the test's file, from 1
 */
export function packRecord(record: TribunalRecord, attempt: Attempt, line?: number): PackedRecord {
  const made = timeless(record)
  const bounded = boundRecord(made)
  const pack = (some: TribunalRecord): string => canonicalJson(envelopeOf(some, attempt, line))
  if (bounded === made) return { json: pack(made) }
  const whole = canonicalJson(made)
  if (whole.length <= WHOLE_LIMIT)
    return { json: pack({ ...bounded, whole: { file: wholeFile(whole), bytes: Buffer.byteLength(whole) } }), whole }
  const gap = `all of it has ${whole.length} characters, more than the ${WHOLE_LIMIT} that are kept`
  return { json: pack({ ...bounded, gaps: [...(bounded.gaps ?? []), gap] }) }
}

/**
 * The bounded part of {@link packRecord} alone.
 *
 * @param record - what a test has found
 * @param attempt - which try of the test made it
 */
export const encodeRecord = (record: TribunalRecord, attempt: Attempt): string => packRecord(record, attempt).json

/**
 * The file in which a whole record is kept: its name is its content's, so that it can be checked, moved, and is never there twice.
 *
 * @param text - canonical JSON of the record
 */
export const wholeFile = (text: string): string => `records/${createHash('sha256').update(text).digest('hex')}.json`

// Helpers

const envelopeOf = (record: TribunalRecord, attempt: Attempt, line: number | undefined): Envelope => ({
  format: 'tribunal-record',
  version: 1,
  attempt,
  ...(line !== undefined && { line }),
  record,
})

function timeless(record: TribunalRecord): TribunalRecord {
  if (record.kind === 'trial') return { ...record, run: timelessRun(record.run) }
  if (record.kind !== 'law' || record.trials === undefined) return record
  return { ...record, trials: record.trials.map((trial) => ({ ...trial, run: timelessRun(trial.run) })) }
}

const timelessRun = (run: ReportedRun): ReportedRun => ({
  ...run,
  events: run.events.map((event) => ({ ...event, at: undefined })),
})
