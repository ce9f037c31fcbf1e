import { describe, expect, test } from 'vitest'
import { runProject } from './run-project.ts'

// The table of docs/exit-codes.md is run by test/exit-codes.test.ts; here is what is said besides the code.
describe('a real run', { concurrent: true, timeout: 60_000 }, () => {
  test("a failed test stays Vitest's own 1, whatever the gate says", async () => {
    expect((await runProject('basic', ['failing', 'garbled'])).exitCode).toBe(1)
  })

  test('whoever reads its document later sees what failed as well', async () => {
    const { document } = await runProject('basic', ['early', 'late', 'skipped', 'unloadable'])
    const { gate } = await document()
    expect(gate.exit_code).toBe(1)
    expect(gate.refusals.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([
      'test-failed: scenarios/early.test.ts > fails before it records anything: the test failed.',
      'errors: Errors outside of tests: 1, and none is allowed.',
      'file-failed: scenarios/unloadable.test.ts did not run to its end, so what it checks was not checked.',
      'file-unverified: scenarios/skipped.test.ts ran in full and recorded no inspection, law or arbitration; tests skipped: 2.',
    ])
  })

  test('a test that comes right on a retry is green', async () => {
    expect((await runProject('basic', ['unsteady'])).exitCode).toBe(0)
  })

  test('a report that cannot be written is 2, and what was found is told all the same', async () => {
    const { exitCode, stderr } = await runProject('basic', ['passing'], { REPORT: import.meta.filename })
    expect(exitCode).toBe(2)
    expect(stderr).toContain('The gate (pass) is satisfied: 1 inspection.')
    expect(stderr).toMatch(/The report was not written to .*: EEXIST.* Give another folder: tribunal\(\{ report \}\)\./)
    expect(stderr).not.toContain('Unhandled Error')
  })

  test('a registry that cannot be used costs the trends, and not the report', async () => {
    const { exitCode, stderr, text } = await runProject('basic', ['passing'], { REGISTRY: '/proc/tribunal/r.db' })
    expect(exitCode).toBe(0)
    expect(stderr).toContain('tribunal: this run is not remembered, and the report shows no trends: ')
    expect(await text('index.html')).toContain('<h1>The gate is satisfied</h1>')
  })

  test('a whole run in which include matches nothing says so', async () => {
    const { stderr } = await runProject('elsewhere')
    expect(stderr).toContain('No test file matches include (scenarios/**), so nothing was checked.')
  })

  test('a run narrowed to other files is none of its business', async () => {
    const { exitCode, stderr } = await runProject('elsewhere', ['other'])
    expect(exitCode).toBe(0)
    // Vite may tell how long its plugins took; of ours there is nothing.
    expect(stderr).not.toMatch(/The gate|matches include|never checked|unverified|Report:/)
  })

  test('a run that names all files that are there to check something is whole', async () => {
    const named = async (name: string) => (await (await runProject('basic', [name])).document()).scope.narrowed
    expect([await named('scenarios'), await named('passing')]).toEqual(['no', 'files'])
  })

  test.each([
    ['several', '--project=one'],
    ['basic', '--exclude=scenarios/{early,failing,late}*'],
    ['basic', '--dir=scenarios'],
  ])('of %s that leaves projects, folders or files out (%s) is narrowed', async (project, arg) => {
    const { scope } = await (await runProject(project, [arg])).document()
    expect(scope.narrowed).toBe('files')
  })
})
