import { expect, test } from 'vitest'
import { readInput } from './read-input.ts'

// In a file of its own: it takes as long as all other inputs together.

test('a list longer than anything that could pass breaks the contract, and is not walked to its end', () => {
  const holding = (list: readonly unknown[]) => ({ facts: { list }, allowed_actions: ['wait'] })
  expect(readInput(holding(new Array(2 ** 32 - 1).fill(0, 0, 10)))).toMatchObject({ ok: false })
  expect(readInput(holding(Array.from({ length: 200_000 }, () => 0)))).toMatchObject({
    failure: { code: 'several-faults', paths: expect.arrayContaining(['/facts']) },
  })
})
