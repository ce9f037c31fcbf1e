import { expect, test } from 'vitest'

test('has nothing to do with tribunal', () => {
  expect([]).toEqual([])
})
