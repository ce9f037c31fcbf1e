import { expect, test } from 'vitest'
import { inspectionRecord, lawRecord } from '../../test/reporter/records.ts'
import type { TribunalRecord } from './records.ts'
import { severityOf } from './severity-of.ts'

const wants = <T extends string>(expected: T, met = true) => ({ expectation: { expected, met } })

test('the worst first: what is not as expected, what is bad, what is as bad as expected, and what is good', () => {
  const records: TribunalRecord[] = [
    inspectionRecord({ verdict: 'pass' }, wants('fail', false)),
    inspectionRecord({ verdict: 'fail' }),
    inspectionRecord({ verdict: 'partial' }),
    inspectionRecord({ verdict: 'fail' }, wants('fail')),
    inspectionRecord({ verdict: 'partial' }, wants('partial')),
    inspectionRecord({ verdict: 'pass' }, wants('pass')),
  ]
  expect(records.map(severityOf)).toEqual([95, 80, 50, 10, 9, 0])
  expect(severityOf(inspectionRecord({ verdict: 'pass' }))).toBe(0)
  expect(severityOf(lawRecord({ status: 'held', ...wants('held') }))).toBe(0)
  expect(severityOf(lawRecord({ status: 'held', ...wants('broken', false) }))).toBe(95)
})

test('what a record says of its expectation is worked out again', () => {
  expect(severityOf(inspectionRecord({ verdict: 'fail' }, wants('pass', true)))).toBe(95)
  expect(severityOf(lawRecord({ status: 'broken', ...wants('held', true) }))).toBe(95)
})
