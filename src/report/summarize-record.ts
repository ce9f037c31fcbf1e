import type { Attempt } from './encode-record.ts'
import type { TribunalRecord } from './records.ts'

/** What a test's meta says about its records: small, for user interfaces. */
export interface RecordSummary {
  readonly attempt: Attempt
  readonly inspections: number
  readonly trials: number
  readonly laws: number
  readonly arbitrations: number
  /** The worst of what was found; null when nothing found has a verdict. */
  readonly worst: Outcome | null
}

type Outcome = 'pass' | 'partial' | 'fail'

/**
 * Adds a record to the summary of its test; a new attempt starts over.
 *
 * @param before - the summary so far
 * @param record - what the test has found
 * @param attempt - which try of the test made it
 */
export function summarizeRecord(
  before: RecordSummary | undefined,
  record: TribunalRecord,
  attempt: Attempt,
): RecordSummary {
  const fresh = before?.attempt.repeat !== attempt.repeat || before.attempt.retry !== attempt.retry
  const summary = fresh ? { attempt, inspections: 0, trials: 0, laws: 0, arbitrations: 0, worst: null } : before
  const plural = PLURALS[record.kind]
  return { ...summary, [plural]: summary[plural] + 1, worst: worse(summary.worst, outcomeOf(record)) }
}

// Helpers

const PLURALS = {
  inspection: 'inspections',
  uninspectable: 'inspections',
  trial: 'trials',
  law: 'laws',
  arbitration: 'arbitrations',
} as const

const ORDER: readonly (Outcome | null)[] = ['fail', 'partial', 'pass', null]

const worse = (a: Outcome | null, b: Outcome | null): Outcome | null =>
  ORDER[Math.min(ORDER.indexOf(a), ORDER.indexOf(b))]!

function outcomeOf(record: TribunalRecord): Outcome | null {
  switch (record.kind) {
    case 'inspection':
      return record.inspection.verdict
    case 'uninspectable':
      return 'fail'
    case 'trial':
      return record.violations.length > 0 ? 'fail' : null
    case 'law':
      return record.status === 'held' ? 'pass' : record.status === 'broken' ? 'fail' : 'partial'
    case 'arbitration':
      return null
  }
}
