import { expect } from 'vitest'
import { proposerAdversary } from 'vitest-tribunal'
import { test } from 'vitest-tribunal/fixtures'

test('a proposal and its attack come back unresolved', async ({ trial, model, inspect }) => {
  const run = await trial(proposerAdversary, {
    input: { task_brief: 'Where do we keep sessions?' },
    model: model({
      proposer: ['In the memory of each server.'],
      adversary: ['A restart logs everybody out, and two servers disagree.'],
    }),
  })

  expect(run.result).toEqual({
    result: {
      proposal: 'In the memory of each server.',
      attack: 'A restart logs everybody out, and two servers disagree.',
    },
  })
  expect(run).toHaveCalled(['proposer', 'adversary'])
  expect(run).toKeepFirewalls()
  expect(run).toHoldInvariants()
  inspect(run, { expect: 'pass' })
})
