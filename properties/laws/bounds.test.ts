import { expect, test } from 'vitest'
import { workerCritic } from '../../src/composites/worker-critic.ts'
import { reject, say } from '../../src/providers/script-steps.ts'
import { scripted } from '../../src/providers/scripted.ts'
import { runCompositeSync } from '../../src/run/run-composite.ts'
import { type Fault, tampered } from '../mutants/tamper.ts'
import { bounds } from './bounds.ts'

const usage = { inputTokens: 10, outputTokens: 10 }
const model = () => scripted({ worker: new Array(9).fill(say('9', { usage })), critic: new Array(9).fill(reject()) })

const run = (
  planted: Fault,
  options: { readonly budget?: { readonly calls?: number; readonly tokens?: number } } = {},
) =>
  runCompositeSync(tampered(workerCritic, planted), {
    input: { task_brief: 'Name a prime.', criteria: 'It is above 10.' },
    config: { max_rounds: 2 },
    model: model(),
    ...options,
  })

const found = (...args: Parameters<typeof bounds>) => bounds(...args).map(({ message }) => message)

test('a run that keeps its bounds breaks nothing', () => {
  expect(found(run({}), { most: 4, calls: 10, tokens: 1_000 })).toEqual([])
  expect(found(run({}, { budget: { tokens: 15 } }), { most: 4, tokens: 15 })).toEqual([])
})

test('one round more than the bound is one too many', () => {
  expect(found(run({ config: () => ({ max_rounds: 3 }) }))).toContain(
    '"worker" is asked more than 2 times (max_rounds)',
  )
})

test('a bound that is named must have been reached', () => {
  const { events, ...rest } = run({})
  const early = events.filter((event) => !('call' in event && event.call === 2))
  expect(found({ ...rest, events: early })).toContain('it stops after 1 of 2 (max_rounds)')
})

test('more calls than anything can make necessary is asking without end', () => {
  expect(found(run({ config: () => ({ max_rounds: 8 }) }), { most: 4 })[0]).toContain('still asking after 4 calls')
})

test('a composite that throws does not survive what it was told', () => {
  const throwing = run({ hear: () => undefined as never })
  expect(found(throwing)[0]).toContain('does not survive what it was told')
})

test('a budget that is overspent is seen, in calls and in tokens', () => {
  expect(found(run({}), { calls: 3 })).toEqual(['it made 4 calls with a budget of 3'])
  expect(found(run({}), { tokens: 15 })[0]).toContain('although the budget of 15 tokens is used up')
})
