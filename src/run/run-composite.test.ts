import { describe, expect, test } from 'vitest'
import { panel } from '../../test/composites/panel.ts'
import { soloist } from '../../test/composites/soloist.ts'
import { unfrozenIn } from '../../test/composites/unfrozen-in.ts'
import { call } from '../composites/composite.ts'
import { oversight } from '../composites/oversight.ts'
import { proposerAdversary } from '../composites/proposer-adversary.ts'
import { workerCritic } from '../composites/worker-critic.ts'
import type { ModelProvider } from '../providers/model.ts'
import { accept, decide, fault, reject, say } from '../providers/script-steps.ts'
import { scripted } from '../providers/scripted.ts'
import { type RunOptions, runComposite, runCompositeSync } from './run-composite.ts'

const INPUT = { task_brief: 'Name a prime.', criteria: 'It is above 10.' }

const SCRIPT = {
  worker: [say('7', { reasoning: 'Any will do.', usage: { inputTokens: 10, outputTokens: 1 }, elapsedMs: 30 }), '11'],
  critic: [reject({ reasoning: '7 is too small.', issues: ['7 < 10'] }), accept()],
}

describe('a run', () => {
  const run = runCompositeSync(workerCritic, { input: INPUT, model: scripted(SCRIPT) })

  test('tells everything that happened, in order', () => {
    expect(run.events.map(({ kind }) => kind)).toEqual([
      'run-started',
      ...['slot-called', 'slot-replied', 'slot-called', 'slot-replied', 'decision-read'],
      ...['slot-called', 'slot-replied', 'slot-called', 'slot-replied', 'decision-read'],
      'run-completed',
    ])
  })

  test('keeps the exact request of each call', () => {
    expect(run.events[1]).toEqual({
      at: 0,
      scope: '',
      kind: 'slot-called',
      slot: 'worker',
      call: 1,
      request: { slot: 'worker', component: 'worker', brief: 'Name a prime.' },
    })
  })

  test('keeps what is private apart from what was said', () => {
    expect(run.events[2]).toMatchObject({ reply: { text: '7', private: { reasoning: 'Any will do.' } } })
  })

  test('counts calls, tokens and the time that the replies say they took', () => {
    expect(run.usage).toEqual({ calls: 4, inputTokens: 10, outputTokens: 1 })
    expect(run.events.map(({ at }) => at)).toEqual([0, 0, ...Array.from({ length: 10 }, () => 30)])
  })

  test('says what was run, with what', () => {
    expect(run.header).toEqual({
      runId: expect.stringMatching(/^run-[0-9a-f]{12}$/),
      composite: 'worker-critic',
      version: '0.1.0',
      input: INPUT,
      config: { max_rounds: 3 },
      components: { worker: 'worker', critic: 'critic' },
    })
    expect(run).toMatchObject({ status: 'completed', result: { result: '11', attempts: 2 }, failure: null })
  })

  test('is frozen to the last leaf, and is what JSON makes of it', () => {
    expect(unfrozenIn(run)).toEqual([])
    expect(JSON.parse(JSON.stringify(run))).toEqual(run)
  })
})

describe('the id of a run', () => {
  const idOf = (options: Partial<RunOptions> = {}) =>
    runCompositeSync(workerCritic, { input: INPUT, model: scripted(SCRIPT), ...options } as never).header.runId

  test('is the same for the same composite, input, config, components and script', () => {
    const { task_brief, criteria } = INPUT
    expect(idOf({ input: { criteria, task_brief }, config: { max_rounds: 3 } })).toBe(idOf())
  })

  test.each<[string, Partial<RunOptions>]>([
    ['another input', { input: { ...INPUT, criteria: 'It is above 9.' } }],
    ['another config', { config: { max_rounds: 4 } }],
    ['another component', { components: { worker: 'expert' } }],
    ['another script', { model: scripted({ ...SCRIPT, worker: ['5', '11'] }) }],
  ])('is another one with %s', (_, options) => {
    expect(idOf(options)).not.toBe(idOf())
  })

  test('tells apart what composites inside are given', () => {
    const inner = (criteria: string, max_rounds: number) =>
      runCompositeSync(proposerAdversary, {
        input: { task_brief: 'x' },
        components: { proposer: { composite: workerCritic, input: { criteria }, config: { max_rounds } } },
        model: scripted({ worker: ['a'], critic: [accept()], adversary: ['b'] }),
      }).header.runId
    expect(new Set([inner('one', 1), inner('two', 1), inner('one', 2), inner('one', 1)]).size).toBe(3)
  })

  test('is the one given, if one is', () => {
    expect(idOf({ id: '20260101-120000-abc123' })).toBe('20260101-120000-abc123')
  })

  test('is told to no slot', () => {
    const run = runCompositeSync(workerCritic, { input: INPUT, model: scripted(SCRIPT), id: 'ID-7' })
    expect(JSON.stringify(run.events)).not.toContain('ID-7')
  })
})

test('in which order a caller writes inputs and config shows nowhere in the run', () => {
  const { task_brief, criteria } = INPUT
  const [one, other] = [
    { task_brief, criteria },
    { criteria, task_brief },
  ].map((input) => JSON.stringify(runCompositeSync(workerCritic, { input, model: scripted(SCRIPT) })))
  expect(other).toBe(one)
})

describe('the two drivers', () => {
  test.each([
    ['a loop', workerCritic, { input: INPUT, model: scripted(SCRIPT) }],
    ['a fault', workerCritic, { input: INPUT, model: scripted({ worker: ['7'], critic: [fault.empty()] }) }],
    ['a budget', workerCritic, { input: INPUT, model: scripted(SCRIPT), budget: { calls: 3 } }],
    ['a deadline', workerCritic, { input: INPUT, model: scripted(SCRIPT), deadlineMs: 29 }],
    [
      'parallel calls',
      panel,
      { input: { task_brief: 'x' }, model: scripted({ left: ['a'], right: ['b'], chair: ['c'] }) },
    ],
    [
      'a composite inside',
      panel,
      {
        input: { task_brief: 'x' },
        components: { left: { composite: workerCritic, input: { criteria: 'y' } } },
        model: scripted({ ...SCRIPT, right: ['b'], chair: ['c'] }),
      },
    ],
  ])('leave the same record of %s', async (_, composite, options) => {
    const run = await runComposite(composite as never, options as never)
    expect(run).toEqual(runCompositeSync(composite as never, options as never))
  })

  test('leave the same record whether the provider answers at once or promises', async () => {
    const script = scripted(SCRIPT)
    const session = script.open()
    const promising: ModelProvider = { id: script.id, respond: async (request) => session.respond(request) }
    const run = await runComposite(workerCritic, { input: INPUT, model: promising })
    expect(run).toEqual(runCompositeSync(workerCritic, { input: INPUT, model: script }))
  })
})

describe('a budget', () => {
  const tried = (budget: RunOptions['budget']) =>
    runCompositeSync(workerCritic, { input: INPUT, model: scripted(SCRIPT), budget: budget! })

  test('of calls lets exactly so many go out', () => {
    expect(tried({ calls: 4 })).toMatchObject({ status: 'completed', usage: { calls: 4 } })
    const run = tried({ calls: 3 })
    expect(run).toMatchObject({ status: 'failed', usage: { calls: 3 } })
    expect(run.failure).toEqual({
      kind: 'budget',
      message: 'The budget of the run (calls: 3) is used up before call 2 of slot "critic".',
      scope: '',
      slot: 'critic',
      call: 2,
    })
    expect(run.events.at(-2)).toMatchObject({ kind: 'bound-reached', bound: 'calls', limit: 3 })
  })

  test('of tokens lets no call go out once it is used up', () => {
    expect(tried({ tokens: 12 })).toMatchObject({ status: 'completed' })
    expect(tried({ tokens: 11 })).toMatchObject({ failure: { kind: 'budget' }, usage: { calls: 1, inputTokens: 10 } })
    expect(tried({ tokens: 11 }).events.at(-2)).toMatchObject({ kind: 'bound-reached', bound: 'tokens', limit: 11 })
  })

  test('of 10,000 calls holds where none is given, so that every run ends', () => {
    const endless = soloist({
      *delegate({ task_brief }) {
        for (;;) yield* call('speaker', { task_brief })
      },
    })
    const model: ModelProvider = { id: 'yes', respond: () => ({ text: 'yes' }) }
    const run = runCompositeSync(endless, { input: { task_brief: 'x' }, model })
    expect(run).toMatchObject({ failure: { kind: 'budget' }, usage: { calls: 10_000 } })
  })
})

describe('a deadline', () => {
  test('is one for each call, on a virtual clock', () => {
    const step = (elapsedMs: number) => say('a', { elapsedMs })
    const model = scripted({
      actor: [step(80), step(80)],
      observer: ['b', 'b'],
      arbiter: [decide('continue'), decide('continue')],
    })
    const options = { input: { task_brief: 'x' }, config: { max_cycles: 2 }, model }
    expect(runCompositeSync(oversight, { ...options, deadlineMs: 80 })).toMatchObject({ status: 'completed' })
    const late = runCompositeSync(oversight, { ...options, deadlineMs: 79 })
    expect(late).toMatchObject({ failure: { kind: 'fault', slot: 'actor', call: 1, fault: { kind: 'timeout' } } })
    expect(late.events.at(-1)!.at).toBe(79)
  })
})
