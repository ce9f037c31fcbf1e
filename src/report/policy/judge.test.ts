import { describe, expect, test } from 'vitest'
import { flag, inspectionRecord, lawRecord } from '../../../test/reporter/records.ts'
import { assemble, type Parts } from '../assemble.ts'
import type { TribunalRecord } from '../records.ts'
import { judge } from './judge.ts'
import type { Policy, Rules } from './policy.ts'

const origin = { file: 'scenarios/a.test.ts', test: 'holds' }

const documentOf = (records: readonly TribunalRecord[], parts: Partial<Parts> = {}) =>
  assemble({ seed: 1, scope: { include: null, narrowed: 'no' }, level: 'pass', records, ...parts })

const judged = (records: readonly TribunalRecord[], policy: Partial<Policy>, parts: Partial<Parts> = {}) =>
  judge(documentOf(records, parts), { format: 'tribunal-policy', version: 1, ...policy }, null)

const system = (facts: object = {}, rest: object = {}) => inspectionRecord({ system: 'a', run_id: 'r', ...facts }, rest)
const expected = { expectation: { expected: 'fail' as const, met: true } }
const table = (...killed: (string | null)[]) =>
  lawRecord({
    law: 'mutants',
    status: killed.includes(null) ? 'unverified' : 'held',
    mutants: killed.map((killed_by, index) => ({ mutant: `m${index}`, killed_by, tries: 10 })),
  })
const arbitration = (action: string): TribunalRecord => ({
  kind: 'arbitration',
  origin: null,
  record: { input: { situation: 's', allowed_actions: ['x', 'y', 'z'] }, outcome: { action } },
})

describe('a hard rule refuses with the case, the rule and the numbers', () => {
  test.each<[string, Rules, readonly TribunalRecord[], string | null]>([
    [
      'a floor by system',
      { floors: [{ system: 'a', runtimeFidelity: 99 }] },
      [system()],
      'a (r): runtime fidelity 98 is under the floor of system a, which asks for 99.',
    ],
    ['a floor that is reached', { floors: [{ system: 'a', runtimeFidelity: 98 }] }, [system()], null],
    [
      'a floor of effectiveness',
      { floors: [{ system: '*', taskEffectiveness: 100 }] },
      [system()],
      'a (r): task effectiveness 98 is under the floor of system *, which asks for 100.',
    ],
    [
      'a floor that a test expects to be missed',
      { floors: [{ system: 'a', verdict: 'pass' }] },
      [system({ verdict: 'fail' }, expected)],
      null,
    ],
    [
      'a floor on which nothing stands',
      { floors: [{ system: 'b', verdict: 'pass' }] },
      [system()],
      'The policy has a floor for system b, and no inspection stands on it.',
    ],
    [
      'a forbidden flag',
      { forbiddenFlags: ['timing-unknown'] },
      [system({ flags: [flag('timing-unknown', 'info', 'x')] })],
      'a (r): the policy forbids the flag timing-unknown, and it is raised once.',
    ],
    [
      'too few tries',
      { laws: { minTries: 301 } },
      [lawRecord()],
      'presence of worker-critic: 300 tries, and the policy asks for 301.',
    ],
    ['one run that a law was held against', { laws: { minTries: 301 } }, [lawRecord({ tries: 1, run: 'r' })], null],
    [
      'too few behaviours',
      { laws: { minCoverage: 0.9 } },
      [lawRecord({ covered: { accepted: 3, aborted: 0 }, missing: ['aborted'] })],
      'presence of worker-critic: 1 of 2 behaviours were seen (never aborted), and the policy asks for 90 %.',
    ],
    [
      'a planted fault that nobody noticed',
      { laws: { mutantsKilled: 0.8 } },
      [table('taint', null)],
      'mutants of worker-critic: 1 of 2 planted faults are noticed (not "m1"), and the policy asks for 80 %.',
    ],
    ['planted faults that were noticed', { laws: { mutantsKilled: 1 } }, [table('taint', 'bounds')], null],
    [
      'no fault planted at all',
      { laws: { mutantsKilled: 1 } },
      [lawRecord()],
      'The policy asks that 100 % of the planted faults are noticed, and none was planted.',
    ],
    [
      'actions that never came out',
      { arbitrations: { minCoverage: 0.7 } },
      [arbitration('x'), arbitration('y')],
      'Situation s: 2 of 3 allowed actions came out (never z), and the policy asks for 70 %.',
    ],
  ])('%s', (_, hard, records, message) => {
    const own = judged(records, { hard, allowUnverified: ['mutants of *'] }).refusals
    expect(own.map((one) => one.message)).toEqual(message === null ? [] : [message])
  })

  test('a floor by tag holds the inspections of tests with that tag', () => {
    const tests = [{ project: '', ...origin, state: 'passed', flaky: false, tags: ['release'] }] as const
    const records = [system({}, { origin }), system({ run_id: 's' }, { origin: { ...origin, test: 'other' } })]
    const hard = { floors: [{ tag: 'release', runtimeFidelity: 99 }] }
    expect(judged(records, { hard }, { tests }).refusals.map(({ subject }) => subject)).toEqual(['a (r)'])
  })

  test('more flaky tests than allowed are named', () => {
    const tests = [{ project: '', ...origin, state: 'passed', flaky: true }] as const
    const [one] = judged([system({}, { origin })], { hard: { maxFlaky: 0 } }, { tests }).refusals
    expect(one!.message).toBe('Flaky tests: 1, and the policy allows 0: scenarios/a.test.ts > holds.')
    expect(judged([system({}, { origin })], { hard: { maxFlaky: 1 } }, { tests }).refusals).toEqual([])
  })
})

test('advisory rules are told of and turn nothing red', () => {
  const { exitCode, status, advisories } = judged([system()], {
    advisory: { floors: [{ system: 'a', runtimeFidelity: 99 }] },
  })
  expect([exitCode, status, advisories.length]).toEqual([0, 'pass', 1])
})

describe('allowUnverified', () => {
  const idle = { project: '', file: 'scenarios/todo.test.ts', included: true, in_full: true, checks: 0 }
  const parts = { files: [idle], scope: { include: ['scenarios/**'], narrowed: 'no' as const } }

  test.each<[NonNullable<Policy['allowUnverified']>, number]>([
    [false, 3],
    [[], 3],
    [['scenarios/other.test.ts'], 3],
    [['scenarios/t*.test.ts'], 0],
    [true, 0],
  ])('%j ends with %i', (allowUnverified, exitCode) => {
    expect(judged([system()], { allowUnverified }, parts).exitCode).toBe(exitCode)
  })

  test('never lets a run through in which nothing was checked', () => {
    expect(judged([], { allowUnverified: true }).exitCode).toBe(3)
  })
})

test('the gate of the policy goes over the one of the run', () => {
  expect(judged([system({ verdict: 'partial' })], { gate: 'partial' }).exitCode).toBe(0)
  expect(judged([system({ verdict: 'partial' })], {}).exitCode).toBe(1)
})
