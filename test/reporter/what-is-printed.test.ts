import { expect, test } from 'vitest'
import { runProject } from './run-project.ts'

test('the terminal gets a table, the refusals, the gate in one line and the path of the report', {
  timeout: 60_000,
}, async () => {
  const { stderr, report } = await runProject('basic', ['passing', 'partial', 'expected', 'idle'])
  expect(stderr.replace(/Report: .*/, 'Report: …')).toMatchInlineSnapshot(`
    "
      verdict          fid  eff  system                                  worst flag
      partial          69   85   research-digest 20260412-101500-a1b2c3  missing-output
        in a run without one output is partial
      fail (expected)  39   20   research-digest 20260412-101500-a1b2c3
        in a run that was cut off fails, as it must
      pass             98   98   research-digest 20260412-101500-a1b2c3
        in a clean run passes

      ✗ research-digest (20260412-101500-a1b2c3): verdict partial (fidelity 69, effectiveness 85) is under the gate, which asks for pass.
      ✗ scenarios/idle.test.ts ran in full and recorded no inspection, law or arbitration.
     ✗ The gate (pass) refuses: 1 under the gate, 1 unverified. Exit code 1.
       Report: …
    "
  `)
  expect(stderr).toContain(`${report.split('/').at(-2)}/report/index.html`)
})

test('the output of --reporter=json stays parseable', { timeout: 60_000 }, async () => {
  const { stdout } = await runProject('basic', ['partial', '--reporter=json'])
  expect(JSON.parse(stdout)).toMatchObject({ numPassedTests: 1, success: true })
})
