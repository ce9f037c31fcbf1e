import { expect, test } from 'vitest'
import { runProject } from './run-project.ts'

test('each project reports under its name, once, and one without the plugin is told of', {
  timeout: 60_000,
}, async () => {
  const run = await runProject('several')
  const { laws, files } = await run.document()
  expect(laws.map(({ origin, seed }) => [origin?.project, seed])).toEqual([
    ['one', 11],
    ['stranger', 11],
    ['two', 11],
  ])
  expect(files.map(({ project, file, checks }) => [project, file, checks])).toEqual([
    ['one', 'scenarios/seed.test.ts', 1],
    ['stranger', 'scenarios/seed.test.ts', 1],
    ['two', 'scenarios/seed.test.ts', 1],
  ])
  expect(run.stderr.match(/does not have the plugin/g)).toHaveLength(1)
  expect(run.stderr).toContain('project "stranger" does not have the plugin')
  expect(run.exitCode).toBe(0)
})
