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
const arbitration = (action: string, source = 'model'): TribunalRecord => ({
  kind: 'arbitration',
  origin: null,
  record: { input: { situation: 's', allowed_actions: ['x', 'y', 'z'] }, outcome: { action, source } },
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
      [system(), system({ verdict: 'fail' }, expected)],
      null,
    ],
    [
      'a floor on which only what tests expect to be bad stands',
      { floors: [{ system: 'a', verdict: 'pass' }] },
      [system({ verdict: 'fail' }, expected)],
      'The policy has a floor for system a, and no inspection stands on it but 1 as bad as the tests expect.',
    ],
    [
      'a floor under something good that its test expects',
      { floors: [{ system: 'a', runtimeFidelity: 99 }] },
      [system({}, { expectation: { expected: 'pass', met: true } })],
      'a (r): runtime fidelity 98 is under the floor of system a, which asks for 99.',
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
      [table('taint', null), lawRecord()],
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
    [
      'an allowed action that is the default, and came out as that alone',
      { arbitrations: { minCoverage: 1 } },
      [arbitration('x'), arbitration('y'), arbitration('z', 'default')],
      'Situation s: 2 of 3 allowed actions came out (never z), and the policy asks for 100 %.',
    ],
    [
      'no arbitration at all',
      { arbitrations: { minCoverage: 1 } },
      [system()],
      'The policy asks that 100 % of the allowed actions come out, and no arbitration was recorded.',
    ],
    [
      'too few cases',
      { atLeast: { inspections: 2, laws: 1 } },
      [system(), lawRecord()],
      'inspections: 1, and the policy asks for 2 or more.',
    ],
    [
      'too much that tests expect to be bad',
      { maxExpectedBad: 1 },
      [
        system({ verdict: 'fail' }, expected),
        lawRecord({ status: 'broken', expectation: { expected: 'broken', met: true } }),
      ],
      'As bad as their tests expect: 2, and the policy allows 1: a (r), presence of worker-critic.',
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

test('skipped tests are counted where something must be checked', () => {
  const files = [{ project: '', file: 'scenarios/a.test.ts', included: true, in_full: true, checks: 1, skipped: 2 }]
  const records = [system({}, { origin })]
  const [one] = judged(records, { hard: { maxSkipped: 1 } }, { files }).refusals
  expect(one?.message).toBe('Skipped tests: 2, and the policy allows 1: in scenarios/a.test.ts.')
  expect(judged(records, { hard: { maxSkipped: 2 } }, { files }).refusals).toEqual([])
})

test.each([
  ['files', {}, 3],
  ['tests', {}, 3],
  ['tests', { allowNarrowed: true }, 0],
  ['no', {}, 0],
] as const)('a run narrowed to some %s, under %j, ends with %i', (narrowed, policy, exitCode) => {
  expect(judged([system()], policy, { scope: { include: null, narrowed } }).exitCode).toBe(exitCode)
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

  test('never lets a merge through from which a shard is missing', () => {
    const scope = { include: null, narrowed: 'no', missing: { files: 1, of: 8, shards: [5] } } as const
    expect(judged([system()], { allowUnverified: true }, { scope }).exitCode).toBe(3)
  })

  test('never lets a run through in which nothing was checked', () => {
    expect(judged([], { allowUnverified: true }).exitCode).toBe(3)
    const { exitCode, refusals } = judged([lawRecord({ status: 'unverified' })], { allowUnverified: true }, parts)
    expect([exitCode, refusals.at(0)?.message]).toEqual([
      3,
      'Nothing was checked: 0 inspections, 0 of 1 laws, 0 arbitrations.',
    ])
  })
})

test('the gate of the policy goes over the one of the run', () => {
  expect(judged([system({ verdict: 'partial' })], { gate: 'partial' }).exitCode).toBe(0)
  expect(judged([system({ verdict: 'partial' })], {}).exitCode).toBe(1)
})
