import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { oversight } from '../../src/composites/oversight.ts'
import { proposerAdversary } from '../../src/composites/proposer-adversary.ts'
import { workerCritic } from '../../src/composites/worker-critic.ts'
import { checkLaw } from '../check/check-law.ts'
import { type Fault, tampered } from '../mutants/tamper.ts'
import { modelCheck } from './model-check.ts'
import type { ReferenceModel } from './reference-model.ts'
import { REFERENCE_MODELS } from './reference-models.ts'

const options = { tries: 500, seed: 1 }
const check = (composite: Parameters<typeof tampered>[0], fault: Fault = {}) =>
  modelCheck(tampered(composite, fault), REFERENCE_MODELS[composite.name]!)

test.each([workerCritic, oversight, proposerAdversary].map((composite) => [composite.name, composite] as const))(
  '%s does step by step what its model does, and every command happens',
  async (_, composite) => {
    expect((await checkLaw(check(composite), options)).record).toMatchObject({ status: 'held', missing: [] })
  },
)

test('its source is a file that the package holds', () => {
  const root = join(import.meta.dirname, '../..')
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly files: string[] }
  const { source } = check(workerCritic)
  expect(existsSync(join(root, source))).toBe(true)
  expect(files).toContain(source.split('/')[0])
})

test('the limit is reached where the model says so, whatever a result is called', async () => {
  const model = REFERENCE_MODELS['worker-critic']!
  const counting = tampered(workerCritic, { end: (result) => ({ ...result, critiques: 0 }) })
  const itsModel: ReferenceModel = {
    ...model,
    after(state, meaning) {
      const { result, ...next } = model.after(state, meaning)
      return result === undefined ? next : { ...next, result: { ...result, critiques: 0 } }
    },
  }
  const { record } = await checkLaw(modelCheck(counting, itsModel), options)
  const plain = await checkLaw(check(workerCritic), options)
  expect(record.status).toBe('held')
  expect(record.covered['limit reached']).toBe(plain.record.covered['limit reached'])
})

describe('a composite that strays from its model', () => {
  const stops: Fault = { config: ({ max_rounds = 3 }) => ({ max_rounds: Math.max(1, max_rounds - 1) }) }

  test('is shown by the fewest commands, as a test', async () => {
    const { record } = await checkLaw(check(workerCritic, stops), options)
    expect(record.message).toContain('who is asked next is null and not "worker"')
    expect(record.counterexample).toContain("expect(asked).toEqual(['worker', 'critic', 'worker'])")
    expect(record.counterexample?.match(/'One is nothing.'/g)).toHaveLength(2)
  })

  test('is found again by the path, commands included', async () => {
    const { record } = await checkLaw(check(workerCritic, stops), options)
    const again = await checkLaw(check(workerCritic, stops), { ...options, path: record.path! })
    expect(again.record).toMatchObject({ status: 'broken', tries: 1, counterexample: record.counterexample })
  })

  test.each<[string, Parameters<typeof tampered>[0], Fault, string]>([
    ['returns something else', proposerAdversary, { end: () => ({ result: 'x' }) }, 'the result is'],
    ['leaves out what it was told', oversight, { brief: { arbiter: () => 'Decide.' } }, 'the brief of "arbiter" lacks'],
    [
      'tells what it must not',
      oversight,
      { tell: { arbiter: ({ replies }) => replies.actor!.at(-1)!.text } },
      'the brief of "arbiter" still holds',
    ],
  ])('because it %s is seen', async (_, composite, fault, message) => {
    expect((await checkLaw(check(composite, fault), options)).record.message).toContain(message)
  })
})
