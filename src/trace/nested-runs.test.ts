import { describe, expect, test } from 'vitest'
import { SAMPLE_RUNS } from '../../test/composites/sample-runs.ts'
import { proposerAdversary } from '../composites/proposer-adversary.ts'
import { workerCritic } from '../composites/worker-critic.ts'
import { accept } from '../providers/script-steps.ts'
import { scripted } from '../providers/scripted.ts'
import { runCompositeSync } from '../run/run-composite.ts'
import { nestedRuns } from './nested-runs.ts'

const CRITERIA = 'Every claim names a source, and no source is a blog.'

describe('the runs inside a run', () => {
  const [inner] = nestedRuns(SAMPLE_RUNS.nested!)

  test('are told as runs of their own', () => {
    const { header, ...rest } = inner!.run
    expect(header).toEqual({
      runId: `${SAMPLE_RUNS.nested!.header.runId}-right-1`,
      composite: 'worker-critic',
      version: '0.1.0',
      input: { criteria: CRITERIA, task_brief: 'Write about the tides.' },
      config: { max_rounds: 3 },
      components: { worker: 'worker', critic: 'critic' },
    })
    expect(rest).toMatchObject({
      status: 'completed',
      result: { result: 'b2', attempts: 2 },
      failure: null,
      usage: { calls: 4 },
    })
  })

  test('have the events of a run that was alone, but for the paths of their slots', () => {
    const alone = runCompositeSync(workerCritic, {
      input: { task_brief: 'Write about the tides.', criteria: CRITERIA },
      model: scripted({ worker: ['b1', 'b2'], critic: [SAMPLE_CRITIQUE(), accept()] }),
    })
    const plain = inner!.run.events.map((event) =>
      event.kind === 'slot-called' ? { ...event, request: { ...event.request, slot: event.slot } } : event,
    )
    expect(plain).toEqual(alone.events)
  })

  test('have a folder each, by slot and call', () => {
    const looping = runCompositeSync(workerCritic, {
      input: { task_brief: 'x', criteria: CRITERIA },
      components: { worker: { composite: proposerAdversary } },
      model: scripted({ proposer: ['a', 'b'], adversary: ['c', 'd'], critic: [SAMPLE_CRITIQUE(), accept()] }),
    })
    expect(nestedRuns(looping).map(({ folder }) => folder)).toEqual(['worker--1', 'worker--2'])
  })

  test('fail where they failed, by places of their own', () => {
    const [left, right] = nestedRuns(SAMPLE_RUNS['failed inside']!)
    expect(right!.run).toMatchObject({
      status: 'failed',
      result: null,
      failure: { kind: 'fault', scope: '', slot: 'worker', call: 1 },
      usage: { calls: 1 },
    })
    expect(left!.run).toMatchObject({ status: 'failed', failure: { kind: 'aborted', scope: '' } })
    expect(right!.run.events.at(-1)).toMatchObject({ kind: 'run-failed', failure: right!.run.failure })
  })

  test('hold the runs inside them in turn, whose calls are counted once', () => {
    const outer = runCompositeSync(proposerAdversary, {
      input: { task_brief: 'x' },
      components: {
        proposer: {
          composite: workerCritic,
          input: { criteria: 'c' },
          components: { worker: { composite: proposerAdversary } },
        },
      },
      model: scripted({
        'proposer/worker/proposer': ['p'],
        'proposer/worker/adversary': ['a'],
        critic: [accept()],
        adversary: ['z'],
      }),
    })
    const [middle] = nestedRuns(outer)
    expect(middle!.run.usage.calls).toBe(3)
    expect(middle!.run.header.components).toEqual({
      worker: 'proposer-adversary',
      'worker/proposer': 'proposer',
      'worker/adversary': 'adversary',
      critic: 'critic',
    })
    const [inmost] = nestedRuns(middle!.run)
    expect(inmost!.run).toMatchObject({
      header: { composite: 'proposer-adversary' },
      usage: { calls: 2 },
      status: 'completed',
    })
  })

  test('are none in a run of models alone', () => {
    expect(nestedRuns(SAMPLE_RUNS.accepted!)).toEqual([])
  })
})

// Helpers

const SAMPLE_CRITIQUE = () => ({
  text: '{"verdict":"reject","reasoning":"No source.","issues":[],"suggestions":[]}',
  data: { verdict: 'reject', reasoning: 'No source.', issues: [], suggestions: [] },
})
