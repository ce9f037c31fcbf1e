import { describe, expect, test } from 'vitest'
import { brokenIn } from '../../test/composites/broken-laws.ts'
import { withDelegate } from '../../test/composites/mutated.ts'
import { SAMPLE_RUNS } from '../../test/composites/sample-runs.ts'
import { workerCritic } from '../composites/worker-critic.ts'
import { accept, reject } from '../providers/script-steps.ts'
import { scripted } from '../providers/scripted.ts'
import { runCompositeSync } from '../run/run-composite.ts'

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
})
