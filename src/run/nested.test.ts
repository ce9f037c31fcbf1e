import { describe, expect, test } from 'vitest'
import { briefsOf } from '../../test/composites/briefs-of.ts'
import { soloist } from '../../test/composites/soloist.ts'
import { unfrozenIn } from '../../test/composites/unfrozen-in.ts'
import { type AnyComposite, call } from '../composites/composite.ts'
import { oversight } from '../composites/oversight.ts'
import { proposerAdversary } from '../composites/proposer-adversary.ts'
import { workerCritic } from '../composites/worker-critic.ts'
import { accept, decide, fault, reject, say } from '../providers/script-steps.ts'
import { scripted } from '../providers/scripted.ts'
import { runCompositeSync } from './run-composite.ts'

const TASK = 'Where do we keep sessions?'

describe('a slot filled by a composite', () => {
  const run = runCompositeSync(proposerAdversary, {
    input: { task_brief: TASK },
    components: { proposer: { composite: workerCritic, input: { criteria: 'It survives a restart.' } } },
    model: scripted({
      worker: ['In memory.', say('In a database.', { reasoning: 'SECRET-1' })],
      critic: [reject({ reasoning: 'CRITIQUE' }), say('', { data: { verdict: 'accept' }, reasoning: 'SECRET-2' })],
      adversary: ['It is slow.'],
    }),
  })

  test('says what the inner composite results in', () => {
    expect(run.result).toEqual({ result: { proposal: 'In a database.', attack: 'It is slow.' } })
  })

  test('gives its brief to the inner composite as the task', () => {
    expect(briefsOf(run, 'proposer')).toEqual([TASK])
    expect(briefsOf(run, 'proposer/worker')[0]).toBe(TASK)
  })

  test('keeps to itself what was private, judged or said inside', () => {
    expect(briefsOf(run, 'adversary')[0]).not.toMatch(/SECRET|CRITIQUE|In memory|survives/)
  })

  test('leaves its own run in the trace, under the call that it answers', () => {
    const scopes = run.events.map(({ scope, kind }) => `${scope} ${kind}`)
    expect(scopes.slice(0, 4)).toEqual([
      ' run-started',
      ' slot-called',
      'proposer#1 run-started',
      'proposer#1 slot-called',
    ])
    expect(run.events.find(({ scope, kind }) => scope === 'proposer#1' && kind === 'run-started')).toMatchObject({
      composite: { name: 'worker-critic' },
      input: { task_brief: TASK, criteria: 'It survives a restart.' },
      config: { max_rounds: 3 },
    })
  })

  test('counts as the calls that were made inside', () => {
    expect(run.usage.calls).toBe(5)
  })

  test('is named with its own slots in the header', () => {
    expect(run.header.components).toEqual({
      proposer: 'worker-critic',
      'proposer/worker': 'worker',
      'proposer/critic': 'critic',
      adversary: 'adversary',
    })
  })

  test('leaves a run that is frozen and JSON-safe', () => {
    expect(unfrozenIn(run)).toEqual([])
  })

  test('is a new run each time that it is called', () => {
    const looping = runCompositeSync(workerCritic, {
      input: { task_brief: TASK, criteria: 'c' },
      components: { worker: { composite: proposerAdversary } },
      model: scripted({ proposer: ['p1', 'p2'], adversary: ['a1', 'a2'], critic: [reject(), accept()] }),
    })
    const begun = looping.events.flatMap(({ kind, scope }) => (kind === 'run-started' ? [scope] : []))
    expect(begun).toEqual(['', 'worker#1', 'worker#2'])
  })
})

describe('what it says', () => {
  const said = (result: unknown) => {
    const inner = soloist({
      *delegate({ task_brief }) {
        yield* call('speaker', { task_brief })
        return result as never
      },
    })
    const run = runCompositeSync(soloist({ name: 'outer' }), {
      input: { task_brief: TASK },
      components: { speaker: { composite: inner } },
      model: scripted({ 'speaker/speaker': ['x'] }),
    })
    const reply = run.events.find(({ kind, scope }) => kind === 'slot-replied' && scope === '')
    return reply?.kind === 'slot-replied' ? reply.reply : undefined
  }

  test('is a text as it is', () => {
    expect(said({ result: 'plain', more: 1 })).toEqual({ text: 'plain' })
  })

  test('is canonical JSON of anything else, with the value as data', () => {
    expect(said({ result: { b: 1, a: [2] } })).toEqual({ text: '{"a":[2],"b":1}', data: { b: 1, a: [2] } })
  })

  test('is null where there is no result', () => {
    expect(said({ outcome: 'x' })).toEqual({ text: 'null', data: null })
  })
})

test('a composite that decides is read as any other that does', () => {
  const run = runCompositeSync(workerCritic, {
    input: { task_brief: TASK, criteria: 'c' },
    components: { critic: { composite: oversight, config: { max_cycles: 1 } } },
    model: scripted({ worker: ['w'], actor: ['Verdict: accept'], observer: ['o'], arbiter: [decide('continue')] }),
  })
  expect(run.result).toEqual({ result: 'w', attempts: 1 })
})

test('a fault inside ends the run outside: it is told in both, once each', () => {
  const run = runCompositeSync(proposerAdversary, {
    input: { task_brief: TASK },
    components: { proposer: { composite: workerCritic, input: { criteria: 'c' } } },
    model: scripted({ worker: ['a'], critic: [fault.refusal()], adversary: [] }),
  })
  expect(run.events.slice(-4).map(({ scope, kind }) => `${scope} ${kind}`)).toEqual([
    'proposer#1 slot-failed',
    'proposer#1 run-failed',
    ' slot-failed',
    ' run-failed',
  ])
  expect(run.failure).toMatchObject({ scope: 'proposer#1', slot: 'critic', fault: { kind: 'refusal' } })
})

test('what fails inside without a fault looks from outside like one: aborted by a budget, a broken transport by its code', () => {
  const failedBy = (options: { composite: AnyComposite; budget?: { calls: number } }) =>
    runCompositeSync(proposerAdversary, {
      input: { task_brief: TASK },
      components: { proposer: { composite: options.composite } },
      model: scripted({ speaker: ['a'] }),
      ...(options.budget && { budget: options.budget }),
    })
  const twice = soloist({
    *delegate({ task_brief }) {
      yield* call('speaker', { task_brief })
      yield* call('speaker', { task_brief })
      return {}
    },
  })
  const throwing = soloist({
    *delegate({ task_brief }) {
      yield* call('speaker', { task_brief })
      throw new Error('out of ideas')
    },
  })
  for (const [run, kind] of [
    [failedBy({ composite: twice, budget: { calls: 1 } }), 'aborted'],
    [failedBy({ composite: throwing }), 'transport'],
  ] as const) {
    const seen = run.events.find((event) => event.kind === 'slot-failed' && event.scope === '')
    expect(seen).toMatchObject({ slot: 'proposer', fault: { kind, message: run.failure!.message } })
    expect(unfrozenIn(run)).toEqual([])
  }
})

test('a budget is one for all, runs inside included', () => {
  const run = runCompositeSync(proposerAdversary, {
    input: { task_brief: TASK },
    components: { proposer: { composite: workerCritic, input: { criteria: 'c' } } },
    model: scripted({ worker: ['a'], critic: [accept()], adversary: ['b'] }),
    budget: { calls: 2 },
  })
  expect(run.failure).toMatchObject({ kind: 'budget', scope: '', slot: 'adversary' })
})

test('composites nest as deep as they are bound', () => {
  const inner = { composite: proposerAdversary }
  const middle = { composite: workerCritic, input: { criteria: 'c' }, components: { worker: inner } }
  const run = runCompositeSync(proposerAdversary, {
    input: { task_brief: TASK },
    components: { proposer: middle },
    model: scripted({
      'proposer/worker/proposer': ['p'],
      'proposer/worker/adversary': ['a'],
      critic: [accept()],
      adversary: ['z'],
    }),
  })
  expect(run.result).toEqual({ result: { proposal: '{"attack":"a","proposal":"p"}', attack: 'z' } })
  expect(run.events.flatMap(({ kind, scope }) => (kind === 'run-started' ? [scope] : []))).toEqual([
    '',
    'proposer#1',
    'proposer#1/worker#1',
  ])
})
