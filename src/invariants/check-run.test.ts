import { describe, expect, test } from 'vitest'
import { SAMPLE_RUNS } from '../../test/composites/sample-runs.ts'
import { soloist } from '../../test/composites/soloist.ts'
import { oversight } from '../composites/oversight.ts'
import { proposerAdversary } from '../composites/proposer-adversary.ts'
import { workerCritic } from '../composites/worker-critic.ts'
import { say } from '../providers/script-steps.ts'
import { scripted } from '../providers/scripted.ts'
import { runCompositeSync } from '../run/run-composite.ts'
import { COMMON, checkFirewalls, checkInvariants, DECLARED, FIREWALLS } from './check-run.ts'
import { flowMatrix } from './flow-matrix.ts'
import type { Invariant } from './invariant.ts'
import { scopesOf } from './run-scope.ts'

describe('the laws', () => {
  test('have names of their own, a statement and a source', () => {
    const laws = [...FIREWALLS, ...COMMON, ...DECLARED]
    expect(new Set(laws.map(({ name }) => name)).size).toBe(laws.length)
    for (const { name, statement, source } of laws) {
      expect(name).toMatch(/^[a-z]+(?:-[a-z]+)+$/)
      expect(statement).toMatch(/^[A-Z].*\.$/)
      expect(source).not.toBe('')
    }
  })

  test('are each declared by a composite of ours', () => {
    const declared = new Set([workerCritic, oversight, proposerAdversary].flatMap(({ invariants }) => invariants))
    expect(DECLARED.map(({ name }) => name).filter((name) => !declared.has(name))).toEqual([])
  })
})

test('a law that does not exist is a mistake in the composite', () => {
  const composite = soloist({ invariants: ['no-such-law'] })
  const run = runCompositeSync(composite, { input: { task_brief: 'x' }, model: scripted({ speaker: ['y'] }) })
  expect(() => checkInvariants(run)).toThrow(expect.objectContaining({ code: 'invalid-composite' }))
  expect(() => checkInvariants(run)).toThrow(
    /^No law is called "no-such-law"\. Known: "criteria-stay-with-critic", "critic-gets-the-task", "/,
  )
})

describe('a law of your own', () => {
  const shortBriefs: Invariant = {
    name: 'short-briefs',
    statement: 'No brief is longer than 10 characters.',
    source: 'us',
    *check({ calls }) {
      for (const { index, called } of calls)
        if (called.request.brief.length > 10) yield { event: index, message: `the brief of "${called.slot}" is long` }
    },
  }

  test('is checked in the run and in every run inside it', () => {
    const run = SAMPLE_RUNS.nested!
    const broken = checkInvariants(run, [shortBriefs])
    expect(new Set(broken.map(({ event }) => run.events[event]!.scope))).toEqual(new Set(['', 'right#1']))
    expect(broken[0]).toEqual({ invariant: 'short-briefs', event: 1, message: 'the brief of "right" is long' })
  })
})

describe('what a slot may have at a call', () => {
  const [scope] = scopesOf(SAMPLE_RUNS.adjusted!)
  const actor = scope!.calls.filter(({ called }) => called.slot === 'actor')
  const adjustmentIn = (i: number) =>
    actor[i]!.allowance.must.find(({ label }) => label === 'arbiter.reading.adjustment')

  test('is nothing of what does not exist yet', () => {
    expect(adjustmentIn(0)).toBeUndefined()
    expect(actor[0]!.allowance.unborn).toEqual([])
  })

  test('is the latest adjustment, also after a decision that adjusts nothing', () => {
    expect(adjustmentIn(1)?.words).toEqual(['Keep a copy of everything.'])
    expect(adjustmentIn(2)?.words).toEqual(['Keep a copy of everything.'])
  })

  test('leaves outside what came before, and every channel that is not named', () => {
    const foreign = actor[2]!.foreign.map(({ label }) => label)
    expect(foreign).toEqual(
      expect.arrayContaining(['actor.text', 'observer.text', 'arbiter.text', 'arbiter.reading.reason']),
    )
    for (const own of ['task_brief', 'arbiter.reading.adjustment', 'arbiter.reading.decision'])
      expect(foreign.slice(0, foreign.indexOf('arbiter.reading.reason') + 1)).not.toContain(own)
  })

  test('is of structured data its texts and numbers, at any depth', () => {
    const data = { text: 'a', count: 12, deep: [{ more: 'b' }, null, true], none: null }
    const run = runCompositeSync(proposerAdversary, {
      input: { task_brief: 'x' },
      model: scripted({ proposer: [say('c', { data })], adversary: ['d'] }),
    })
    const [, adversary] = scopesOf(run)[0]!.calls
    expect(adversary!.foreign).toMatchObject([{ label: 'proposer.data', words: ['a', '12', 'b'] }])
    const [, told] = scopesOf(SAMPLE_RUNS.unresolved!)[0]!.calls
    expect(told!.foreign).toMatchObject([{ label: 'proposer.data', words: [] }])
  })

  test('is told by index in the whole run, so that a witness can be shown', () => {
    for (const { index, called } of scope!.calls) expect(SAMPLE_RUNS.adjusted!.events[index]).toBe(called)
  })
})

describe('a run of others that does not hold together', () => {
  const run = SAMPLE_RUNS.accepted!
  const called = run.events.find(({ kind }) => kind === 'slot-called')!

  test('has no scope that never started', () => {
    const stray = { ...called, scope: 'ghost#1' } as typeof called
    expect(scopesOf({ ...run, events: [...run.events, stray] }).map(({ scope }) => scope)).toEqual([''])
  })

  test('may tell nothing to a slot that its composite does not declare', () => {
    const stray = { ...called, slot: 'ghost' } as typeof called
    const events = [...run.events.slice(0, 2), stray, ...run.events.slice(2)]
    expect(checkFirewalls({ ...run, events })).toEqual([
      { invariant: 'nothing-foreign', event: 2, message: 'the request of "ghost" holds "task_brief"' },
    ])
    expect(checkInvariants({ ...run, events })).toEqual([])
    const flows = flowMatrix({ ...run, events }).filter(({ slot }) => slot === 'ghost')
    expect(flows.map(({ label, rule }) => `${label} ${rule}`)).toEqual(['criteria forbidden', 'task_brief forbidden'])
  })

  test.each(Object.entries(SAMPLE_RUNS))('may lack every reply, or its task: %s', (_, run) => {
    const unanswered = run.events.filter(({ kind }) => kind !== 'slot-replied')
    const untold = run.events.map((event) =>
      event.kind === 'run-started'
        ? { ...event, input: { criteria: 'Every claim names a source, and so on.' } }
        : event,
    )
    for (const events of [unanswered, untold])
      expect([...checkFirewalls({ ...run, events }), ...checkInvariants({ ...run, events })]).toBeInstanceOf(Array)
  })

  test('may hold a reply that nobody asked for', () => {
    const events = run.events.filter(({ kind }) => kind !== 'slot-called')
    const [scope] = scopesOf({ ...run, events })
    expect(scope!.secrets.flatMap(({ words }) => words)).toEqual(['Any will do.'])
  })
})

test('what is private counts from the moment it was written, without what it repeats of its own request', () => {
  const [scope] = scopesOf(SAMPLE_RUNS.accepted!)
  const [secret] = scope!.secrets
  expect(SAMPLE_RUNS.accepted!.events[secret!.index]).toMatchObject({ kind: 'slot-replied', slot: 'worker', call: 1 })
  expect(secret!.words).toEqual(['Any will do.'])
})
