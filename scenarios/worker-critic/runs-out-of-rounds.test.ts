import { expect } from 'vitest'
import { reject, workerCritic } from 'vitest-tribunal'
import { test } from 'vitest-tribunal/fixtures'

test('the budget runs out: the last attempt comes back with what is still wrong with it', async ({
  trial,
  model,
  inspect,
}) => {
  const run = await trial(workerCritic, {
    input: { task_brief: 'Write a haiku.', criteria: 'Five, seven and five syllables.' },
    config: { max_rounds: 2 },
    model: model({
      worker: ['Rain.', 'Rain on the roof.'],
      critic: [
        reject({ reasoning: 'One line.' }),
        reject({ reasoning: 'Still one line.', issues: ['two lines missing'] }),
      ],
    }),
  })

  expect(run.result).toEqual({
    result: 'Rain on the roof.',
    attempts: 2,
    final_critique: {
      verdict: 'reject',
      reasoning: 'Still one line.',
      issues: ['two lines missing'],
      suggestions: [],
    },
  })
  expect(run).toFinishWithin(2)
  // The run did what it was to do; that nobody accepted the result costs effectiveness, and is said.
  expect(inspect(run, { expect: 'pass' }).inspection).toHaveFlag('budget-exhausted')
})
