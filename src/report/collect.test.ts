import { expect, test } from 'vitest'
import { inspectionRecord, lawRecord, trialRecord } from '../../test/reporter/records.ts'
import { writeDocument } from './assemble.ts'
import { type Collection, collect, type TestFacts } from './collect.ts'
import { encodeRecord, packRecord, wholeFile } from './encode-record.ts'

const at = (repeat: number, retry: number, verdict: 'pass' | 'partial' | 'fail'): string =>
  encodeRecord(inspectionRecord({ verdict }), { repeat, retry })

const oneTest = (records: readonly unknown[], some: Partial<TestFacts> = {}): TestFacts => ({
  project: '',
  file: 'scenarios/a.test.ts',
  test: 'a',
  state: 'passed',
  records,
  ...some,
})

const collection = (tests: readonly TestFacts[]): Collection => ({
  seed: 1,
  level: 'pass',
  scope: { include: ['scenarios/**'], narrowed: 'no' },
  files: [{ project: '', file: 'scenarios/a.test.ts', included: true, in_full: true }],
  tests,
})

test.each([
  ['of retries the last counts', [at(0, 0, 'fail'), at(0, 1, 'pass')], ['pass'], true],
  ['whatever order they come in', [at(0, 1, 'pass'), at(0, 0, 'fail')], ['pass'], true],
  ['of repeats the worst', [at(0, 0, 'pass'), at(1, 0, 'partial'), at(2, 0, 'pass')], ['partial'], true],
  ['of both, the worst of the last', [at(0, 0, 'fail'), at(0, 1, 'pass'), at(1, 1, 'partial')], ['partial'], true],
  ['repeats that agree are not flaky', [at(0, 0, 'pass'), at(1, 0, 'pass')], ['pass'], false],
])('%s', (_, records, verdicts, flaky) => {
  const { inspections, tests } = collect(collection([oneTest(records)]))
  expect(inspections.map(({ inspection }) => inspection.verdict)).toEqual(verdicts)
  expect(tests[0]?.flaky).toBe(flaky)
})

test('the order in which tests and records arrive leaves no trace', () => {
  const records = ['c', 'a', 'b'].map((run_id) => encodeRecord(inspectionRecord({ run_id }), { repeat: 0, retry: 0 }))
  const law = encodeRecord(lawRecord(), { repeat: 0, retry: 0 })
  const tests = [oneTest(records), oneTest([law], { test: 'b' })]
  const turned = [oneTest([law], { test: 'b' }), oneTest(records.toReversed())]
  expect(writeDocument(collect(collection(turned)))).toBe(writeDocument(collect(collection(tests))))
})

test('a record is filed where it was found, not where it says it was made', () => {
  const forged = inspectionRecord({}, { origin: { file: 'elsewhere.test.ts', test: 'x' } })
  const { inspections } = collect(collection([oneTest([encodeRecord(forged, { repeat: 0, retry: 0 })])]))
  expect(inspections[0]?.origin).toEqual({ file: 'scenarios/a.test.ts', test: 'a' })
})

test('a trial that no one looked at is no check', () => {
  const { gate } = collect(collection([oneTest([encodeRecord(trialRecord(), { repeat: 0, retry: 0 })])]))
  expect(gate.status).toBe('unverified')
})

test('a record that cannot be read is named and never green', () => {
  const { gate, unreadable } = collect(collection([oneTest(['{}', at(0, 0, 'pass')])]))
  expect(gate.exit_code).toBe(2)
  expect(unreadable).toEqual([
    "scenarios/a.test.ts > a: record 1 cannot be read: the whole must have required property 'format'.",
  ])
})

test('a whole record that did not arrive is not promised', () => {
  const { json, whole = '' } = packRecord(inspectionRecord({ summary: 'x'.repeat(300_000) }), { repeat: 0, retry: 0 })
  const [there] = collect(collection([oneTest([json], { wholes: [wholeFile(whole)] })])).inspections
  expect(there?.whole?.file).toBe(wholeFile(whole))
  const [lost] = collect(collection([oneTest([json])])).inspections
  expect([lost?.whole, lost?.gaps?.at(-1)]).toEqual([undefined, 'all of it did not arrive'])
})

test('a test that failed before it recorded anything is in the document, and so is what was skipped', () => {
  const { gate, tests, files } = collect(
    collection([
      oneTest([at(0, 0, 'pass')]),
      oneTest([], { test: 'fails', state: 'failed' }),
      oneTest([], { test: 'later', state: 'skipped' }),
    ]),
  )
  expect(gate.refusals.map(({ rule, subject }) => [rule, subject])).toEqual([['test-failed', 'fails']])
  expect(tests.map(({ test }) => test)).toEqual(['a', 'fails'])
  expect(files[0]?.skipped).toBe(1)
})

test('a failed test elsewhere is none of its business', () => {
  const { tests } = collect(collection([oneTest([], { file: 'unit.test.ts', state: 'failed' })]))
  expect(tests).toEqual([])
})
