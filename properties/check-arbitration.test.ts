import { expect, test } from 'vitest'
import { checkArbitration } from './check-arbitration.ts'
import { arbitrationMutants } from './mutants/arbitration/arbitration-mutants.ts'

const options = { examples: false, tries: 200 } as const

test('our arbiter keeps the laws, and every kind of reply and each place in the list comes up', {
  timeout: 60_000,
}, async () => {
  const { laws } = await checkArbitration(options)
  expect(laws.map(({ status, missing }) => [status, missing])).toEqual(laws.map(() => ['held', []]))
})

test('one law alone can be checked, and none that there is not', async () => {
  const { laws } = await checkArbitration({ ...options, laws: ['arbitration-calls'] })
  expect(laws.map(({ law }) => law)).toEqual(['arbitration-calls'])
  await expect(checkArbitration({ ...options, laws: ['calls'] })).rejects.toThrow(
    'No law of "ours" is called calls. Known: arbitration-stays-within,',
  )
})

test('an arbiter that does not is shown by its replies, as a test', { timeout: 60_000 }, async () => {
  const { arbiter } = arbitrationMutants.find((mutant) => mutant.arbiter.name === 'lets the first vote win')!
  const { laws } = await checkArbitration({ ...options, arbiter, from: { module: './hasty.ts', name: 'hasty' } })
  const permuted = laws.find(({ law }) => law === 'arbitration-votes-permute')!
  expect(permuted.message).toContain('Seen: it has the vote {')
  expect(permuted.counterexample).toContain(
    'await expect(attempt(hasty, tried as never, scheduler)).resolves.toBeUndefined()',
  )
})
