import { afterEach, expect, test, vi } from 'vitest'
import { seedOfRun } from './seed-of-run.ts'

afterEach(() => vi.unstubAllEnvs())

test.each([
  [{ seed: 5 }, '6', 7, 5],
  [{}, '6', 7, 6],
  [{}, '', 7, 7],
  [{}, 'six', 7, 7],
  [{}, undefined, undefined, undefined],
  [{ seed: 1_700_000_000_000, shuffle: true }, undefined, 7, 1_700_000_000_000 | 0],
  [{ seed: 1_700_000_000_000, sequencer: class RandomSequencer {} }, undefined, 7, 1_700_000_000_000 | 0],
  // What Vitest 5 draws though nothing is shuffled.
  [{ seed: 1_700_000_000_000, shuffle: false, sequencer: class BaseSequencer {} }, undefined, 7, 7],
  [{ seed: 1_700_000_000_000, shuffle: false }, '6', 7, 6],
])('sequence %j, TRIBUNAL_SEED %j and the option %j give %j', (sequence, environment, option, expected) => {
  vi.stubEnv('TRIBUNAL_SEED', environment)
  expect(seedOfRun(sequence, option)).toBe(expected)
})
