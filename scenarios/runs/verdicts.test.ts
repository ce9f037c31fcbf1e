import { expect } from 'vitest'
import { accept, type Run, renderRunFiles, workerCritic } from 'vitest-tribunal'
import { type ScriptModel, type Trial, test } from 'vitest-tribunal/fixtures'

const finished = (trial: Trial, model: ScriptModel): Promise<Run> =>
  trial(workerCritic, {
    input: { task_brief: 'Name a prime.', criteria: 'It is above 10.' },
    model: model({ worker: ['11'], critic: [accept()] }),
  })

test('a finished run passes', async ({ trial, model, runDirectory, inspect }) => {
  const directory = runDirectory(await finished(trial, model))

  const { inspection } = inspect(directory, { expect: 'pass' })
  expect(inspection.runtime_fidelity).toBe(98)
  expect(inspection.task_effectiveness).toBe(98)
})

test('a run that was cut off fails', async ({ trial, model, runDirectory, inspect }) => {
  const files = Object.fromEntries(renderRunFiles(await finished(trial, model)))
  const log = files['vm.log.md']!.split('\n')
  const directory = runDirectory({ ...files, 'vm.log.md': log.slice(0, -2).join('\n') })

  const { inspection } = inspect(directory, { expect: 'fail' })
  expect(inspection).toHaveFlag('incomplete-run')
})

test('a run without one of its outputs is partial', async ({ trial, model, runDirectory, inspect }) => {
  const { 'bindings/critic/verdict.md': _, ...files } = Object.fromEntries(renderRunFiles(await finished(trial, model)))

  const { inspection } = inspect(runDirectory(files), { expect: 'partial' })
  expect(inspection).toHaveFlag('missing-output')
  expect(inspection.summary).toContain('missing-output')
})
