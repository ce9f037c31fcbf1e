import { describe, expect, test } from 'vitest'
import { soloist } from '../../test/composites/soloist.ts'
import { unfrozenIn } from '../../test/composites/unfrozen-in.ts'
import { call, note } from '../composites/composite.ts'
import { workerCritic } from '../composites/worker-critic.ts'
import type { ModelProvider, ModelReply } from '../providers/model.ts'
import { fault, say } from '../providers/script-steps.ts'
import { scripted } from '../providers/scripted.ts'
import { runComposite, runCompositeSync } from './run-composite.ts'

const INPUT = { task_brief: 'Name a prime.', criteria: 'It is above 10.' }

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

  test('because it throws what is no error, makes one too', () => {
    const run = tried({
      *delegate({ task_brief }) {
        yield* call('speaker', { task_brief })
        throw 'a tantrum'
      },
    })
    expect(run.failure).toMatchObject({ message: 'The composite threw a value that is no error' })
    expect(unfrozenIn(run)).toEqual([])
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
    expect(unfrozenIn(run)).toEqual([])
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
      ).toThrow(
        expect.objectContaining({
          code: 'invalid-composite',
          message: expect.stringContaining(`calls slot "${slot}", which it does not declare`),
        }),
      )
  })
})

test('a composite that asks without end is stopped, though it never calls a model', () => {
  const endless = soloist({
    *delegate() {
      for (;;) yield* note({ kind: 'bound-reached', bound: 'none', limit: 0 })
    },
  })
  const run = runCompositeSync(endless, { input: { task_brief: 'x' }, model: scripted({}), id: 'endless' })
  expect(run.failure).toEqual({
    kind: 'budget',
    message: 'The composite has asked for more than 100000 things: it does not end.',
    scope: '',
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

  test('before the run asks nobody, and leaves no trace of a call', async () => {
    const model: ModelProvider = {
      id: 'loud',
      respond: () => {
        throw new Error('was asked')
      },
    }
    const run = await runComposite(workerCritic, { input: INPUT, model, signal: AbortSignal.abort() })
    expect(run.failure).toEqual({ kind: 'aborted', message: 'The run was aborted.', scope: '' })
    expect(run.events.map(({ kind }) => kind)).toEqual(['run-started', 'run-failed'])
    expect(run.usage.calls).toBe(0)
  })

  test('between two calls lets the second one stay in', async () => {
    const controller = new AbortController()
    const model: ModelProvider = {
      id: 'last words',
      respond: async () => {
        queueMicrotask(() => controller.abort())
        return { text: '7' }
      },
    }
    const run = await runComposite(workerCritic, { input: INPUT, model, signal: controller.signal })
    expect(run).toMatchObject({ failure: { kind: 'aborted' }, usage: { calls: 1 } })
    expect(run.events.filter(({ kind }) => kind === 'slot-called')).toHaveLength(1)
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
