import { describe, expect, test } from 'vitest'
import { brokenIn } from '../../test/composites/broken-laws.ts'
import { withDelegate } from '../../test/composites/mutated.ts'
import { SAMPLE_RUNS } from '../../test/composites/sample-runs.ts'
import { workerCritic } from '../composites/worker-critic.ts'
import type { JsonObject } from '../json/json.ts'
import { accept, fault, reject } from '../providers/script-steps.ts'
import { scripted } from '../providers/scripted.ts'
import { runCompositeSync } from '../run/run-composite.ts'
import type { Run } from '../trace/run.ts'
import { checkInvariants } from './check-run.ts'

const INPUT = { task_brief: 'x', criteria: 'y' }

describe('bounds-kept', () => {
  test('breaks at the first call that is one too many', () => {
    const mutant = withDelegate(workerCritic, function* (input, { max_rounds }) {
      return yield* workerCritic.delegate(input, { max_rounds: max_rounds + 1 })
    })
    const options = { input: INPUT, config: { max_rounds: 2 } }
    const critic = [reject(), reject(), accept()]
    expect(
      brokenIn(runCompositeSync(mutant, { ...options, model: scripted({ worker: ['a', 'b', 'c'], critic }) })),
    ).toEqual(['bounds-kept at slot-called worker 3', 'bounds-kept at slot-called critic 3'])
  })

  test('says which slot and which bound', () => {
    const run = changed(SAMPLE_RUNS['rounds run out']!, { max_rounds: 1 })
    expect(checkInvariants(run).map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        '"worker" is asked more than 1 times (max_rounds)',
        '"critic" is asked more than 1 times (max_rounds)',
      ]),
    )
  })

  test('looks at numbers that begin with max_, and at nothing else of the config', () => {
    const run = SAMPLE_RUNS['rounds run out']!
    expect(brokenIn(changed(run, { max_rounds: 2, patience: 0, max_words: '0' }))).toEqual([])
    expect(brokenIn(changed(run, { max_rounds: 2, max_calls: 0 }))).toEqual([
      'bounds-kept at slot-called worker 1',
      'bounds-kept at slot-called critic 1',
    ])
  })

  test('holds at the bound', () => {
    expect(brokenIn(SAMPLE_RUNS['rounds run out']!)).toEqual([])
  })
})

describe('fault-ends-run', () => {
  const failed = SAMPLE_RUNS['failed inside']!

  test('holds in a run that failed', () => {
    expect(brokenIn(failed)).toEqual([])
  })

  test('breaks when something is called after a call had failed', () => {
    const [fault, call] = ['slot-failed', 'slot-called'].map((kind) =>
      failed.events.find((event) => event.kind === kind && event.scope === 'right#1'),
    )
    const events = failed.events.flatMap((event) => (event === fault ? [event, { ...call!, call: 2 }] : [event]))
    expect(brokenIn({ ...failed, events } as typeof failed)).toContain('fault-ends-run at slot-called worker 2')
  })

  test('breaks when the run completes all the same', () => {
    const events = failed.events.map((event) =>
      event.kind === 'run-failed' && event.scope === ''
        ? { at: 0, scope: '', kind: 'run-completed' as const, result: {} }
        : event,
    )
    expect(brokenIn({ ...failed, events })).toContain('fault-ends-run at slot-failed left 1')
  })

  describe('in a run whose critic failed', () => {
    const run = runCompositeSync(workerCritic, {
      input: INPUT,
      model: scripted({ worker: ['a'], critic: [fault.status(500)] }),
    })
    const blaming = (slot: string, call: number): Run => ({
      ...run,
      events: run.events.map((event) =>
        event.kind === 'run-failed' ? { ...event, failure: { ...event.failure, slot, call } } : event,
      ),
    })

    test('holds as it is', () => {
      expect(brokenIn(blaming('critic', 1))).toEqual([])
    })

    test.each([
      ['critic', 2],
      ['worker', 1],
      ['worker', 2],
    ])('breaks when the failure names %s %i', (slot, call) => {
      expect(checkInvariants(blaming(slot, call))).toEqual([
        {
          invariant: 'fault-ends-run',
          event: run.events.length - 1,
          message: 'the failure does not say which call failed',
        },
      ])
    })

    test('says what was called after it', () => {
      const at = run.events.findIndex(({ kind }) => kind === 'slot-failed')
      const again = run.events.find(({ kind }) => kind === 'slot-called')!
      const events = [...run.events.slice(0, at + 1), again, ...run.events.slice(at + 1)]
      expect(checkInvariants({ ...run, events })).toContainEqual({
        invariant: 'fault-ends-run',
        event: at + 1,
        message: '"worker" is called after a call had failed',
      })
    })
  })
})

// Helpers

const changed = (run: Run, config: JsonObject): Run => ({
  ...run,
  events: run.events.map((event) => (event.kind === 'run-started' ? { ...event, config } : event)),
})
