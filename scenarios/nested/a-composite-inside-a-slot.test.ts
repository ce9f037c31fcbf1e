import { expect } from 'vitest'
import { accept, oversight, reject, workerCritic } from 'vitest-tribunal'
import { test } from 'vitest-tribunal/fixtures'

test('a worker-critic acts inside an oversight, and its quarrel stays inside', async ({ trial, model }) => {
  const run = await trial(oversight, {
    input: { task_brief: 'Name a prime above 10.' },
    config: { max_cycles: 1 },
    components: { actor: { composite: workerCritic, input: { criteria: 'It divides by itself and by one alone.' } } },
    model: model({
      'actor/worker': ['12', '13'],
      'actor/critic': [reject({ reasoning: '12 is 3 × 4.' }), accept()],
      observer: ['13 is a prime above 10.'],
      arbiter: ['continue'],
    }),
  })

  expect(run.result).toEqual({ result: '13', cycles: 1 })
  expect(run).toHaveCalled(['actor', 'observer', 'arbiter'])
  const observed = run.events.find((event) => event.kind === 'slot-called' && event.slot === 'observer')
  expect(observed).toMatchObject({ request: { brief: expect.not.stringContaining('3 × 4') } })
  expect(run).toKeepFirewalls()
  expect(run).toHoldInvariants()
})
