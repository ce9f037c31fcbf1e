import { expect } from 'vitest'
import { accept, workerCritic } from 'vitest-tribunal'
import { test } from 'vitest-tribunal/fixtures'

test.for([
  'I cannot accept this as it stands.',
  'Accept? Only if the title changes.',
  'Verdict: accept\nVerdict: reject',
  '{"verdict": "accept", "verdict": "reject"}',
  'Lovely weather today.',
])('a mumbling critic accepts nothing: %s', async (mumble, { trial, model, inspect }) => {
  const run = await trial(workerCritic, {
    input: { task_brief: 'Name the paper.', criteria: 'The title is short.' },
    model: model({ worker: ['On the Naming of Papers', 'Names'], critic: [mumble, accept()] }),
  })

  expect(run.result).toMatchObject({ result: 'Names', attempts: 2 })
  const second = run.events.findLast((event) => event.kind === 'slot-called' && event.slot === 'worker')
  expect(second).toMatchObject({ request: { brief: expect.stringContaining(mumble) } })
  expect(inspect(run, { expect: 'pass' }).inspection).toHaveFlag('unreadable-decision')
})
