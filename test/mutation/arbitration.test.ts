import { expect, test } from 'vitest'
import { checkArbitration } from '../../properties/check-arbitration.ts'

test('no law of arbitration is broken within a few tries', async () => {
  const { laws } = await checkArbitration({ examples: false, tries: 8, seed: 1 })
  expect(laws.filter(({ status }) => status === 'broken').map(({ message }) => message)).toEqual([])
})
