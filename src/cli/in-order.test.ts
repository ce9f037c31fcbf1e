import { expect, test } from 'vitest'
import { inOrder } from './in-order.ts'

test('results come in the order of the things, whatever is done first, and only so many are under way or held', async () => {
  let open = 0
  let most = 0
  const ends = new Map<number, () => void>()
  const work = (thing: number) => {
    most = Math.max(most, ++open)
    return new Promise<number>((resolve) => ends.set(thing, () => resolve(thing)))
  }
  const results = inOrder([0, 1, 2, 3, 4, 5, 6], work, 3)
  const given: number[] = []
  for (;;) {
    const next = results.next()
    await Promise.resolve()
    // The last that was started ends first.
    for (const end of [...ends.values()].reverse()) end()
    const { value, done } = await next
    if (done) break
    given.push(value)
    open--
  }
  expect([given, most]).toEqual([[0, 1, 2, 3, 4, 5, 6], 3])
})
