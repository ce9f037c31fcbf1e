import { describe, expect, test } from 'vitest'
import { oversight } from '../src/composites/oversight.ts'
import { proposerAdversary } from '../src/composites/proposer-adversary.ts'
import { workerCritic } from '../src/composites/worker-critic.ts'
import { checkComposite } from './check-composite.ts'
import { tampered } from './mutants/tamper.ts'

const options = {
  examples: false,
  tries: 300,
  laws: ['presence', 'taint', 'noninterference', 'determinacy', 'bounds', 'results'],
} as const

describe('a composite in a slot', () => {
  test.each([
    ['a worker-critic as the actor', oversight, { actor: { composite: workerCritic, config: { max_rounds: 2 } } }],
    ['an oversight as the worker', workerCritic, { worker: { composite: oversight, config: { max_cycles: 2 } } }],
    ['a debate as the critic', workerCritic, { critic: { composite: proposerAdversary } }],
    [
      'a debate in a worker in an actor',
      oversight,
      {
        actor: {
          composite: workerCritic,
          config: { max_rounds: 1 },
          components: { worker: { composite: proposerAdversary } },
        },
      },
    ],
  ] as const)('keeps apart what it may know: %s', { timeout: 60_000 }, async (_, composite, components) => {
    const { laws } = await checkComposite(composite, { ...options, components })
    expect(laws.filter(({ status }) => status === 'broken').map(({ message }) => message)).toEqual([])
    expect(laws.flatMap(({ covered }) => Object.keys(covered)).some((behaviour) => behaviour.includes('/'))).toBe(true)
  })

  test('leaks to the outer slots what is private inside', async () => {
    const loose = tampered(workerCritic, {
      end: (result, { replies }) => ({
        ...result,
        result: `${result.result}${replies.worker!.at(-1)!.private?.reasoning ?? ''}`,
      }),
    })
    const { laws } = await checkComposite(oversight, {
      ...options,
      laws: ['results'],
      components: { actor: { composite: loose } },
    })
    expect(laws[0]).toMatchObject({ status: 'broken' })
  })

  test('leaks the outer criteria to a role inside', async () => {
    const loose = tampered(workerCritic, { tell: { worker: ({ input, k }) => (k > 1 ? input.criteria! : '') } })
    const { laws } = await checkComposite(loose, {
      ...options,
      laws: ['taint'],
      components: { worker: { composite: proposerAdversary } },
    })
    expect(laws[0]?.message).toMatch(/the request of "worker" \(call 2\) holds criteria/)
  })

  test('has inputs of its own, which are told apart from those outside', async () => {
    const inner = { composite: workerCritic, config: { max_rounds: 2 } }
    const loose = tampered(workerCritic, { tell: { worker: ({ input, k }) => (k > 1 ? input.criteria! : '') } })
    const { laws } = await checkComposite(oversight, {
      ...options,
      laws: ['taint'],
      components: { actor: { ...inner, composite: loose } },
    })
    expect(laws[0]?.message).toContain('the request of "actor/worker" (call 2) holds actor#1/criteria')
  })
})
