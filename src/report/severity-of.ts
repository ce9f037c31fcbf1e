import { isExpected } from './is-excused.ts'
import type { TribunalRecord } from './records.ts'

/**
 * How bad a record is, for "worst first": 0 is good news, whoever expected it; what is as bad as its test expects is no bad news.
 *
 * @param record - any record
 * @returns 0 to 100
 */
export function severityOf(record: TribunalRecord): number {
  switch (record.kind) {
    case 'inspection': {
      const { expectation, inspection } = record
      if (expectation === null) return { fail: 80, partial: 50, pass: 0 }[inspection.verdict]
      return isExpected(expectation, inspection.verdict) ? { fail: 10, partial: 9, pass: 0 }[inspection.verdict] : 95
    }
    case 'uninspectable':
      return isExpected(record.expectation, record.code) ? 10 : 100
    case 'trial': {
      const { expectation, run, violations } = record
      if (violations.length > 0) return isExpected(expectation, 'broken') ? 10 : 85
      return run.status === 'completed' ? 0 : isExpected(expectation, 'held') ? 10 : 30
    }
    case 'law': {
      const { expectation, status } = record
      if (!expectation) return { broken: 90, unverified: 60, held: 0 }[status]
      return isExpected(expectation, status) ? { broken: 10, unverified: 9, held: 0 }[status] : 95
    }
    case 'arbitration':
      return 0
  }
}
