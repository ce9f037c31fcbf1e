import { describe, expect, test } from 'vitest'
import { brokenIn } from '../../test/composites/broken-laws.ts'
import { withBrief, withDelegate } from '../../test/composites/mutated.ts'
import { SAMPLE_RUNS } from '../../test/composites/sample-runs.ts'
import { type AnyComposite, call } from '../composites/composite.ts'
import { oversight } from '../composites/oversight.ts'
import type { DecisionReading } from '../decisions/read-decision.ts'
import { decide, type Step, say } from '../providers/script-steps.ts'
import { scripted } from '../providers/scripted.ts'
import { runCompositeSync } from '../run/run-composite.ts'
import type { Run } from '../trace/run.ts'

const TASK = 'Free some disk space.'
const GO = decide('continue')
const [FIRST, SECOND] = ['Keep a copy of every file.', 'Do it more slowly, please.'] as const
const adjust = (adjustment: string) => decide('adjust', { adjustment })

const tried = (
  composite: AnyComposite,
  arbiter: readonly Step[],
  config: object = { max_cycles: arbiter.length },
): Run =>
  runCompositeSync(composite, {
    input: { task_brief: TASK },
    config,
    model: scripted({
      actor: arbiter.map((_, i) =>
        say(`I removed part ${i + 1} of the logs.`, { reasoning: `No one will miss part ${i + 1}.` }),
      ),
      observer: arbiter.map((_, i) => `report ${i + 1}`),
      arbiter,
    }),
  } as never)

const returning = (run: Run, result: object): Run => ({
  ...run,
  events: run.events.map((event) => (event.kind === 'run-completed' ? { ...event, result: result as never } : event)),
})

test.each(['aborted', 'adjusted'])('every law holds in a run as it should be: %s', (name) => {
  expect(brokenIn(SAMPLE_RUNS[name]!)).toEqual([])
})

test('outcome-only-observer breaks when the observer hears what the actor thinks', () => {
  const mutant = withDelegate(oversight, function* ({ task_brief }) {
    const acted = yield* call('actor', { task_brief })
    const observed = yield* call('observer', { task_brief, outcome: `${acted.text} ${acted.private?.reasoning}` })
    yield* call('arbiter', { task_brief, report: observed.text })
    return { result: acted.text, cycles: 1 }
  })
  expect(brokenIn(tried(mutant, [GO]))).toContain('outcome-only-observer at slot-called observer 1')
})

test('report-only-arbiter breaks when the arbiter hears the actor', () => {
  const mutant = withDelegate(oversight, function* ({ task_brief }) {
    const acted = yield* call('actor', { task_brief })
    const observed = yield* call('observer', { task_brief, outcome: acted.text })
    yield* call('arbiter', { task_brief, report: `${observed.text}\n${acted.text}` })
    return { result: acted.text, cycles: 1 }
  })
  expect(brokenIn(tried(mutant, [GO]))).toContain('report-only-arbiter at slot-called arbiter 1')
})

test('report-only-arbiter holds where the report quotes the outcome', () => {
  const run = runCompositeSync(oversight, {
    input: { task_brief: TASK },
    config: { max_cycles: 1 },
    model: scripted({
      actor: ['I removed all of the logs.'],
      observer: ['It says: I removed all of the logs.'],
      arbiter: [GO],
    }),
  })
  expect(brokenIn(run)).toEqual([])
})

test('report-only-arbiter says nothing of an earlier report, which another law is for', () => {
  const mutant = withDelegate(oversight, function* ({ task_brief }) {
    const reports: string[] = []
    for (const cycle of [1, 2]) {
      const acted = yield* call('actor', { task_brief })
      reports.push(`${(yield* call('observer', { task_brief, outcome: acted.text })).text} is all that there is to say`)
      yield* call('arbiter', { task_brief, report: reports.join('\n') })
      if (cycle === 2) return { result: acted.text, cycles: 2 }
    }
    return { result: '', cycles: 0 }
  })
  const model = scripted({
    actor: ['a', 'b'],
    observer: ['The first report, which is long', 'The second report, which is long'],
    arbiter: [GO, GO],
  })
  const run = runCompositeSync(mutant, { input: { task_brief: TASK }, config: { max_cycles: 2 }, model })
  expect(brokenIn(run)).toEqual(['nothing-foreign at slot-called arbiter 2'])
})

describe('aborting-ends-at-once', () => {
  const aborted = tried(oversight, [decide('abort', { reason: 'It destroys data.' })])
  const result = { result: 'I removed part 1 of the logs.', cycles: 1, abort_reason: 'It destroys data.' }

  test('holds with the last outcome, the count and the reason', () => {
    expect(aborted.result).toEqual(result)
    expect(brokenIn(aborted)).toEqual([])
  })

  test.each([
    ['another reason', { ...result, abort_reason: 'It went well.' }],
    ['no reason', { result: result.result, cycles: 1 }],
    ['another outcome', { ...result, result: 'nothing' }],
    ['another count', { ...result, cycles: 2 }],
  ])('breaks with %s', (_, changed) => {
    expect(brokenIn(returning(aborted, changed))).toEqual(['aborting-ends-at-once at decision-read arbiter 1'])
  })

  test('looks at a run without replies all the same', () => {
    const run = tried(oversight, [decide('abort')])
    const events = run.events.filter(({ kind }) => kind !== 'slot-replied')
    expect(brokenIn({ ...run, events })).toContain('aborting-ends-at-once at decision-read arbiter 1')
  })

  test('breaks when the run goes on', () => {
    const deaf = withDelegate(oversight, function* ({ task_brief }) {
      for (let cycle = 1; ; cycle++) {
        const acted = yield* call('actor', { task_brief })
        const observed = yield* call('observer', { task_brief, outcome: acted.text })
        yield* call('arbiter', { task_brief, report: observed.text })
        if (cycle === 2) return { result: acted.text, cycles: 2 }
      }
    })
    expect(brokenIn(tried(deaf, [decide('abort'), GO]))).toContain('aborting-ends-at-once at slot-called actor 2')
  })

  test('counts an unreadable decision as an abort only where the config says so', () => {
    const run = tried(oversight, ['Hm.'], { on_unreadable: 'abort' })
    expect(brokenIn(run)).toEqual([])
    expect(brokenIn(returning(run, { result: 'I removed part 1 of the logs.', cycles: 1 }))).toContain(
      'aborting-ends-at-once at decision-read arbiter 1',
    )
    expect(brokenIn(tried(oversight, ['Hm.', GO]))).toEqual([])
  })
})

describe('last-outcome-returned', () => {
  const run = tried(oversight, [GO, GO])
  const result = { result: 'I removed part 2 of the logs.', cycles: 2 }

  test('holds when every cycle was run', () => {
    expect(run.result).toEqual(result)
    expect(brokenIn(run)).toEqual([])
  })

  test.each([
    ['an earlier outcome', { ...result, result: 'I removed part 1 of the logs.' }],
    ['another count', { ...result, cycles: 3 }],
    ['a reason for an abort that nobody decided', { ...result, abort_reason: 'So.' }],
  ])('breaks with %s', (_, changed) => {
    expect(brokenIn(returning(run, changed))).toEqual(['last-outcome-returned at run-completed'])
  })

  test('breaks when a cycle is missing', () => {
    expect(
      brokenIn({
        ...tried(oversight, [GO], { max_cycles: 1 }),
        ...stretched(tried(oversight, [GO], { max_cycles: 1 })),
      }),
    ).toEqual(['last-outcome-returned at run-completed'])
  })
})

describe('adjustment-on-original', () => {
  test('holds for an adjustment that stays, one that replaces it, and none', () => {
    expect(brokenIn(tried(oversight, [adjust(FIRST), GO, adjust(SECOND), decide('adjust'), GO]))).toEqual([])
  })

  test('breaks when adjustments pile up', () => {
    expect(
      brokenIn(
        tried(
          remembering((earlier, latest) => `${earlier}\n${latest}`),
          [adjust(FIRST), adjust(SECOND), GO],
        ),
      ),
    ).toContain('adjustment-on-original at slot-called actor 3')
  })

  test('breaks when an adjustment is forgotten after a continue', () => {
    const mutant = withDelegate(oversight, function* ({ task_brief }, { max_cycles }) {
      let adjustment: string | undefined
      for (let cycle = 1; ; cycle++) {
        const acted = yield* call('actor', { task_brief, adjustment })
        const observed = yield* call('observer', { task_brief, outcome: acted.text })
        const decided = yield* call('arbiter', { task_brief, report: observed.text })
        adjustment = (decided.reading as DecisionReading).adjustment || undefined
        if (cycle === max_cycles) return { result: acted.text, cycles: cycle }
      }
    })
    expect(brokenIn(tried(mutant, [adjust(FIRST), GO, GO]))).toContain('adjustment-on-original at slot-called actor 3')
  })

  test('breaks when the first brief is more than the task', () => {
    const mutant = withBrief(oversight, 'actor', (usual) => `${usual}!`)
    expect(brokenIn(tried(mutant, [GO]))).toContain('adjustment-on-original at slot-called actor 1')
  })

  test('breaks when an adjustment is forgotten that the task says as well', () => {
    const forgetful = withBrief(oversight, 'actor', (_, { task_brief = '' }) => task_brief)
    const run = runCompositeSync(forgetful, {
      input: { task_brief: `${TASK} ${FIRST}` },
      config: { max_cycles: 2 },
      model: scripted({ actor: ['a', 'b'], observer: ['c', 'd'], arbiter: [adjust(FIRST), GO] }),
    })
    expect(brokenIn(run)).toContain('adjustment-on-original at slot-called actor 2')
  })

  test('says nothing of a report in the brief, which another law is for', () => {
    const told = withBrief(oversight, 'actor', (usual, { adjustment }) =>
      adjustment === undefined ? usual : `${usual}\nThe report was a long one.`,
    )
    const run = runCompositeSync(told, {
      input: { task_brief: TASK },
      config: { max_cycles: 2 },
      model: scripted({
        actor: ['a', 'b'],
        observer: ['The report was a long one.', 'd'],
        arbiter: [adjust(FIRST), GO],
      }),
    })
    expect(brokenIn(run)).toEqual(['nothing-foreign at slot-called actor 2'])
  })

  test('breaks when the task itself is adjusted', () => {
    const mutant = withBrief(oversight, 'actor', (usual, { adjustment }) => adjustment ?? usual)
    expect(brokenIn(tried(mutant, [adjust(FIRST), GO]))).toContain('adjustment-on-original at slot-called actor 2')
  })
})

// Helpers

/** The same run under a bound that it did not reach. */
const stretched = (run: Run): Pick<Run, 'events'> => ({
  events: run.events.map((event) =>
    event.kind === 'run-started' ? { ...event, config: { ...event.config, max_cycles: 2 } } : event,
  ),
})

/** An oversight that makes its next adjustment out of the one before and the latest. */
const remembering = (join: (earlier: string, latest: string) => string) =>
  withDelegate(oversight, function* ({ task_brief }, { max_cycles }) {
    let adjustment: string | undefined
    for (let cycle = 1; ; cycle++) {
      const acted = yield* call('actor', { task_brief, adjustment })
      const observed = yield* call('observer', { task_brief, outcome: acted.text })
      const { adjustment: latest = '' } = (yield* call('arbiter', { task_brief, report: observed.text }))
        .reading as DecisionReading
      adjustment = adjustment === undefined ? latest : join(adjustment, latest)
      if (cycle === max_cycles) return { result: acted.text, cycles: cycle }
    }
  })
