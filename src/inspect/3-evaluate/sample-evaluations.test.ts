import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { evaluationInLines } from '../../../test/inspect/evaluation-in-lines.ts'
import { inspectRun } from '../inspect-run.ts'

// Whole evaluations, kept to be read: what of them changes shows in the diff of test/inspect/evaluations. `vitest -u` rewrites them.

const RUNS = readdirSync('fixtures/runs', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  // Nothing of it can be judged.
  .filter((name) => name !== 'artefacts-only')
  .sort()

test.each(RUNS)('%s is evaluated as it was', async (run) => {
  const { evaluation } = inspectRun(`fixtures/runs/${run}`, { partial: true })
  await expect(evaluationInLines(evaluation)).toMatchFileSnapshot(`../../../test/inspect/evaluations/${run}.txt`)
})

test.each(['perfect', 'handled-error', 'failed-useful', 'mounted', 'reactor'])(
  '%s at a glance is evaluated as it was',
  async (run) => {
    const { evaluation } = inspectRun(`fixtures/runs/${run}`, { depth: 'light' })
    await expect(evaluationInLines(evaluation)).toMatchFileSnapshot(
      `../../../test/inspect/evaluations/${run}-light.txt`,
    )
  },
)
