import { expect } from 'vitest'
import { accept, reject, workerCritic } from 'vitest-tribunal'
import { test } from 'vitest-tribunal/fixtures'

test('a critic that quotes the criteria does not hand them to the worker', async ({ trial, model }) => {
  const criteria = 'The total must be 1,284.50 euros; anything else is wrong.'
  const run = await trial(workerCritic, {
    input: { task_brief: 'Add up the invoice.', criteria },
    model: model({
      worker: ['1,284 euros', '1,284.50 euros'],
      critic: [reject({ reasoning: `It is wrong, since "${criteria}"`, suggestions: ['Count the cents.'] }), accept()],
    }),
  })

  const briefs = run.events.flatMap((event) =>
    event.kind === 'slot-called' && event.slot === 'worker' ? [event.request.brief] : [],
  )
  expect(briefs[1]).toContain('It is wrong, since "[withheld]"')
  expect(briefs[1]).toContain('Count the cents.')
  expect(run.events).toContainEqual(expect.objectContaining({ kind: 'criteria-withheld', fields: ['reasoning'] }))
  expect(run).toKeepFirewalls()
})
