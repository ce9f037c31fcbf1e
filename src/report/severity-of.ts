import type { TribunalRecord } from './records.ts'

/**
 * How bad a record is, for "worst first": 0 is good news; what the test expected is no bad news.
 *
 * @param record - any record
 * @returns 0 to 100
 */
export function severityOf(record: TribunalRecord): number {
  switch (record.kind) {
    case 'inspection': {
      if (record.expectation !== null) return record.expectation.met ? 10 : 95
      return { fail: 80, partial: 50, pass: 0 }[record.inspection.verdict]
    }
    case 'uninspectable':
      return record.expectation?.met ? 10 : 100
    case 'trial':
      if (record.expectation?.met) return 10
      return record.violations.length > 0 ? 85 : record.run.status === 'failed' ? 30 : 0
    case 'law':
      if (record.expectation?.met) return 10
      return { broken: 90, unverified: 60, held: 0 }[record.status]
    case 'arbitration':
      return 0
  }
}
