import { afterEach, expect, inject, test, vi } from 'vitest'
import { resolveSeed } from './seed.ts'

afterEach(() => vi.unstubAllEnvs())

test('what the caller says comes first', async () => {
  expect(await resolveSeed(-5)).toBe(-5)
})

test('then what the plugin provides', async () => {
  vi.stubEnv('TRIBUNAL_SEED', '9')
  expect(await resolveSeed(undefined)).toBe(inject('tribunalSeed'))
})

test('outside of Vitest the environment says, else it is 1', async () => {
  vi.stubEnv('VITEST', undefined)
  expect(await resolveSeed(undefined)).toBe(1)
  vi.stubEnv('TRIBUNAL_SEED', '')
  expect(await resolveSeed(undefined)).toBe(1)
  vi.stubEnv('TRIBUNAL_SEED', '9')
  expect(await resolveSeed(undefined)).toBe(9)
})

test.each([0.5, 2 ** 31, Number.NaN])('%d is no seed', async (seed) => {
  await expect(resolveSeed(seed)).rejects.toMatchObject({ code: 'invalid-input' })
})
