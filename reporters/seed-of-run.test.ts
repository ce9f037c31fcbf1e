import { afterEach, expect, test, vi } from 'vitest'
import { seedOfRun } from './seed-of-run.ts'

afterEach(() => vi.unstubAllEnvs())

test.each([
  [{ seed: 5 }, '6', 7, 5],
  [{}, '6', 7, 6],
  [{}, '', 7, 7],
  [{}, 'six', 7, 7],
  [{}, undefined, undefined, undefined],
  [{ seed: 1_700_000_000_000 }, undefined, 7, 1_700_000_000_000 | 0],
])('sequence %j, TRIBUNAL_SEED %j and the option %j give %j', (sequence, environment, option, expected) => {
  vi.stubEnv('TRIBUNAL_SEED', environment)
  expect(seedOfRun(sequence, option)).toBe(expected)
})
