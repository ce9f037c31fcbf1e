import { describe, expect, test } from 'vitest'
import { runProject } from './run-project.ts'

describe('the exit code of a real run', { concurrent: true, timeout: 60_000 }, () => {
  test.each([
    ['a verdict at the gate is green', ['passing'], {}, 0],
    ['a verdict under the gate is 1', ['partial'], {}, 1],
    ['a lower gate lets it through', ['partial'], { GATE: 'partial' }, 0],
    ['a verdict that the test expects is green', ['expected'], {}, 0],
    ['a file that checks nothing is 3', ['idle'], {}, 3],
    ['a run narrowed by -t is not held to that', ['idle', '-t', 'looks'], {}, 0],
    ['a record that cannot be read is 2', ['garbled'], {}, 2],
    ['2 goes over 1', ['garbled', 'partial'], {}, 2],
    ['1 goes over 3', ['idle', 'partial'], {}, 1],
    ["a failed test stays Vitest's own 1, whatever the gate says", ['failing', 'garbled'], {}, 1],
    ['a test that comes right on a retry is green', ['unsteady'], {}, 0],
  ])('%s', async (_, args, env, exitCode) => {
    const run = await runProject('basic', args, env)
    expect({ exitCode: run.exitCode, stderr: run.stderr }).toMatchObject({ exitCode })
  })

  test('a whole run in which include matches nothing is 3', async () => {
    const { exitCode, stderr } = await runProject('elsewhere')
    expect(exitCode).toBe(3)
    expect(stderr).toContain('No test file matches include (scenarios/**), so nothing was checked.')
  })

  test('a run narrowed to other files is none of its business', async () => {
    const { exitCode, stderr } = await runProject('elsewhere', ['other'])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  })
})
