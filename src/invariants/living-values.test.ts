import { expect, test } from 'vitest'
import { workerCritic } from '../composites/worker-critic.ts'
import { reject, say } from '../providers/script-steps.ts'
import { scripted } from '../providers/scripted.ts'
import { runCompositeSync } from '../run/run-composite.ts'
import type { EventOf } from '../trace/run.ts'
import { LivingValues } from './living-values.ts'

const { events } = runCompositeSync(workerCritic, {
  input: { task_brief: 'Name a prime.', criteria: 'It has two digits.' },
  config: { max_rounds: 2 },
  model: scripted({
    worker: [say('7', { data: { sure: false, digits: 1 } }), '9'],
    critic: [reject({ reasoning: 'Too small.', issues: ['one digit'] }), reject({ reasoning: 'No prime.' })],
  }),
})
const started = events.find((event) => event.kind === 'run-started') as EventOf<'run-started'>

/** Label → the value beside its words, of what the slot may not have. */
const besideWords = (living: LivingValues, slot: string) =>
  Object.fromEntries(living.othersThan(slot).map(({ label, words, value }) => [label, { words, value }]))

test('an input that is no text is kept as it is beside its words, a text is its words', () => {
  const input = { task_brief: 'Name a prime.', limit: 3, vip: false, tags: ['a', { b: 2 }], none: null }
  const living = new LivingValues({ ...started, input })
  expect(besideWords(living, 'worker')).toEqual({
    limit: { words: ['3'], value: 3 },
    vip: { words: [], value: false },
    tags: { words: ['a', '2'], value: ['a', { b: 2 }] },
    none: { words: [], value: null },
  })
  const [text] = living.allowanceOf('worker').must
  expect(text).toEqual({ label: 'task_brief', words: ['Name a prime.'], of: undefined })
  expect(text).not.toHaveProperty('value')
})

test('so are structured replies and the fields of a reading, and what they replace is past', () => {
  const living = new LivingValues(started)
  for (const event of events) living.learn(event)
  const past = living.past.map(({ label, words, value }) => [label, words, value])
  expect(past).toContainEqual(['worker.data', ['1'], { sure: false, digits: 1 }])
  expect(past).toContainEqual(['critic.reading.readable', [], true])
  expect(past).toContainEqual(['critic.reading.issues', ['one digit'], ['one digit']])
  expect(past).toContainEqual(['critic.reading.reasoning', ['Too small.'], undefined])
  expect(past).toContainEqual(['worker.text', ['7'], undefined])
})
