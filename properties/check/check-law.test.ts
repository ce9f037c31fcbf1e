import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TribunalError } from '../../src/errors.ts'
import type { Check } from './check.ts'
import { checkLaw } from './check-law.ts'

const check = (parts: Partial<Check<number>>): Check<number> => ({
  law: 'small',
  statement: 'Numbers are small.',
  source: 'a book',
  subject: 'numbers',
  arbitrary: fc.nat(100),
  declared: [],
  attempt(n, tally) {
    tally.counted()
    return n > 50 ? [{ invariant: 'small', event: 0, message: `${n} is large`, witness: ['here', 'there'] }] : []
  },
  print: async (n) => `test(${n})`,
  ...parts,
})

const options = { tries: 100, seed: 1 }

describe('a law', () => {
  test('that is broken comes with the smallest value, the way, and how to see it again', async () => {
    const { record, failing } = await checkLaw(check({}), options)
    expect(failing).toBe(51)
    expect(record).toMatchObject({ status: 'broken', counterexample: 'test(51)', missing: [] })
    expect(record.message.split('\n')).toEqual([
      expect.stringMatching(/^"numbers" breaks the law "small" in try \d+: \{ seed: 1, path: "[\d:]+" \}$/),
      'Law: Numbers are small. (a book)',
      'Seen: 51 is large.',
      'Way: here → there',
      expect.stringMatching(/^Replay: pass \{ laws: \['small'\], seed: 1, path: .* TRIBUNAL_SEED=1\.$/),
    ])
    const again = await checkLaw(check({}), { ...options, path: record.path! })
    expect(again.failing).toBe(51)
  })

  test('that holds says over how many tries', async () => {
    const { record } = await checkLaw(check({ arbitrary: fc.nat(50) }), { tries: 1_234, seed: -3 })
    expect(record).toMatchObject({ status: 'held', tries: 1234, path: null, counterexample: null })
    expect(record.message).toBe('"numbers", law "small": checked over 1,234 tries (seed -3).')
  })

  test('in whose try something throws is broken', async () => {
    const attempt = () => {
      throw new RangeError('out of range')
    }
    const { record } = await checkLaw(check({ attempt }), options)
    expect(record.message).toContain('Seen: a try ended with RangeError: out of range.')
  })

  test('is not to be had where the harness is misused', async () => {
    const attempt = () => {
      throw new TribunalError('invalid-input', 'no such slot')
    }
    await expect(checkLaw(check({ attempt }), options)).rejects.toThrow('no such slot')
  })

  test('counts behaviours of its search, not those of shrinking', async () => {
    const { attempt } = check({})
    const counting = check({
      attempt(n, tally) {
        tally.saw('a try')
        return attempt(n, tally)
      },
    })
    const { record } = await checkLaw(counting, options)
    expect(record.covered['a try']).toBe(record.tries)
  })
})

describe('a law is unverified', () => {
  test.each<[string, Partial<Check<number>>, string]>([
    [
      'when a behaviour that was declared never happened',
      {
        declared: ['a zero', 'a one'],
        attempt: (_, tally) =>
          told(
            () => tally.saw('a one'),
            () => tally.counted(),
          ),
      },
      'a zero',
    ],
    ['when no try could have failed', { attempt: () => [] }, 'a try that could have failed'],
    [
      'when it could say nothing, ever',
      { vacuous: ['anything that "x" may not see'], attempt: (_, tally) => told(() => tally.counted()) },
      'anything that "x" may not see',
    ],
    [
      'when nearly everything was thrown away',
      { attempt: (n, tally) => told(() => (n === 7 ? tally.counted() : tally.discarded())) },
      'enough tries that were of use',
    ],
  ])('%s', async (_, parts, missing) => {
    const { record } = await checkLaw(check(parts), { ...options, tries: 400 })
    expect(record).toMatchObject({ status: 'unverified', missing: [missing] })
    expect(record.message).toContain(`unverified. Never happened: ${missing}.`)
  })
})

// Helpers

/** A try that holds, once the tally was told of it. */
function told(...tell: readonly (() => void)[]): readonly [] {
  for (const one of tell) one()
  return []
}
