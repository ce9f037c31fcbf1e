import { describe, expect, test } from 'vitest'
import { inspectionRecord, lawRecord, trialRecord } from '../../test/reporter/records.ts'
import type { FileEntry } from './document.ts'
import { type GateFacts, gate } from './gate.ts'

const facts = (some: Partial<GateFacts> = {}): GateFacts => ({
  inspections: [],
  uninspectable: [],
  laws: [],
  arbitrations: [],
  files: [],
  unreadable: [],
  scope: { include: ['scenarios/**'], narrowed: 'files' },
  ...some,
})
const verdict = (verdict: 'pass' | 'partial' | 'fail', expectation: { expected: 'fail'; met: boolean } | null = null) =>
  inspectionRecord({ verdict }, { expectation })
const file = (some: Partial<FileEntry> = {}): FileEntry => ({
  project: '',
  file: 'scenarios/a.test.ts',
  included: true,
  in_full: true,
  checks: 0,
  ...some,
})
const noReport = (expectation: { expected: string; met: boolean } | null) =>
  ({
    kind: 'uninspectable',
    origin: null,
    subject: 'run-1',
    code: 'corrupted-log',
    message: 'No marker.',
    expectation,
  }) as const
const failed = { project: '', file: 'scenarios/a.test.ts', test: 'a', state: 'failed', flaky: false } as const
const breaking = trialRecord({ violations: [{ law: 'taint', message: 'm', event: 0 }] })
const whole = { include: ['scenarios/**'], narrowed: 'no' } as const
const tests = { include: ['scenarios/**'], narrowed: 'tests' } as const

describe('the gate', () => {
  test.each([
    ['a pass is green', { inspections: [verdict('pass')] }, 'pass', 0],
    ['a partial is under the gate', { inspections: [verdict('partial')] }, 'under-gate', 1],
    ['a fail is under the gate', { inspections: [verdict('fail')] }, 'under-gate', 1],
    [
      'a fail that the test expects is green',
      { inspections: [verdict('fail', { expected: 'fail', met: true })] },
      'pass',
      0,
    ],
    [
      'a pass where the test expects a fail is not',
      { inspections: [verdict('pass', { expected: 'fail', met: false })] },
      'under-gate',
      1,
    ],
    ['a broken law is under the gate', { laws: [lawRecord({ status: 'broken' })] }, 'under-gate', 1],
    [
      'a broken law that the test expects is green',
      { laws: [lawRecord({ status: 'broken', expectation: { expected: 'broken', met: true } })] },
      'pass',
      0,
    ],
    ['a law that was not checked is unverified', { laws: [lawRecord({ status: 'unverified' })] }, 'unverified', 3],
    ['a law that held over no try is unverified', { laws: [lawRecord({ tries: 0 })] }, 'unverified', 3],
    ['a table of no planted faults is unverified', { laws: [lawRecord({ mutants: [] })] }, 'unverified', 3],
    ['a run that cannot be inspected is 2', { uninspectable: [noReport(null)] }, 'cannot-inspect', 2],
    [
      'unless the test expects that',
      { uninspectable: [noReport({ expected: 'corrupted-log', met: true })] },
      'pass',
      0,
    ],
    ['a record that cannot be read is 2', { unreadable: ['a.test.ts: no JSON.'] }, 'cannot-inspect', 2],
    [
      '2 goes over 1 and 3',
      { inspections: [verdict('fail')], uninspectable: [noReport(null)], files: [file()] },
      'cannot-inspect',
      2,
    ],
    ['1 goes over 3', { inspections: [verdict('fail')], files: [file()] }, 'under-gate', 1],
    ['a file that checked nothing is unverified', { files: [file()] }, 'unverified', 3],
    ['a file that checked something is green', { files: [file({ checks: 1 })] }, 'pass', 0],
    ['a file outside include is not held to that', { files: [file({ included: false })] }, 'pass', 0],
    ['a file that did not run to its end is under the gate', { files: [file({ in_full: false })] }, 'under-gate', 1],
    ['but not where only some tests were to run', { files: [file({ in_full: false })], scope: tests }, 'pass', 0],
    ['a test that failed is under the gate', { tests: [failed] }, 'under-gate', 1],
    ['a trial that breaks a law, without that law, is under the gate', { trials: [breaking] }, 'under-gate', 1],
    [
      'unless the test expects that',
      { trials: [{ ...breaking, expectation: { expected: 'broken', met: true } }] },
      'pass',
      0,
    ],
    [
      'an expectation that says of itself that it was met is not believed',
      { inspections: [verdict('partial', { expected: 'fail', met: true })] },
      'under-gate',
      1,
    ],
    [
      'a law that held where the test expects it broken is under the gate',
      { laws: [lawRecord({ expectation: { expected: 'broken', met: true } })] },
      'under-gate',
      1,
    ],
    [
      'a merge without one of its shards is unverified',
      { scope: { ...whole, missing: { files: 2, of: 9, shards: [5] } }, files: [file({ checks: 1 })] },
      'unverified',
      3,
    ],
    ['a run narrowed to some tests is not held to that', { files: [file()], scope: tests }, 'pass', 0],
    ['a whole run without a file of include is unverified', { scope: whole }, 'unverified', 3],
    ['a whole run with one is green', { scope: whole, files: [file({ checks: 1 })] }, 'pass', 0],
    ['a run narrowed to other files is not held to that', {}, 'pass', 0],
    [
      'where no files were agreed, nothing at all is unverified',
      { scope: { include: null, narrowed: 'no' } },
      'unverified',
      3,
    ],
  ] as const)('%s', (_, some, status, exitCode) => {
    expect(gate(facts(some), 'pass')).toMatchObject({ status, exitCode })
  })

  test('lets a partial through at the lower level, never a fail', () => {
    expect(gate(facts({ inspections: [verdict('partial')] }), 'partial').exitCode).toBe(0)
    expect(gate(facts({ inspections: [verdict('fail')] }), 'partial').exitCode).toBe(1)
  })

  test('names the case, the rule and the numbers of each refusal', () => {
    const { message, refusals } = gate(facts({ inspections: [verdict('partial')], files: [file()] }), 'pass')
    expect([message, ...refusals.map(({ rule, message }) => `${rule}: ${message}`)]).toMatchInlineSnapshot(`
      [
        "The gate (pass) refuses: 1 under the gate, 1 unverified. research-digest (20260412-101500-a1b2c3): verdict partial (fidelity 98, effectiveness 98) is under the gate, which asks for pass.",
        "verdict: research-digest (20260412-101500-a1b2c3): verdict partial (fidelity 98, effectiveness 98) is under the gate, which asks for pass.",
        "file-unverified: scenarios/a.test.ts ran in full and recorded no inspection, law or arbitration.",
      ]
    `)
  })

  test('names what failed, once, and what is missing from a merge', () => {
    const missing = { files: 2, of: 9, shards: [5] }
    const other = { ...failed, test: 'b' }
    const some = {
      tests: [failed, other],
      files: [file({ in_full: false }), file({ file: 'b.test.ts', in_full: false })],
    }
    const inspections = [inspectionRecord({ verdict: 'fail' }, { origin: { file: failed.file, test: 'b' } })]
    const { refusals } = gate(facts({ ...some, inspections, scope: { ...whole, missing } }), 'pass')
    expect(refusals.slice(1).map(({ rule, message }) => `${rule}: ${message}`)).toEqual([
      'test-failed: scenarios/a.test.ts > a: the test failed.',
      'file-failed: b.test.ts did not run to its end, so what it checks was not checked.',
      'files-missing: 2 of 9 test files are missing from the merge. Nothing came of shard 5.',
    ])
  })

  test('says what it was satisfied with', () => {
    const inspections = [verdict('pass'), verdict('fail', { expected: 'fail', met: true })]
    expect(gate(facts({ inspections, laws: [lawRecord()] }), 'pass').message).toMatchInlineSnapshot(
      `"The gate (pass) is satisfied: 2 inspections (1 as bad as its test expects), 1 law."`,
    )
  })
})
