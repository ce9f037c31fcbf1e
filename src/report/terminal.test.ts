import { expect, test } from 'vitest'
import { docket } from '../../test/reporter/docket.ts'
import { hostile } from '../../test/reporter/hostile.ts'
import { inspectionRecord, lawRecord } from '../../test/reporter/records.ts'
import { assemble } from './assemble.ts'
import { terminal } from './terminal.ts'

const look = { color: false, width: 100, page: 'tribunal-report/index.html' }

test('shows the worst first, what is refused, the gate and the path', () => {
  expect(terminal(docket(), look)).toMatchInlineSnapshot(`
    "
      verdict          fid  eff  system                                      worst flag
      fail             38   21   incident-review 20260412-221904-c0ffee      incomplete-run
      partial          69   85   release-notes 20260411-090210-77ad01        marked-without-output
      fail (expected)  39   20   research-digest cut-after-collector         incomplete-run
      pass             98   82   inbox-triage 20260409-073000-9a0b1c
      pass             85   98   oversight oversight-40d2e7                  unreadable-decision
      pass             98   98   oversight oversight-91f0aa
      pass             98   98   proposer-adversary proposer-adversary-18aa
      pass             98   88   release-notes 20260408-090000-11ce42
      pass             98   98   research-digest 20260410-101500-a1b2c3
      pass             98   98   research-digest 20260411-101500-b2c3d4
      pass             85   80   nightly-triage 20260412-030000-00f1aa
      pass             98   83   worker-critic worker-critic-5b1e90          budget-exhausted

      ✗ incident-review (20260412-221904-c0ffee): verdict fail (fidelity 38, effectiveness 21) is under the gate, which asks for pass.
      ✗ release-notes (20260411-090210-77ad01): verdict partial (fidelity 69, effectiveness 85) is under the gate, which asks for pass.
      ✗ noninterference of support-pipeline is broken (41 tries, seed 7).
      ✗ no-private-text of worker-critic is broken (run worker-critic-leaky-2c).
      ✗ scenarios/todo.test.ts ran in full and recorded no inspection, law or arbitration.

      The smallest script that breaks noninterference of support-pipeline (seed 7, path 40:2:1):
        test('replays noninterference', async ({ trial }) => {
          const run = await trial(supportPipeline, {
            script: { drafter: [say('ok', { reasoning: 'zq' })], reviewer: [accept()] },
          })
          expect(run).toKeepFirewalls()
        })

     ✗ The gate (pass) refuses: 4 under the gate, 1 unverified. Exit code 1.
       Report: tribunal-report/index.html"
  `)
})

test('keeps its table within the width', () => {
  for (const width of [60, 80, 200])
    for (const line of terminal(docket(), { ...look, width })
      .split('\n')
      .slice(0, 14))
      expect(line.length).toBeLessThanOrEqual(width)
})

test('rows of one system and run are told apart by their tests, at any width', () => {
  const row = (test: string, facts: object = {}) =>
    inspectionRecord({ system: 'a', run_id: 'r', ...facts }, { origin: { file: 'a.test.ts', test } })
  const wants = { expectation: { expected: 'fail' as const, met: true } }
  const records = [
    row('is whole'),
    row('is cut off', { verdict: 'fail' }),
    { ...row('has\nlost its output', { verdict: 'fail' }), ...wants },
    row('is alone', { run_id: 's' }),
  ]
  const document = assemble({ seed: 1, scope: { include: null, narrowed: 'no' }, level: 'pass', records })
  const lines = (width: number) => terminal(document, { ...look, width }).split('\n')
  expect(lines(100).slice(1, 9)).toEqual([
    '  verdict          fid  eff  system  worst flag',
    '  fail             98   98   a r',
    '    in is cut off',
    '  fail (expected)  98   98   a r',
    '    in has lost its output',
    '  pass             98   98   a s',
    '  pass             98   98   a r',
    '    in is whole',
  ])
  expect(lines(20)[5]).toBe('    in has lost its…')
})

test('what is refused at great length is cut', () => {
  const records = [inspectionRecord({ verdict: 'fail', system: 'x'.repeat(50_000) })]
  const document = assemble({ seed: 1, scope: { include: null, narrowed: 'no' }, level: 'pass', records })
  expect(
    Math.max(
      ...terminal(document, look)
        .split('\n')
        .map((line) => line.length),
    ),
  ).toBeLessThan(1_100)
})

test('colours only where it is asked to', () => {
  expect(terminal(docket(), { ...look, color: true })).toContain('\u001b[31m')
  expect(terminal(docket(), look)).not.toContain('\u001b')
})

test('no text of a run reaches the terminal as a command', () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
  expect(terminal(hostile(docket(), 11), look)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
})

test('a name of several lines stays on one, and begins no command of a CI machine', () => {
  const name = 'a\n::error::b\r\n##[group]c'
  const origin = { file: name, test: name }
  const records = [
    inspectionRecord({ verdict: 'fail', system: name, run_id: name }, { origin }),
    lawRecord({ status: 'broken', law: '::error::x', subject: name, path: name, counterexample: name, origin }),
  ]
  const document = assemble({
    seed: 1,
    scope: { include: null, narrowed: 'no' },
    level: 'pass',
    records,
    tests: [{ project: '', file: name, test: name, state: 'failed', flaky: false }],
    files: [{ project: name, file: name, included: true, in_full: true, checks: 0 }],
    unreadable: [`${name} > ${name}: record 1`],
  })
  for (const width of [40, 200]) {
    const lines = terminal(document, { ...look, width, page: name }).split('\n')
    expect(lines.filter((line) => /^\s*(::|##\[)/.test(line))).toEqual([])
    // Three of them are the script to paste.
    expect(lines.filter((line) => /^(b|c|⟨##)|^\S/.test(line))).toEqual([])
  }
})
