import { expect, test } from 'vitest'
import { workerCritic } from '../../src/composites/worker-critic.ts'
import { reject, say } from '../../src/providers/script-steps.ts'
import { scripted } from '../../src/providers/scripted.ts'
import { runCompositeSync } from '../../src/run/run-composite.ts'
import { type Fault, tampered } from '../mutants/tamper.ts'
import { determinacy } from './determinacy.ts'

const critic = () => Array.from({ length: 3 }, () => reject({ reasoning: 'Too short.' }))
const worker = Array.from({ length: 3 }, (_, i) => say('11', { usage: { inputTokens: 1, outputTokens: i } }))

const run = (planted: Fault, max_rounds = 3) =>
  runCompositeSync(tampered(workerCritic, planted), {
    input: { task_brief: 'Name a prime.', criteria: 'It has three digits.' },
    config: { max_rounds },
    model: scripted({ worker, critic: critic() }),
  })

test('calls that may see the same are asked the same', () => {
  expect(determinacy(run({}))).toEqual([])
  expect(determinacy(run({}, 2), run({}, 3))).toEqual([])
})

test.each<[string, Fault]>([
  ['the round', { tell: { worker: ({ k }) => (k > 1 ? `${k}` : '') } }],
  ['what was used up', { tell: { critic: ({ replies }) => String(replies.worker!.at(-1)!.usage!.outputTokens) } }],
  ['that there was a rejection', { tell: { critic: ({ replies }) => (replies.critic ? '!' : '') } }],
])('%s is seen within one run', (_, planted) => {
  expect(determinacy(run(planted))[0]?.message).toMatch(/is asked differently in call 1|in call 2/)
})

test('a bound is seen between two runs', () => {
  const planted: Fault = { tell: { critic: ({ config }) => `At most ${config.max_rounds}.` } }
  expect(determinacy(run(planted))).toEqual([])
  expect(determinacy(run(planted, 2), run(planted, 3))[0]?.message).toContain('call 1 of run 1 and in call 1 of run 2')
})
