import { expect, test } from 'vitest'
import { matchesGlob } from './matches-glob.ts'

test.each([
  ['scenarios/a.test.ts', 'scenarios/**', true],
  ['scenarios/deep/er/a.test.ts', 'scenarios/**', true],
  ['scenarios/deep/a.test.ts', './scenarios/**/*.test.ts', true],
  ['scenarios/a.test.ts', 'scenarios/**/*.test.ts', true],
  ['src/a.test.ts', 'scenarios/**', false],
  ['scenarios', 'scenarios/*', false],
  ['scenarios/deep/a.test.ts', 'scenarios/*', false],
  ['scenarios/a.test.ts', '{src,scenarios}/*.{test,spec}.ts', true],
  ['scenarios/a.bench.ts', '{src,scenarios}/*.{test,spec}.ts', false],
  ['scenarios/a.test.ts', 'scenarios/?.test.ts', true],
  ['scenarios/ab.test.ts', 'scenarios/?.test.ts', false],
  ['a/b/scenarios/c.ts', '**/scenarios/**', true],
])('%s fits %s: %s', (path, glob, fits) => {
  expect(matchesGlob(path, glob)).toBe(fits)
})
