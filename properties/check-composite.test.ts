import { describe, expect, test } from 'vitest'
import { oversight } from '../src/composites/oversight.ts'
import { proposerAdversary } from '../src/composites/proposer-adversary.ts'
import { workerCritic } from '../src/composites/worker-critic.ts'
import { assertComposite, checkComposite } from './check-composite.ts'
import { tampered } from './mutants/tamper.ts'

const leaking = tampered(workerCritic, { tell: { worker: ({ input, k }) => (k > 1 ? `\n${input.criteria}` : '') } })

describe('checkComposite', () => {
  test.each([
    ['worker-critic', workerCritic],
    ['oversight', oversight],
    ['proposer-adversary', proposerAdversary],
  ])(
    'finds that every law holds for %s, and that everything it can do has happened',
    { timeout: 60_000 },
    async (_, composite) => {
      const report = await checkComposite(composite, { examples: false })
      expect(report.laws.map(({ law, status, missing }) => [law, status, missing])).toEqual(
        report.laws.map(({ law }) => [law, 'held', []]),
      )
      expect(report.status).toBe('held')
    },
  )

  test('says how often it tried, with which seed', async () => {
    const { laws, seed } = await checkComposite(proposerAdversary, { laws: ['taint'], tries: 200, seed: 5 })
    expect(seed).toBe(5)
    expect(laws[0]).toMatchObject({ tries: 200, seed: 5, discards: 0 })
    expect(laws[0]?.message).toBe('"proposer-adversary", law "taint": checked over 200 tries (seed 5).')
  })

  test('says which way a leak took', async () => {
    const { laws } = await checkComposite(leaking, { laws: ['taint'], examples: false })
    expect(laws[0]).toMatchObject({ status: 'broken', law: 'taint' })
    expect(laws[0]?.message).toContain('Way: criteria → request of worker, call 2')
  })

  test('is unverified where too few tries reach what can happen', async () => {
    const { status, laws } = await checkComposite(workerCritic, { laws: ['bounds'], tries: 1 })
    expect(status).toBe('unverified')
    expect(laws[0]?.missing).toContain('fault timeout')
  })

  test('finds the same failure again by its seed and path', async () => {
    const { laws } = await checkComposite(leaking, { laws: ['taint'], examples: false, seed: 3 })
    const again = await checkComposite(leaking, {
      laws: ['taint'],
      examples: false,
      seed: 3,
      path: laws[0]!.path!,
    })
    expect(again.laws[0]?.counterexample).toBe(laws[0]?.counterexample)
    expect(again.laws[0]?.tries).toBe(1)
  })

  test('refuses a law that does not exist', async () => {
    await expect(checkComposite(workerCritic, { laws: ['secrecy' as 'taint'] })).rejects.toMatchObject({
      code: 'invalid-input',
    })
  })
})

describe('assertComposite', () => {
  test('throws the law, the way and the test to paste', async () => {
    const refused = assertComposite(leaking, { laws: ['taint'], examples: false })
    await expect(refused).rejects.toMatchObject({ code: 'law-broken' })
    await expect(refused).rejects.toThrow(/as a test to paste[\s\S]*expect\(taint\(run\)\)\.toEqual\(\[\]\)/)
  })

  test('throws where nothing was found out', async () => {
    await expect(assertComposite(workerCritic, { laws: ['bounds'], tries: 1 })).rejects.toMatchObject({
      code: 'law-unverified',
    })
  })
})
