import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openRegistry } from '../../src/inspect/1-index/open-registry.ts'
import { inspectRun } from '../../src/inspect/inspect-run.ts'
import { registryEntry } from '../inspect/registry-entry.ts'
import { schemaFaults } from './schema-faults.ts'
import { tryCommand } from './try-command.ts'

const scratch = mkdtempSync(join(tmpdir(), 'tribunal-diff-'))
const registry = join(scratch, 'registry.db')
afterAll(() => rmSync(scratch, { recursive: true }))

const RUNS = 'fixtures/runs'
const diff = (...args: string[]) => tryCommand(['diff', '--registry', 'none', '--root', RUNS, ...args])

test('says what changed: verdict, scores, parts, flags gone and added, services', async () => {
  expect(await diff('cut-off', 'intermediate-missing')).toMatchInlineSnapshot(`
    {
      "code": 0,
      "stderr": "",
      "stdout": "before  fixtures/runs/cut-off (harbour-bulletin, run 20260512-060400-a1b2c3, deep)
    after   fixtures/runs/intermediate-missing (harbour-bulletin, run 20260512-060200-a1b2c3, deep)

    verdict        fail → partial
    fidelity       69
    effectiveness  98 → 85 (−13)

    parts
      binding_integrity      100 → 86 (−14)
      vm_log_completeness    92 → 100 (+8)
      output_existence       100 → 86 (−14)
      output_substance       100 → 86 (−14)
      contract_satisfaction  100 → 80 (−20)

    flags
      - critical  incomplete-run: The run has no end on record. (vm.log.md:14)
      - info  timing-unknown: The log states no end time with a zone. (vm.log.md:14)
      + critical  missing-output: The output "plan" of "planner" is missing. (bindings/planner/plan.json)
      + critical  marked-without-output: "planner" is marked done, but plan is not there. (vm.log.md:11)
      + warning  clause-violated: A clause of "planner" is broken (rule: present). (sources/planner.prose.md:13)
      + warning  clause-violated: A clause of "planner" is broken (rule: present). (sources/planner.prose.md:14)

    services
      planner  completed; clauses kept 2 of 2 → 0 of 2
    ",
    }
  `)
})

test('says when nothing has changed, whatever the runs are called', async () => {
  const { code, stdout } = await diff('perfect', `${RUNS}/perfect/`)
  expect([code, stdout.split('\n').slice(2)]).toEqual([0, ['', 'Nothing that an inspection counts has changed.', '']])
})

test('warns of runs of two systems', async () => {
  const { code, stderr } = await diff('perfect', 'critic-accepts')
  expect([code, stderr]).toEqual([0, 'warning: these are runs of two systems, so that little of this is a change.\n'])
})

test('gives JSON as its schema says, and the other way round the opposite', async () => {
  const there = JSON.parse((await diff('perfect', 'nothing-ran', '--json')).stdout)
  const back = JSON.parse((await diff('nothing-ran', 'perfect', '--json')).stdout)
  for (const document of [there, back]) expect(schemaFaults('diff', document)).toEqual([])
  expect(there.flags.added.length).toBeGreaterThan(10)
  expect([back.flags.gone, back.before, back.flags.kept]).toEqual([there.flags.added, there.after, there.flags.kept])
  expect(there.services[0]).toEqual({
    name: 'tide-reader',
    before: back.services[0].after,
    after: { status: 'pending', contract: expect.objectContaining({ satisfied: 0 }) },
  })
})

test('takes the latest report on record for an id, at the depth that is asked for', async () => {
  for (const run of ['cut-off', 'perfect']) await tryCommand(['inspect', `${RUNS}/${run}`, '--registry', registry])
  const id = '20260512-060400-a1b2c3'
  const kept = await tryCommand(['diff', id, `${RUNS}/perfect`, '--json', '--registry', registry])
  const { before, ...rest } = JSON.parse(kept.stdout)
  expect(schemaFaults('diff', { before, ...rest })).toEqual([])
  const { before: made, ...same } = JSON.parse((await diff('cut-off', 'perfect', '--json')).stdout)
  expect([rest.parts, rest.flags, { ...before, path: made.path }]).toEqual([same.parts, same.flags, made])
  expect(before.path).toBeNull()
  const light = await tryCommand(['diff', id, `${RUNS}/perfect`, '--depth', 'light', '--registry', registry])
  expect([light.code, light.stderr]).toEqual([
    2,
    expect.stringContaining(`There is no run "${id}", neither as a directory nor on record at depth light.`),
  ])
})

test('does not take the report of another run for that of an id, where both left the same bytes', async () => {
  const file = join(scratch, 'twins.db')
  const twins = openRegistry(file)
  for (const run_id of ['one', 'other']) {
    const { inspection, evaluation } = inspectRun(`${RUNS}/perfect`)
    const report = JSON.stringify({ inspection: { ...inspection, run_id }, evaluation })
    twins.record(registryEntry(1, { run_id }), report)
  }
  twins.close()
  const { code, stderr } = await diff('one', 'perfect', '--registry', file)
  expect([code, stderr]).toEqual([
    2,
    'error: The inspection of "one" is on record, its report is not. Name the run\'s directory.\n',
  ])
  expect((await diff('other', 'perfect', '--registry', file)).code).toBe(0)
})

test('puts nothing on record', async () => {
  await tryCommand(['diff', `${RUNS}/stale-binding`, `${RUNS}/resumed`, '--registry', registry])
  const opened = openRegistry(registry)
  expect(opened.entries()).toHaveLength(2)
  opened.close()
})

test.each([
  [['perfect', 'root-emptied'], 'fixtures/runs/root-emptied cannot be inspected (missing-artifacts): '],
  [
    ['perfct', 'perfect'],
    'There is no run "perfct", neither as a directory nor on record at depth deep. Did you mean perfect?',
  ],
])('of %j is an error', async (args, words) => {
  const { code, stdout, stderr } = await diff(...args)
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(words)])
})

test('of a run that lacks files is made with --partial', async () => {
  expect((await diff('perfect', 'root-emptied', '--partial')).stdout).toContain('+ critical  missing-artifact: ')
})
