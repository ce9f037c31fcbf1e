import { expect, test } from 'vitest'
import { measure, spreadOf } from './measure.ts'

test('a spread is the median with the quarters around it, in any order of the figures', () => {
  expect(spreadOf([5, 1, 4, 2, 3])).toEqual({ low: 2, median: 3, high: 4 })
})

test('each contender gives as many samples as asked for, also when it answers later', async () => {
  const effort = { samples: 3, sampleMs: 1, warmUpMs: 1 }
  let calls = 0
  const [now, later] = await measure([() => ++calls, async () => ++calls], effort)
  expect([now!.length, later!.length]).toEqual([3, 3])
  expect(calls).toBeGreaterThan(6)
})

test('a contender that computes nothing is refused', async () => {
  await expect(measure([() => Number.NaN], { samples: 3, sampleMs: 1, warmUpMs: 1 })).rejects.toThrow(
    'A contender computed nothing.',
  )
})
