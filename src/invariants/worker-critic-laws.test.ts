import { describe, expect, test } from 'vitest'
import { brokenIn } from '../../test/composites/broken-laws.ts'
import { withBrief, withDelegate } from '../../test/composites/mutated.ts'
import { SAMPLE_RUNS } from '../../test/composites/sample-runs.ts'
import { soloist } from '../../test/composites/soloist.ts'
import { type AnyComposite, call } from '../composites/composite.ts'
import { workerCritic } from '../composites/worker-critic.ts'
import type { VerdictReading } from '../decisions/read-verdict.ts'
import { accept, reject, type Step } from '../providers/script-steps.ts'
import { scripted } from '../providers/scripted.ts'
import { runCompositeSync } from '../run/run-composite.ts'
import type { Run } from '../trace/run.ts'

const INPUT = { task_brief: 'Write about the tides.', criteria: 'Every claim names a source, and no source is a blog.' }
const QUOTING = reject({ reasoning: `It fails: ${INPUT.criteria}` })

const tried = (composite: AnyComposite, critic: readonly Step[], input = INPUT): Run =>
  runCompositeSync(composite, {
    input,
    config: { max_rounds: 2 },
    model: scripted({ worker: critic.map((_, i) => `result ${i + 1}`), critic }),
  } as never)

/** The run with another result: what a composite that returns the wrong thing would leave. */
const returning = (run: Run, result: object): Run => ({
  ...run,
  events: run.events.map((event) => (event.kind === 'run-completed' ? { ...event, result: result as never } : event)),
})

test.each(['accepted', 'rounds run out', 'out of budget', 'nested'])(
  'every law holds in a run as it should be: %s',
  (name) => {
    expect(brokenIn(SAMPLE_RUNS[name]!)).toEqual([])
  },
)

describe('criteria-stay-with-critic', () => {
  test('breaks when a quote goes through unseen', () => {
    const mutant = withBrief(workerCritic, 'worker', (usual) =>
      usual.replace('[withheld]', INPUT.criteria.slice(10, 40)),
    )
    expect(brokenIn(tried(mutant, [QUOTING, accept()]))).toContain('criteria-stay-with-critic at slot-called worker 2')
  })

  test('breaks when the worker is told the criteria from the start', () => {
    const mutant = withBrief(workerCritic, 'worker', (usual) => `${usual}\n${INPUT.criteria}`)
    expect(brokenIn(tried(mutant, [accept()]))).toContain('criteria-stay-with-critic at slot-called worker 1')
  })

  test('holds where the task itself quotes the criteria: that is the affair of the caller', () => {
    const input = { ...INPUT, task_brief: `Write about the tides. ${INPUT.criteria}` }
    expect(brokenIn(tried(workerCritic, [QUOTING, accept()], input))).toEqual([])
  })

  test('breaks where only the critique quotes them, however short the task', () => {
    const mutant = withBrief(workerCritic, 'worker', (usual) => usual.replace('[withheld]', INPUT.criteria))
    const run = tried(mutant, [QUOTING, accept()], { ...INPUT, task_brief: 'e' })
    expect(brokenIn(run)).toContain('criteria-stay-with-critic at slot-called worker 2')
  })

  test('holds where a task of 24 code points is the beginning of the criteria', () => {
    const input = { ...INPUT, task_brief: INPUT.criteria.slice(0, 24) }
    expect(brokenIn(tried(workerCritic, [reject({ reasoning: 'No.' }), accept()], input))).toEqual([])
  })

  test('takes nothing for a quote that only leaving the task out would join', () => {
    const task = 'Write about the tides and the moon.'
    const mutant = withBrief(workerCritic, 'worker', (usual, { critique }) =>
      critique === undefined ? usual : `Every claim names a ${task}source, and no source`,
    )
    const run = tried(mutant, [reject({ reasoning: '' }), accept()], { ...INPUT, task_brief: task })
    expect(brokenIn(run)).not.toContain('criteria-stay-with-critic at slot-called worker 2')
  })

  test('looks at no slot that may see the criteria, and at no run without any', () => {
    const invariants = ['criteria-stay-with-critic']
    const seeing = soloist({
      invariants,
      input: { task_brief: { type: 'string' }, criteria: { type: 'string' } },
      speaker: { sees: ['criteria'], brief: ({ task_brief, criteria }) => `${task_brief}\n${criteria}` },
      *delegate(input) {
        return { result: (yield* call('speaker', input)).text }
      },
    })
    const model = scripted({ speaker: ['y'] })
    expect(brokenIn(runCompositeSync(seeing, { input: INPUT, model } as never))).toEqual([
      'task-first at slot-called speaker 1',
    ])
    const asking = soloist({
      invariants,
      speaker: { brief: ({ task_brief }) => `${task_brief} Be brief, and leave out what you do not know.` },
    })
    expect(brokenIn(runCompositeSync(asking, { input: { task_brief: 'x' }, model }))).toEqual([
      'task-first at slot-called speaker 1',
    ])
  })

  test('holds for quotes under 24 code points, a stated limit, whatever JSON would make of them', () => {
    const input = { ...INPUT, criteria: 'It is "above" 10.\n\n\nIt is "odd".' }
    const run = tried(workerCritic, [reject({ reasoning: 'Wrong: "above" 10.\n\n\nIt is' }), accept()], input)
    expect(brokenIn(run)).toEqual([])
    const short = tried(workerCritic, [reject({ reasoning: 'It is above 10.' }), accept()], {
      ...INPUT,
      criteria: 'It is above 10.',
    })
    expect(brokenIn(short)).toEqual([])
  })
})

describe('critic-gets-the-task', () => {
  test.each([
    ['the task', INPUT.task_brief],
    ['the criteria', INPUT.criteria],
  ])('breaks when the critic is not given %s', (_, part) => {
    const mutant = withBrief(workerCritic, 'critic', (usual) => usual.replace(part, ''))
    expect(brokenIn(tried(mutant, [accept()]))).toContain('critic-gets-the-task at slot-called critic 1')
  })
})

describe('accepting-ends-at-once', () => {
  test('breaks when the run goes on', () => {
    const mutant = withDelegate(workerCritic, function* ({ task_brief, criteria }) {
      for (let attempt = 1; ; attempt++) {
        const work = yield* call('worker', { task_brief })
        yield* call('critic', { task_brief, criteria, result: work.text })
        if (attempt === 2) return { result: work.text, attempts: attempt }
      }
    })
    expect(brokenIn(tried(mutant, [accept(), accept()]))).toEqual(
      expect.arrayContaining(['accepting-ends-at-once at slot-called worker 2']),
    )
  })

  test.each([
    ['something else is returned', { result: 'result 2', attempts: 1 }],
    ['a critique comes along', { result: 'result 1', attempts: 1, final_critique: {} }],
  ])('breaks when %s', (_, result) => {
    expect(brokenIn(returning(tried(workerCritic, [accept()]), result))).toEqual([
      'accepting-ends-at-once at decision-read critic 1',
    ])
  })

  test('holds in a run whose budget ended before it', () => {
    expect(brokenIn(SAMPLE_RUNS['out of budget']!)).toEqual([])
  })
})

describe('last-critique-returned', () => {
  const run = tried(workerCritic, [reject({ reasoning: 'one' }), reject({ reasoning: 'two', issues: ['i'] })])
  const critique = { verdict: 'reject', reasoning: 'two', issues: ['i'], suggestions: [] }

  test('holds for the last attempt with the last critique', () => {
    expect(run.result).toEqual({ result: 'result 2', attempts: 2, final_critique: critique })
    expect(brokenIn(run)).toEqual([])
  })

  test.each([
    ['an earlier attempt', { result: 'result 1', attempts: 2, final_critique: critique }],
    ['an earlier critique', { result: 'result 2', attempts: 2, final_critique: { ...critique, reasoning: 'one' } }],
    ['a critique without its issues', { result: 'result 2', attempts: 2, final_critique: { ...critique, issues: [] } }],
    ['no critique', { result: 'result 2', attempts: 2 }],
    ['a wrong count', { result: 'result 2', attempts: 3, final_critique: critique }],
  ])('breaks when %s comes back', (_, result) => {
    expect(brokenIn(returning(run, result))).toContain('last-critique-returned at run-completed')
  })

  test('breaks when it gives up before the rounds are used', () => {
    const mutant = withDelegate(workerCritic, function* ({ task_brief, criteria }) {
      const work = yield* call('worker', { task_brief })
      const { verdict, reasoning, issues, suggestions } = (yield* call('critic', {
        task_brief,
        criteria,
        result: work.text,
      })).reading as VerdictReading
      return { result: work.text, attempts: 1, final_critique: { verdict, reasoning, issues, suggestions } }
    })
    expect(brokenIn(tried(mutant, [reject()]))).toEqual(['last-critique-returned at run-completed'])
  })
})
