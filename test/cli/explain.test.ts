import { readdirSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import picocolors from 'picocolors'
import { describe, expect, test } from 'vitest'
import { explainFlag } from '../../src/cli/explain-flag.ts'
import { describePart, PART_NAMES, partIn } from '../../src/cli/explain-report.ts'
import { FLAGS } from '../../src/inspect/3-evaluate/flags/flag-table.ts'
import { inspectRun } from '../../src/inspect/inspect-run.ts'
import { schemaFaults } from './schema-faults.ts'
import { type Setting, tryCommand } from './try-command.ts'

const RUN = 'fixtures/runs/order-violated'
const explain = (args: readonly string[], setting?: Setting) =>
  tryCommand(['explain', '--registry', 'none', ...args], setting)
const json = async (...args: string[]) => {
  const document = JSON.parse((await explain([...args, '--json'])).stdout)
  expect(schemaFaults('explanation', document)).toEqual([])
  return document
}

describe('a flag', () => {
  test('is explained: when it is raised, what it costs, where its cause lies, what to do', async () => {
    expect((await explain(['missing-output'])).stdout).toMatchInlineSnapshot(`
      "missing-output (critical)
        raised when  a public output is absent
        costs        runtime fidelity is at most 69; task effectiveness is at most 85; the verdict is
                     partial at best
        cause in     the program's text (prose)
        what to do   See whether the service wrote it to its workspace: if so the copy was left out, if
                     not the service did not do its work.
      "
    `)
    expect((await explain(['timing-unknown'])).stdout).toContain('costs        nothing')
  })

  test.each(Object.entries(FLAGS))('%s is told as the evaluator has it', async (id, kind) => {
    const { flag } = await json(id)
    expect([flag.severity, flag.raised_when, flag.remedy, flag.layer]).toEqual([
      kind.severity,
      kind.raised,
      kind.remedy,
      kind.layer,
    ])
    const caps = { critical: 69, warning: 85, info: null }
    expect(flag.caps).toEqual({
      runtime_fidelity: caps[kind.fidelity ?? 'info'],
      task_effectiveness: id === 'root-output-missing' ? 39 : caps[kind.effectiveness ?? 'info'],
    })
  })

  test('costs what it costs the sample runs that have it', () => {
    const order = ['fail', 'partial', 'pass']
    const told = new Set<string>()
    for (const name of readdirSync('fixtures/runs')) {
      if (name.includes('.') || name === 'artefacts-only') continue
      const { inspection } = inspectRun(`fixtures/runs/${name}`, { partial: true })
      for (const { id } of inspection.flags) {
        const { caps, best_verdict } = explainFlag(id)
        expect(inspection.runtime_fidelity).toBeLessThanOrEqual(caps.runtime_fidelity ?? 98)
        expect(inspection.task_effectiveness).toBeLessThanOrEqual(caps.task_effectiveness ?? 98)
        expect(order.indexOf(inspection.verdict)).toBeLessThanOrEqual(order.indexOf(best_verdict))
        if (inspection.verdict === best_verdict) told.add(id)
      }
    }
    expect([...told]).toEqual(expect.arrayContaining(['incomplete-run', 'root-output-missing', 'order-violated']))
  })

  test('of all there are is one line where nothing is named', async () => {
    const { stdout } = await explain([])
    expect(stdout.trimEnd().split('\n')).toHaveLength(1 + Object.keys(FLAGS).length)
    expect((await json()).flags.map(({ id }: { id: string }) => id)).toEqual(Object.keys(FLAGS))
  })
})

describe('a run', () => {
  test('is explained by one part: each observation with file and line, then the score', async () => {
    expect((await explain([RUN, '--part', 'execution_order'])).stdout).toMatchInlineSnapshot(`
      "fixtures/runs/order-violated (harbour-bulletin, run 20260512-061300-a1b2c3, deep)

      execution_order 86 = 6 of 7 that count

        held       tide-reader completes before planner
                   by: first completions
                   vm.log.md:8  3a→ tide-reader ✓ (3 readings)
                   vm.log.md:12  5→ planner ✓
        held       berth-reader completes before planner
                   by: first completions
                   vm.log.md:9  3b→ berth-reader ✓
                   vm.log.md:12  5→ planner ✓
        not held   planner completes before risk-marker
                   by: first completions
                   vm.log.md:12  5→ planner ✓
                   vm.log.md:11  4→ risk-marker ✓
        held       planner completes before editor
                   by: first completions
                   vm.log.md:12  5→ planner ✓
                   vm.log.md:13  6→ editor ✓
        held       risk-marker completes before editor
                   by: first completions
                   vm.log.md:11  4→ risk-marker ✓
                   vm.log.md:13  6→ editor ✓
        held       editor completes before publisher
                   by: first completions
                   vm.log.md:13  6→ editor ✓
                   vm.log.md:14  7→ publisher ✓
        held       planner completes before publisher
                   by: first completions
                   vm.log.md:12  5→ planner ✓
                   vm.log.md:14  7→ publisher ✓

      runtime_fidelity 69
        execution_order         86  weight 35  6 of 7
        binding_integrity      100  weight 30  7 of 7
        vm_log_completeness    100  weight 25  12 of 12
        error_handling         100  weight 10  6 of 6
        raw      0.95 = (35·6/7 + 30·7/7 + 25·12/12 + 10·6/6) / 100
        ceiling  98, as content decided 100% of the weight
        reached  93 = ⌊98 · 0.95 + ½⌋
        capped   at 69 by order-violated
      "
    `)
  })

  test('is explained by both scores and the rule of its verdict', async () => {
    const { stdout } = await explain(['cut-off', '--root', 'fixtures/runs'])
    expect(stdout).toMatch(/^runtime_fidelity 69$/m)
    expect(stdout).toMatch(/^task_effectiveness 98$/m)
    expect(stdout).toMatch(/^ {2}capped {3}at 69 by incomplete-run$/m)
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('verdict fail: the run did not complete')
  })

  test.each([
    ['fixtures/runs/perfect', 'pass: the run completed, both scores are 70 or more, and no flag is critical'],
    [
      'fixtures/runs/nothing-ran',
      'fail: the run did not complete, runtime fidelity is under 40, task effectiveness is under 40',
    ],
    ['fixtures/runs/root-half-violated', 'partial: task effectiveness is under 70, critical: root-clause-violated'],
  ])('%s says why: %s', async (run, why) => {
    expect((await explain([run])).stdout.trimEnd().split('\n').at(-1)).toBe(`verdict ${why}`)
  })

  test('has all that was counted in JSON, part by part, and so in text', async () => {
    const report = { path: RUN, ...inspectRun(RUN) }
    for (const part of PART_NAMES) {
      const { run } = await json(RUN, '--part', part)
      expect([run.part, run.counted]).toEqual([part, partIn(report, part)])
      const { stdout } = await explain([RUN, '--part', part])
      for (const { what } of run.counted.observations) expect(stdout).toContain(what)
    }
    expect((await json(RUN)).run.runtime_fidelity).toEqual(report.evaluation.runtime_fidelity)
  })

  test('says how many observations a report had no room for', () => {
    const report = inspectRun(RUN)
    const { execution_order: order } = report.evaluation.runtime_fidelity.breakdown
    const cut = { ...order, observations: order.observations.slice(0, 2) }
    const breakdown = { ...report.evaluation.runtime_fidelity.breakdown, execution_order: cut }
    const runtime_fidelity = { ...report.evaluation.runtime_fidelity, breakdown }
    const shown = { path: RUN, ...report, evaluation: { ...report.evaluation, runtime_fidelity } }
    expect(describePart(shown, 'execution_order', picocolors.createColors(false))).toContain(
      '  … and 5 more that the report has no room for',
    )
  })

  test('at light says of what light does not see that it is left out', async () => {
    const { stdout } = await explain([RUN, '--depth', 'light', '--part', 'goal_alignment'])
    expect(stdout).toContain('goal_alignment has no number')
    expect(stdout).toContain('left out of the score.')
  })

  test('of which the arithmetic does not end in the score does not exist', async () => {
    for (const run of ['perfect', 'cut-off', 'prose-contracts', 'nothing-ran', 'handled-error', 'root-output-missing'])
      for (const depth of ['light', 'deep']) {
        const { stdout } = await explain([`fixtures/runs/${run}`, '--depth', depth])
        const scores = [...stdout.matchAll(/^(?:runtime_fidelity|task_effectiveness) (\d+)$/gm)].map(
          ([, score]) => score,
        )
        const ends = stdout
          .split(/^(?=runtime_fidelity|task_effectiveness)/m)
          .slice(1)
          .map((block) => (/capped {3}at (\d+)/.exec(block) ?? /reached {2}(\d+)/.exec(block))?.[1])
        expect([run, depth, ...ends]).toEqual([run, depth, ...scores])
      }
  })
})

test.each([[80], [60]])('fits a terminal of %i columns, but for evidence and long sums', async (columns) => {
  for (const args of [['missing-output'], ['arbitration-outside-list'], []]) {
    const { stdout } = await explain(args, { columns })
    expect(
      stripVTControlCharacters(stdout)
        .split('\n')
        .filter((line) => line.length > columns),
    ).toEqual([])
  }
})

test('colours are left out under NO_COLOR', async () => {
  expect((await explain([RUN], { columns: 80 })).stdout).toContain('\u001b[')
  expect((await explain([RUN], { columns: 80, env: { NO_COLOR: '1' } })).stdout).not.toContain('\u001b[')
})
