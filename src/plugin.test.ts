import { expect, test } from 'vitest'
import { tribunal } from './plugin.ts'

test.each([
  [{ gate: 'fail' }, 'gate: "fail" is neither "pass" nor "partial"'],
  [{ seed: 0.5 }, 'seed: 0.5 is no whole number of 32 bits'],
  [{ seed: 2 ** 31 }, 'seed: 2147483648 is no whole number of 32 bits'],
  [{ report: '' }, 'report: give the name of a folder, or false'],
  [{ include: [] }, 'include: give one glob or more'],
  [{ include: ['scenarios/**', ''] }, 'include: give one glob or more'],
])('refuses %j', (options, fault) => {
  expect(() => tribunal(options as never)).toThrow(`tribunal({ … }) in vitest.config: ${fault}.`)
})

test('takes one glob or several', () => {
  expect(tribunal({ include: 'checks/**' }).name).toBe('tribunal')
  expect(tribunal({ include: ['a/**', 'b/**'], seed: -(2 ** 31), report: false }).name).toBe('tribunal')
})
