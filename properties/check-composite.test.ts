import { describe, expect, test } from 'vitest'
import { oversight } from '../src/composites/oversight.ts'
import { proposerAdversary } from '../src/composites/proposer-adversary.ts'
import { workerCritic } from '../src/composites/worker-critic.ts'
import type { Invariant } from '../src/invariants/invariant.ts'
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

describe('faults that the caller plants', () => {
  const options = { examples: false, laws: ['taint', 'presence'], tries: 300 } as const

  test('are noticed by the first law that can', async () => {
    const { mutants, status } = await checkComposite(workerCritic, { ...options, mutants: { leaking } })
    expect(mutants).toEqual([{ mutant: 'leaking', killedBy: 'taint', tries: expect.any(Number) }])
    expect(status).toBe('held')
  })

  test('leave the laws unverified where nothing notices them', async () => {
    const same = tampered(workerCritic, {})
    const refused = assertComposite(workerCritic, { ...options, mutants: { same } })
    await expect(refused).rejects.toMatchObject({ code: 'law-unverified' })
    await expect(refused).rejects.toThrow('Nothing tells "same" from a sound one.')
  })
})

describe('a law of the caller', () => {
  const brief: Invariant = {
    name: 'short-results',
    statement: 'Results are short.',
    source: 'house rules',
    *check({ events }) {
      const last = events.at(-1)!
      const result = last.event.kind === 'run-completed' ? (last.event.result as { result: string }).result : ''
      if (result.length > 200) yield { event: last.index, message: 'the result is long' }
    },
  }

  test('is checked on every run of the law "results"', async () => {
    const { laws } = await checkComposite(workerCritic, { laws: [brief], tries: 300, examples: false })
    expect(laws.map(({ law, status }) => [law, status])).toEqual([['results', 'broken']])
    expect(laws[0]?.message).toContain('short-results: the result is long')
  })
})

describe('a composite that lets a slot see everything', () => {
  test('has unverified laws, which name the slot', async () => {
    const { slots } = proposerAdversary
    const open = {
      ...proposerAdversary,
      slots: { ...slots, adversary: { ...slots.adversary!, sees: ['adversary.text'] } },
    }
    const { laws } = await checkComposite(open, { laws: ['taint', 'presence'], tries: 300, examples: false })
    expect(laws.map(({ law, status, missing }) => [law, status, missing])).toEqual([
      ['presence', 'held', []],
      ['taint', 'unverified', ['anything that "adversary" may not see']],
    ])
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
