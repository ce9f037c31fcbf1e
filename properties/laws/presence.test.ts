import { expect, test } from 'vitest'
import { workerCritic } from '../../src/composites/worker-critic.ts'
import { reject } from '../../src/providers/script-steps.ts'
import { scripted } from '../../src/providers/scripted.ts'
import { runCompositeSync } from '../../src/run/run-composite.ts'
import { type Fault, tampered } from '../mutants/tamper.ts'
import { presence } from './presence.ts'

const found = (planted: Fault) => {
  const criteria = 'Every claim names a source, and no source is a blog.'
  const critique = reject({ reasoning: `It fails "${criteria}".`, suggestions: ['Cut it.', 'Add two.'] })
  const model = scripted({ worker: ['a', 'b'], critic: [critique, reject()] })
  const input = { task_brief: 'Name a prime.', criteria }
  return presence(runCompositeSync(tampered(workerCritic, planted), { input, config: { max_rounds: 2 }, model })).map(
    ({ message }) => message,
  )
}

test('ours carry what they must, as withholding leaves it', () => {
  expect(found({})).toEqual([])
})

test.each<[string, Fault, string]>([
  [
    'a brief that says more than the task at first',
    { tell: { worker: () => ' ' } },
    'the first brief of "worker" is not the task brief',
  ],
  [
    'a retry without the task',
    { brief: { worker: (b, { k }) => (k > 1 ? b.slice(13) : b) } },
    'the brief of "worker" lacks "task_brief"',
  ],
  [
    'a suggestion that is left out',
    { brief: { worker: (b) => b.replace('- Add two.', '') } },
    'the brief of "worker" lacks "critic.reading.suggestions"',
  ],
  [
    'a mark of withholding that is left out',
    { brief: { worker: (b) => b.replace('[withheld]', '') } },
    'the brief of "worker" lacks "critic.reading.reasoning"',
  ],
  [
    'a critic without criteria',
    { brief: { critic: (b, { input }) => b.replace(input.criteria!, '') } },
    'the brief of "critic" lacks "criteria"',
  ],
])('%s is seen', (_, planted, message) => {
  expect(found(planted)).toContain(message)
})
