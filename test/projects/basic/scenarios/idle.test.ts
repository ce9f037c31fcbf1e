import { expect, test } from 'vitest'

test('looks busy', () => {
  expect(1 + 1).toBe(2)
})
