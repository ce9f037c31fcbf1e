import { describe, expect, test } from 'vitest'
import { soloist } from '../../test/composites/soloist.ts'
import { oversight } from '../composites/oversight.ts'
import { proposerAdversary } from '../composites/proposer-adversary.ts'
import { workerCritic } from '../composites/worker-critic.ts'
import type { ModelProvider } from '../providers/model.ts'
import { planRun } from './plan.ts'
import { runCompositeSync } from './run-composite.ts'

const INPUT = { task_brief: 'Name a prime.', criteria: 'It is above 10.' }

describe('invalid input', () => {
  test('is told all at once, each by its path, before anybody is called', () => {
    let calls = 0
    const model: ModelProvider = {
      id: 'counting',
      respond: () => {
        calls++
        return { text: '' }
      },
    }
    const options = {
      input: { task_brief: '', tone: 'dry' },
      config: { max_rounds: 0, max_cycles: 3 },
      components: {
        worker: '',
        judge: 'critic',
        critic: {
          composite: oversight,
          input: { criteria: 'x' },
          config: { on_unreadable: 'retry' },
          components: { boss: 'x' },
        },
      },
      budget: { calls: 0, tokens: Number.NaN, call: 1 },
      deadlineMs: -1,
      id: 'two words',
      model,
    }
    expect(() => runCompositeSync(workerCritic, options as never)).toThrowErrorMatchingInlineSnapshot(
      `[TribunalError: Cannot run "worker-critic": budget.calls must be a number from 1 up; budget.tokens must be a number from 1 up; budget.call is unknown (calls, tokens); deadlineMs must be a number above 0; id must be 1 to 200 characters without white space; input.criteria is missing; input.tone is unknown; input.task_brief must NOT have fewer than 1 characters; config.max_cycles is unknown; config.max_rounds must be >= 1; components.judge is no slot of "worker-critic" (worker, critic); components.worker names no component; components.critic.input.criteria is unknown; components.critic.config.on_unreadable must be one of continue, abort; components.critic.components.boss is no slot of "oversight" (actor, observer, arbiter). Nothing was called; correct the options of the run.]`,
    )
    expect(calls).toBe(0)
  })

  test.each([
    ['a composite that is none', {}, { input: INPUT }],
    ['a composite that is not there', undefined, { input: INPUT }],
    ['no options', workerCritic, undefined],
  ])('is %s', (_, composite, options) => {
    expect(() => runCompositeSync(composite as never, options as never)).toThrow(
      expect.objectContaining({ code: 'invalid-input' }),
    )
  })

  test('is listed in details, for programs', () => {
    expect(() => planRun(workerCritic, { input: { task_brief: 'x' }, config: { max_rounds: 101 } })).toThrow(
      expect.objectContaining({
        code: 'invalid-input',
        details: {
          composite: 'worker-critic',
          faults: ['input.criteria is missing', 'config.max_rounds must be <= 100'],
        },
      }),
    )
  })

  test.each([1.5, '3', null, true, -1, Number.NaN, Number.POSITIVE_INFINITY])('is a bound of %j', (max_rounds) => {
    expect(() => planRun(workerCritic, { input: INPUT, config: { max_rounds } })).toThrow(/config\.max_rounds must be/)
  })

  test.each([undefined, null, {}])('is an input of %j', (input) => {
    expect(() => planRun(proposerAdversary, { input: input as never })).toThrow('input.task_brief is missing')
  })

  test.each([[undefined], [7], [['a']], [null]])('is a task of %j', (task_brief) => {
    expect(() => planRun(proposerAdversary, { input: { task_brief } as never })).toThrow(/input\.task_brief/)
  })

  test('is something that JSON cannot carry, where a schema lets it through', () => {
    const open = soloist({ input: { task_brief: { type: 'string' }, extra: {} } })
    for (const extra of [1n, [1n]])
      expect(() => planRun(open, { input: { task_brief: 'x', extra } as never })).toThrow(
        'input holds something that JSON',
      )
  })

  test('is a binding of something that is no composite', () => {
    const components = { worker: { composite: { name: 'x' } } } as never
    expect(() => planRun(workerCritic, { input: INPUT, components })).toThrow('components.worker names no component')
  })

  test('is a component for a slot that every object has', () => {
    expect(() => planRun(workerCritic, { input: INPUT, components: { constructor: 'x' } as never })).toThrow(
      'components.constructor is no slot of "worker-critic" (worker, critic)',
    )
  })

  test('is a model that is none', () => {
    for (const model of [undefined, null, 'gpt', {}, { id: 'x' }])
      expect(() => runCompositeSync(workerCritic, { input: INPUT, model } as never)).toThrow(
        'model must be a script, or a provider with respond()',
      )
  })
})

describe('a plan', () => {
  test('has the defaults of what was left out, or given as undefined', () => {
    expect(planRun(workerCritic, { input: INPUT }).config).toEqual({ max_rounds: 3 })
    expect(planRun(workerCritic, { input: INPUT, config: { max_rounds: undefined as never } }).config).toEqual({
      max_rounds: 3,
    })
    expect(planRun(oversight, { input: { task_brief: 'x' }, config: { max_cycles: 1 } }).config).toEqual({
      max_cycles: 1,
      on_unreadable: 'continue',
    })
  })

  test('takes what is undefined for not given at all', () => {
    const { input } = planRun(workerCritic, { input: { ...INPUT, tone: undefined } as never })
    expect(Object.keys(input)).toEqual(['task_brief', 'criteria'])
  })

  test('fills each slot by its own name, by a component, or by another composite', () => {
    const inner = { composite: workerCritic, input: { criteria: 'y' }, components: { critic: 'judge' } }
    const { slots } = planRun(proposerAdversary, { input: { task_brief: 'x' }, components: { proposer: inner } })
    expect(slots.adversary).toMatchObject({ path: 'adversary', component: 'adversary', nested: undefined })
    expect(slots.proposer).toMatchObject({ path: 'proposer', component: 'worker-critic' })
    expect(slots.proposer!.nested!.slots.critic).toMatchObject({ path: 'proposer/critic', component: 'judge' })
  })

  test('does not share its input with the caller', () => {
    const input = { ...INPUT }
    const plan = planRun(workerCritic, { input })
    input.criteria = 'changed'
    expect(plan.input).toEqual(INPUT)
    expect(Object.isFrozen(input)).toBe(false)
  })
})
