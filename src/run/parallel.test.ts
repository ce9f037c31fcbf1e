import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kindsOf } from '../../test/composites/briefs-of.ts'
import { withBrief } from '../../test/composites/mutated.ts'
import { panel } from '../../test/composites/panel.ts'
import { soloist } from '../../test/composites/soloist.ts'
import { unfrozenIn } from '../../test/composites/unfrozen-in.ts'
import { callAll } from '../composites/composite.ts'
import { workerCritic } from '../composites/worker-critic.ts'
import type { ModelProvider } from '../providers/model.ts'
import { accept, fault, reject, type Step, say } from '../providers/script-steps.ts'
import { scripted } from '../providers/scripted.ts'
import type { Run } from '../trace/run.ts'
import { type RunOptions, runComposite, runCompositeSync } from './run-composite.ts'

const INPUT = { task_brief: 'Name a prime.' }

/** Both members are composites themselves, of different length. */
const NESTED: Pick<RunOptions, 'components'> = {
  components: {
    left: { composite: workerCritic, input: { criteria: 'a' } },
    right: { composite: workerCritic, input: { criteria: 'b' } },
  },
}
const NESTED_SCRIPT = {
  'left/worker': ['l1', 'l2'],
  'left/critic': [reject(), accept()],
  'right/worker': ['r1'],
  'right/critic': [accept()],
  chair: ['sum'],
}

describe('calls that go out side by side', () => {
  test('are recorded in the order of the calls, and so are their replies', () => {
    expect(kindsOf(tried({ left: ['a'], right: ['b'], chair: ['c'] })).slice(1, 5)).toEqual([
      'slot-called left',
      'slot-called right',
      'slot-replied left',
      'slot-replied right',
    ])
  })

  test('say where in their block they stand', () => {
    const run = tried({ left: ['a'], right: ['b'], chair: ['c'] })
    const places = run.events.flatMap((event) => (event.kind === 'slot-called' ? [[event.slot, event.parallel]] : []))
    expect(places).toEqual([
      ['left', 0],
      ['right', 1],
      ['chair', undefined],
    ])
  })

  test('take as long as the longest of them', () => {
    const script = {
      left: [say('a', { elapsedMs: 70 })],
      right: [say('b', { elapsedMs: 30 })],
      chair: [say('c', { elapsedMs: 5 })],
    }
    expect(tried(script).events.at(-1)!.at).toBe(75)
  })

  test('of one slot are its calls one after the other', () => {
    const twice = soloist({
      *delegate({ task_brief }) {
        const replies = yield* callAll([
          ['speaker', { task_brief }],
          ['speaker', { task_brief }],
        ])
        return { result: replies.map(({ text }) => text).join(' ') }
      },
    })
    const run = runCompositeSync(twice, { input: INPUT, model: scripted({ speaker: ['a', 'b'] }) })
    expect(run.result).toEqual({ result: 'a b' })
    expect(run.events.flatMap((event) => (event.kind === 'slot-called' ? [event.call] : []))).toEqual([1, 2])
  })

  test('may be none at all', () => {
    const none = soloist({
      *delegate() {
        const replies = yield* callAll([])
        return { result: replies.length }
      },
    })
    expect(runCompositeSync(none, { input: INPUT, model: scripted({}) }).result).toEqual({ result: 0 })
  })

  test('leave the same record, whoever answers first', async () => {
    const reference = tried(NESTED_SCRIPT, NESTED)
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (s) => {
        const session = scripted(NESTED_SCRIPT).open()
        const model: ModelProvider = {
          id: session.id,
          respond: (request) => s.schedule(Promise.resolve(session.respond(request)), request.slot),
        }
        const run = runComposite(panel, { input: INPUT, model, ...NESTED })
        await s.waitFor(run)
        expect(await run).toEqual(reference)
      }),
      { numRuns: 50 },
    )
  })
})

describe('a fault among them', () => {
  test('lets in what was on its way, ends the run, and calls nobody else', () => {
    const run = tried({ left: [fault.empty()], right: ['b'], chair: ['c'] })
    expect(kindsOf(run).slice(3)).toEqual(['slot-failed left', 'slot-replied right', 'run-failed'])
    expect(run.failure).toMatchObject({ kind: 'fault', slot: 'left', fault: { kind: 'empty' } })
  })

  test('is the first of several in the order of the calls', () => {
    const run = tried({ left: [fault.empty()], right: [fault.refusal()], chair: [] })
    expect(kindsOf(run).slice(3)).toEqual(['slot-failed left', 'slot-failed right', 'run-failed'])
    expect(run.failure).toMatchObject({ slot: 'left' })
  })

  test('stops a composite beside it after the call that was on its way', () => {
    const run = tried({ ...NESTED_SCRIPT, 'right/worker': [fault.transport()] }, NESTED)
    expect(run.failure).toMatchObject({ kind: 'fault', scope: 'right#1', slot: 'worker' })
    expect(scopeOf(run, 'left#1')).toEqual(['run-started', 'slot-called worker', 'slot-replied worker', 'run-failed'])
    expect(run.events.find(({ kind, scope }) => kind === 'run-failed' && scope === 'left#1')).toMatchObject({
      failure: { kind: 'aborted', message: 'Another call of the run failed.' },
    })
    expect(run.usage.calls).toBe(2)
  })

  test('lets the composite beside it begin no further one', () => {
    const inner = { composite: workerCritic, input: { criteria: 'a' }, components: { critic: { composite: panel } } }
    const components = { ...NESTED.components, left: inner }
    const run = tried({ 'left/worker': ['l1'], 'right/worker': [fault.transport()] }, { components })
    expect(new Set(run.events.map(({ scope }) => scope))).toEqual(new Set(['', 'left#1', 'right#1']))
    expect(unfrozenIn(run)).toEqual([])
  })

  test('whichever member it hits is the failure of the run, also where the one before was stopped by it', () => {
    const run = tried({ ...NESTED_SCRIPT, 'left/worker': ['l1'], 'right/critic': [fault.refusal()] }, NESTED)
    expect(run.failure).toMatchObject({ kind: 'fault', scope: 'right#1', slot: 'critic' })
    expect(kindsOf(run).at(-1)).toBe('run-failed')
  })

  test('ends every run inside with an event of its own', () => {
    const run = tried({ ...NESTED_SCRIPT, 'right/critic': [fault.refusal()] }, NESTED)
    for (const scope of ['', 'left#1', 'right#1']) expect(scopeOf(run, scope).at(-1)).toBe('run-failed')
  })
})

describe('a budget that ends among them', () => {
  test('lets none of them go out, and says so once', () => {
    const run = tried({ left: ['a'], right: ['b'], chair: [] }, { budget: { calls: 1 } })
    expect(kindsOf(run)).toEqual(['run-started', 'bound-reached', 'run-failed'])
    expect(run).toMatchObject({ failure: { kind: 'budget', slot: 'right' }, usage: { calls: 0 } })
  })

  test('stops the composites beside it, each with an event of its own', () => {
    const run = tried(NESTED_SCRIPT, { ...NESTED, budget: { calls: 3 } })
    expect(run.failure).toMatchObject({ kind: 'budget' })
    expect(run.events.filter(({ kind }) => kind === 'bound-reached')).toHaveLength(1)
    for (const scope of ['', 'left#1', 'right#1']) expect(scopeOf(run, scope).at(-1)).toBe('run-failed')
  })
})

test('a member that cannot even be asked keeps those behind it from beginning', () => {
  const mute = withBrief(panel, 'left', () => {
    throw new Error('nothing to say')
  })
  const components = { right: { composite: workerCritic, input: { criteria: 'b' } } }
  const run = runCompositeSync(mute, { input: INPUT, components, model: scripted({}) })
  expect(kindsOf(run)).toEqual(['run-started', 'run-failed'])
  expect(run.failure).toMatchObject({ kind: 'composite', scope: '' })
})

test('a composite among them whose code throws stops the others, though no call has failed', () => {
  const broken = soloist({
    *delegate() {
      yield* callAll([])
      throw new Error('out of ideas')
    },
  })
  const components = { ...NESTED.components, right: { composite: broken } }
  const run = tried({ 'left/worker': [], 'left/critic': [] }, { components })
  expect(run.failure).toMatchObject({ kind: 'composite', scope: 'right#1' })
  expect(run.events.find(({ kind, scope }) => kind === 'slot-failed' && scope === '')).toMatchObject({ slot: 'right' })
  expect(scopeOf(run, 'left#1').at(-1)).toBe('run-failed')
  expect(run.usage.calls).toBe(0)
})

// Helpers

const tried = (script: { [key: string]: readonly Step[] }, options: Partial<RunOptions> = {}): Run =>
  runCompositeSync(panel, { input: INPUT, model: scripted(script), ...options } as never)

const scopeOf = (run: Run, scope: string): readonly string[] =>
  kindsOf({ ...run, events: run.events.filter((event) => event.scope === scope) })
