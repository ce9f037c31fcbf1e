import { expect, test } from 'vitest'
import { checkComposite } from '../check-composite.ts'
import { workerCriticMutants } from '../mutants/worker-critic-mutants.ts'

const mutantOf = (law: string) => workerCriticMutants.find((one) => one.law === law)!

test('a broken law comes with the run that shows it, its violations and who was told what', async () => {
  const { composite } = mutantOf('presence')
  const { laws } = await checkComposite(composite, { laws: ['presence'], tries: 300, seed: 1, examples: false })
  const [one, other] = laws[0]!.trials!
  expect(other).toBeUndefined()
  expect(one!.run.header.composite).toBe(composite.name)
  expect(one!.violations.map(({ law }) => law)).toContain('presence')
  expect(one!.run.events[one!.violations[0]!.event]).toMatchObject({ kind: 'slot-called' })
  expect(one!.flow!.length).toBeGreaterThan(0)
})

test('noninterference comes with both of its runs', async () => {
  const { composite } = mutantOf('noninterference')
  const { laws } = await checkComposite(composite, { laws: ['noninterference'], tries: 500, seed: 1, examples: false })
  expect(laws[0]!.trials).toHaveLength(2)
})

test('a law that held has none', async () => {
  const { workerCritic } = await import('../../src/composites/worker-critic.ts')
  const { laws } = await checkComposite(workerCritic, { laws: ['presence'], tries: 50, seed: 1, examples: false })
  expect(laws[0]).not.toHaveProperty('trials')
})
