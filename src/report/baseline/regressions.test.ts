import { expect, test } from 'vitest'
import { flag, inspectionRecord, lawRecord } from '../../../test/reporter/records.ts'
import { assemble } from '../assemble.ts'
import type { TribunalRecord } from '../records.ts'
import { baselineOf, writeBaseline } from './baseline.ts'
import { readBaseline } from './read-baseline.ts'
import { newCases, regressions } from './regressions.ts'

const origin = { file: 'scenarios/a.test.ts', test: 'holds' }
const documentOf = (records: readonly TribunalRecord[], narrowed: 'no' | 'files' = 'no') =>
  assemble({ seed: 1, scope: { include: null, narrowed }, level: 'pass', records })
const case_ = (facts: object = {}) => inspectionRecord({ system: 'a', run_id: 'r', ...facts }, { origin })
const reviewed = (records: readonly TribunalRecord[]) =>
  baselineOf(documentOf(records), { at: '2026-05-12T08:00:00.000Z', note: '' })
const found = (before: readonly TribunalRecord[], now: readonly TribunalRecord[], maxDrop = 0) =>
  [...regressions(documentOf(now), reviewed(before), maxDrop)].map(({ rule, message }) => `${rule}: ${message}`)

test('the same run is no regression, and neither is a better one', () => {
  const run = [case_({ runtime_fidelity: 90 }), lawRecord({ origin })]
  expect(found(run, run)).toEqual([])
  expect(found(run, [case_({ runtime_fidelity: 98 }), lawRecord({ origin, tries: 9 })])).toEqual([])
})

test.each<[string, readonly TribunalRecord[], readonly TribunalRecord[], number, string[]]>([
  [
    'a new critical flag',
    [case_({ flags: [flag('order-violated', 'critical', '')] })],
    [case_({ flags: [flag('order-violated', 'critical', ''), flag('empty-output', 'critical', '')] })],
    0,
    ['new-critical-flag: a (r) in scenarios/a.test.ts > holds: the critical flag empty-output is new.'],
  ],
  [
    'a lower verdict',
    [case_()],
    [case_({ verdict: 'partial' })],
    0,
    ['lower-verdict: a (r) in scenarios/a.test.ts > holds: verdict partial, and pass in the baseline.'],
  ],
  [
    'a score too far below',
    [case_()],
    [case_({ runtime_fidelity: 92 })],
    5,
    [
      "lower-score: a (r) in scenarios/a.test.ts > holds: runtime fidelity 92 is 6 points under the baseline's 98 (allowed: 5).",
    ],
  ],
  ['a score as far below as allowed', [case_()], [case_({ runtime_fidelity: 93 })], 5, []],
  [
    'a missing case',
    [case_(), case_({ system: 'b' })],
    [case_()],
    0,
    ['missing-case: b in scenarios/a.test.ts > holds: it is in the baseline and missing now.'],
  ],
  [
    'a duplicated case',
    [case_()],
    [case_(), case_({ run_id: 's' })],
    0,
    ['duplicated-case: a (r) in scenarios/a.test.ts > holds: it is there 2 times, and 1 in the baseline.'],
  ],
  [
    'a law that held',
    [lawRecord({ origin })],
    [lawRecord({ origin, status: 'unverified' })],
    0,
    [
      'lower-verdict: presence of worker-critic in scenarios/a.test.ts > holds: verdict unverified, and held in the baseline.',
    ],
  ],
  ['a run with another id', [case_()], [case_({ run_id: 'other' })], 0, []],
])('%s', (_, before, now, maxDrop, messages) => {
  expect(found(before, now, maxDrop)).toEqual(messages)
})

test('two cases of one place are compared by their runs', () => {
  const before = [case_({ run_id: 'x', runtime_fidelity: 50 }), case_({ run_id: 'y', runtime_fidelity: 90 })]
  const now = [case_({ run_id: 'x', runtime_fidelity: 50 }), case_({ run_id: 'y', runtime_fidelity: 80 })]
  expect(found(before, now)).toHaveLength(1)
  expect(found(before, now)[0]).toContain('a (y)')
})

test('cases of one place whose runs have other names now are compared the worst with the worst', () => {
  const good = { runtime_fidelity: 98 }
  const bad = { runtime_fidelity: 60, verdict: 'partial' as const }
  const run = (a: string, b: string) => [case_({ run_id: a, ...good }), case_({ run_id: b, ...bad })]
  expect(found(run('x', 'y'), run('q', 'p'))).toEqual([])
  expect(found(run('x', 'y'), [case_({ run_id: 'q', ...bad }), case_({ run_id: 'p', ...bad })])).toHaveLength(2)
})

test('cases of one place and one run are compared the worst with the worst', () => {
  const scores = (...all: number[]) => all.map((runtime_fidelity) => case_({ runtime_fidelity }))
  expect(found(scores(9, 50), scores(10, 50))).toEqual([])
})

test('a run of some files lacks nothing of the others', () => {
  expect([...regressions(documentOf([], 'files'), reviewed([case_()]), 0)]).toEqual([])
})

test('a case that the baseline does not know is new, and no regression', () => {
  const document = documentOf([case_(), case_({ system: 'b' })])
  expect([...regressions(document, reviewed([case_()]), 0)]).toEqual([])
  expect(newCases(document, reviewed([case_()])).map(({ subject }) => subject)).toEqual(['b'])
})

test('a baseline is read as it was written, a case a line', () => {
  const baseline = reviewed([case_(), case_({ system: 'b' }), lawRecord()])
  const text = writeBaseline(baseline)
  expect(readBaseline(text, 'b')).toEqual(baseline)
  expect(text.split('\n').filter((line) => line.includes('"kind"'))).toHaveLength(3)
  expect(() => readBaseline(writeBaseline(reviewed([])), 'b')).toThrow('cases must NOT have fewer than 1 items')
  expect(() => readBaseline(text.replace('"version": 1', '"version": 0'), 'b')).toThrow('version must be 1')
  expect(() => readBaseline('{"format":"tribunal-baseline"}', 'b')).toThrow("must have required property 'cases'")
  // Without a score nothing would be held against it.
  expect(() => readBaseline(text.replace(/"runtime_fidelity":\d+,/, ''), 'b')).toThrow('runtime_fidelity')
  expect(() => readBaseline('x', 'b')).toThrow('The baseline b cannot be used: it is no JSON.')
})
