import { describe, expect, test } from 'vitest'
import { panel } from '../../test/composites/panel.ts'
import { soloist } from '../../test/composites/soloist.ts'
import { unfrozenIn } from '../../test/composites/unfrozen-in.ts'
import { call, note } from '../composites/composite.ts'
import { oversight } from '../composites/oversight.ts'
import { proposerAdversary } from '../composites/proposer-adversary.ts'
import { workerCritic } from '../composites/worker-critic.ts'
import type { ModelProvider, ModelReply } from '../providers/model.ts'
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

describe('a call that fails', () => {
  const options = {
    input: INPUT,
    model: scripted({ worker: ['7'], critic: [fault.status(429, { retryAfterMs: 2000 })] }),
  }
  const run = runCompositeSync(workerCritic, options)

  test('ends the run at once: nothing else is called', () => {
    expect(run.events.map(({ kind }) => kind).slice(-3)).toEqual(['slot-called', 'slot-failed', 'run-failed'])
    expect(run.usage.calls).toBe(2)
  })

  test('makes it a failed run that says where and how, and has no result', () => {
    const facts = { kind: 'status', message: 'The provider answered 429.', status: 429, retryAfterMs: 2000 }
    expect(run).toMatchObject({ status: 'failed', result: null })
    expect(run.failure).toEqual({
      kind: 'fault',
      message: 'Slot "critic" failed in its call 1: The provider answered 429.',
      scope: '',
      slot: 'critic',
      call: 1,
      fault: facts,
    })
    expect(run.events.at(-1)).toMatchObject({ kind: 'run-failed', failure: run.failure })
  })

  test('leaves a run that is frozen and JSON-safe as any other', () => {
    expect(unfrozenIn(run)).toEqual([])
  })

  test.each(Object.entries(fault))('of the kind %s is told by its kind', (kind, make) => {
    const step = (make as (status?: number) => ReturnType<typeof fault.empty>)(kind === 'status' ? 500 : undefined)
    const failed = runCompositeSync(soloist(), { input: { task_brief: 'x' }, model: scripted({ speaker: [step] }) })
    expect(failed.failure?.fault?.kind).toBe(kind)
  })

  test('runs the finally blocks of the composite, and lets them neither call nor catch', () => {
    const done: string[] = []
    const stubborn = soloist({
      *delegate({ task_brief }) {
        try {
          yield* call('speaker', { task_brief })
          return { result: 'went on' }
        } catch {
          return { result: 'caught' }
        } finally {
          done.push('finally')
          yield* call('speaker', { task_brief })
        }
      },
    })
    const failed = runCompositeSync(stubborn, {
      input: { task_brief: 'x' },
      model: scripted({ speaker: [fault.empty(), 'y'] }),
    })
    expect(failed).toMatchObject({ status: 'failed', usage: { calls: 1 } })
    expect(done).toEqual(['finally'])
  })
})

describe('a composite whose own code fails', () => {
  const tried = (changes: Parameters<typeof soloist>[0]) =>
    runCompositeSync(soloist(changes), { input: { task_brief: 'x' }, model: scripted({ speaker: ['y'] }) })

  test('because it throws, makes a failed run', () => {
    const run = tried({
      *delegate({ task_brief }) {
        yield* call('speaker', { task_brief })
        throw new RangeError('out of ideas')
      },
    })
    expect(run.failure).toEqual({
      kind: 'composite',
      message: 'The composite threw RangeError: out of ideas',
      scope: '',
    })
    expect(run.usage.calls).toBe(1)
  })

  test('because a brief throws or is no text, makes one too, and nobody is called', () => {
    for (const brief of [() => 7 as never, () => null as never, ({ missing }: { missing?: string }) => missing!.trim()])
      expect(tried({ speaker: { brief } })).toMatchObject({ failure: { kind: 'composite' }, usage: { calls: 0 } })
  })

  test('because a reader throws, makes one too', () => {
    const decides = () => {
      throw new Error('cannot read')
    }
    expect(tried({ speaker: { decides } }).failure).toMatchObject({ message: 'The composite threw Error: cannot read' })
  })

  test.each([
    ['nothing', undefined],
    ['a text', 'done'],
    ['a list', ['done']],
    ['a date', new Date(0)],
    ['a BigInt', { n: 1n }],
  ])('because it returns %s, makes one too', (_, result) => {
    const run = tried({
      *delegate() {
        yield* note({ kind: 'bound-reached', bound: 'patience', limit: 1 })
        return result as never
      },
    })
    expect(run.failure).toMatchObject({
      kind: 'composite',
      message: 'The composite returned no object that JSON can carry.',
    })
  })

  test.each([
    ['a call without its star', call('speaker', {})],
    ['a text', 'speaker'],
    ['an event of its own', { kind: 'note', note: { kind: 'run-completed', result: 'forged' } }],
  ])('by yielding %s is a misuse of the harness', (_, value) => {
    expect(() =>
      tried({
        *delegate() {
          yield value as never
          return {}
        },
      }),
    ).toThrow(expect.objectContaining({ code: 'invalid-composite' }))
  })

  test('by calling a slot that it does not declare is one as well', () => {
    for (const slot of ['listener', 'constructor'])
      expect(() =>
        tried({
          *delegate() {
            yield* call(slot, {})
            return {}
          },
        }),
      ).toThrow(`calls slot "${slot}", which it does not declare`)
  })
})

test('a result is a copy as soon as it is more than texts and numbers', () => {
  const list = ['a']
  const run = runCompositeSync(
    soloist({
      *delegate({ task_brief }) {
        yield* call('speaker', { task_brief })
        return { list }
      },
    }),
    { input: { task_brief: 'x' }, model: scripted({ speaker: ['y'] }) },
  )
  list.push('later')
  expect(run.result).toEqual({ list: ['a'] })
  expect(unfrozenIn(run)).toEqual([])
})

test('a note is recorded as it was when it was made', () => {
  const fields = ['reasoning']
  const run = runCompositeSync(
    soloist({
      *delegate() {
        yield* note({ kind: 'criteria-withheld', slot: 'speaker', fields })
        fields.push('later')
        return {}
      },
    }),
    { input: { task_brief: 'x' }, model: scripted({}) },
  )
  expect(run.events[1]).toEqual({ at: 0, scope: '', kind: 'criteria-withheld', slot: 'speaker', fields: ['reasoning'] })
  expect(unfrozenIn(run)).toEqual([])
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

describe('aborting', () => {
  test('during a call makes a failed run, and nothing more is called', async () => {
    const controller = new AbortController()
    const model: ModelProvider = {
      id: 'silent',
      respond: ({ slot }) => {
        if (slot === 'worker') return { text: '7' }
        controller.abort()
        return new Promise<ModelReply>(() => undefined)
      },
    }
    const run = await runComposite(workerCritic, { input: INPUT, model, signal: controller.signal })
    expect(run).toMatchObject({
      status: 'failed',
      failure: { kind: 'aborted', slot: 'critic', call: 1, fault: { kind: 'aborted' } },
      usage: { calls: 2 },
    })
  })

  test('before the run asks nobody', async () => {
    const model: ModelProvider = {
      id: 'loud',
      respond: () => {
        throw new Error('was asked')
      },
    }
    const run = await runComposite(workerCritic, { input: INPUT, model, signal: AbortSignal.abort() })
    expect(run.failure).toMatchObject({ kind: 'aborted', fault: { kind: 'aborted', message: 'The run was aborted.' } })
  })
})

test('with a clock, events carry its time, counted from the start of the run', async () => {
  let now = 1000
  const clock = { now: () => now, wait: () => new Promise<void>(() => undefined) }
  const model: ModelProvider = {
    id: 'slow',
    respond: async () => {
      now += 25
      return say('a', { elapsedMs: 9999 })
    },
  }
  const run = await runComposite(soloist(), { input: { task_brief: 'x' }, model, clock, deadlineMs: 100 })
  expect(run.events.map(({ at }) => at)).toEqual([0, 0, 25, 25])
  expect(run.status).toBe('completed')
})

describe('a script that does not fit', () => {
  test.each([
    ['is exhausted', { worker: ['7'], critic: [reject()] }, 'script-exhausted'],
    ['lacks a slot', { worker: ['7'] }, 'unscripted-slot'],
  ])('because it %s throws, from both drivers', async (_, steps, code) => {
    const options = { input: INPUT, model: scripted(steps) }
    await expect(runComposite(workerCritic, options)).rejects.toMatchObject({ code })
    expect(() => runCompositeSync(workerCritic, options)).toThrow(expect.objectContaining({ code }))
  })

  test('throws also from inside a composite that fills a slot, where the program catches all it can', async () => {
    const careful = soloist({
      *delegate({ task_brief }) {
        try {
          return { result: (yield* call('speaker', { task_brief })).text }
        } catch {
          return { result: 'never mind' }
        }
      },
    })
    const options = {
      input: { task_brief: 'x' },
      components: { speaker: { composite: workerCritic, input: { criteria: 'y' } } },
      model: scripted({ worker: ['a'], critic: [] }),
    }
    await expect(runComposite(careful, options)).rejects.toMatchObject({ code: 'script-exhausted' })
  })

  test('throws from parallel calls as well', async () => {
    const options = { input: { task_brief: 'x' }, model: scripted({ left: ['a'], chair: ['c'] }) }
    await expect(runComposite(panel, options)).rejects.toMatchObject({ code: 'unscripted-slot' })
  })

  test('throws what a function of it threw', async () => {
    const failed = new Error('expected')
    const worker = () => {
      throw failed
    }
    await expect(runComposite(workerCritic, { input: INPUT, model: scripted({ worker: [worker] }) })).rejects.toBe(
      failed,
    )
  })
})
