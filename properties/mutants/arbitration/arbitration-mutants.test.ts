import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arbitrationLaws } from '../../arbitration-laws.ts'
import { arbitrationMutants } from './arbitration-mutants.ts'

const named = arbitrationMutants.map(({ arbiter, law }) => ({ name: arbiter.name, arbiter, law }))

describe('within 1,000 tries its law finds an arbiter that', () => {
  test.each(named)('$name ($law)', { timeout: 30_000 }, async ({ arbiter, law }) => {
    const { property } = arbitrationLaws.find((one) => one.law === law)!
    const { failed } = await fc.check(property(arbiter), { numRuns: 1_000, seed: 1, endOnFailure: true })
    expect(failed).toBe(true)
  })
})
