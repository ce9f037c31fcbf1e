import { expect } from 'vitest'
import { accept, reject, workerCritic } from 'vitest-tribunal'
import { test } from 'vitest-tribunal/fixtures'

test('the critic accepts the second draft', async ({ trial, model }) => {
  const run = await trial(workerCritic, {
    input: { task_brief: 'Summarise the incident in one sentence.', criteria: 'It names the cause.' },
    model: model({
      worker: ['The site was down for an hour.', 'An expired certificate took the site down for an hour.'],
      critic: [reject({ reasoning: 'Why was it down?', suggestions: ['Say what broke.'] }), accept()],
    }),
  })

  expect(run.result).toEqual({ result: 'An expired certificate took the site down for an hour.', attempts: 2 })
  expect(run).toHaveCalled(['worker', 'critic', 'worker', 'critic'])
  expect(run).toFinishWithin(2)
  expect(run).toKeepFirewalls()
  expect(run).toHoldInvariants()
})

test('the worker is told what was wanting, and nothing of who said so', async ({ trial, model }) => {
  const task = 'Summarise the incident in one sentence.'
  const run = await trial(workerCritic, {
    input: { task_brief: task, criteria: 'It names the cause.' },
    model: model({
      worker: ['The site was down.', 'A certificate expired.'],
      critic: [reject({ reasoning: 'Why was it down?', suggestions: ['Say what broke.'] }), accept()],
    }),
  })

  const [first, second] = run.events.flatMap((event) =>
    event.kind === 'slot-called' && event.slot === 'worker' ? [event.request.brief] : [],
  )
  expect(first).toBe(task)
  expect(second).toContain('Why was it down?')
  expect(second).toContain('Say what broke.')
  expect(second).not.toMatch(/critic|reject|attempt|criteria/i)
})
