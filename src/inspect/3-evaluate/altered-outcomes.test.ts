import { expect, test } from 'vitest'
import { byDefault, forged } from '../../../test/arbitration/sample-records.ts'
import { change, changedLines, edit, type Files, put, testAlterations } from '../../../test/inspect/altered-run.ts'

// Long for its table, which goes on with that of altered-evaluations.test.ts.

const LOG = 'vm.log.md'
const MANIFEST = 'forme.manifest.json'
const DONE = '6→ editor ✓'
const log = (from: string | RegExp, to: string) => (f: Files) => edit(f, LOG, from, to)

testAlterations([
  // What the log says
  ['a tagged line names a service', 'perfect', log(DONE, '6→ [note] editor ✓')],
  ['a service is marked like an input', 'perfect', log('1→ [input] harbour ✓', '1→ harbour ✓')],
  ['a service completes twice and fails', 'perfect', log(DONE, `${DONE}\n${DONE}\n6→ editor ✗ ink-out`)],
  [
    'a service completes before and after an end',
    'perfect',
    log(DONE, `${DONE}\n---end 2026-05-12T06:08:00Z\n${DONE}`),
  ],
  [
    'only a resume lies between two completions',
    'perfect',
    log(DONE, `${DONE}\n---resume 2026-05-12T06:08:00Z\n${DONE}`),
  ],
  [
    'a service completes twice before a resume and once after it',
    'perfect',
    log(DONE, `${DONE}\n${DONE}\n---resume 2026-05-12T06:08:00Z\n${DONE}`),
  ],
  [
    'a run is resumed before a service completes twice',
    'perfect',
    log(DONE, `---resume 2026-05-12T06:08:00Z\n${DONE}\n${DONE}`),
  ],
  ['a heading without a state names a service', 'sections-failed', log('### planner — skipped', '### planner')],
  ['a bound stops a service that never completed', 'perfect', log(DONE, '6→ editor ⊘ terminated (max_rounds)')],
  [
    'a heading says of a service what nobody reads',
    'sections-failed',
    log('### planner — skipped', '### planner — waits'),
  ],
  [
    'two headings say that a service completed',
    'sections-failed',
    log('## Close', '### berth-reader — completed\n\n## Close'),
  ],
  ['a heading and two marks say that a service completed', 'mixed-failed', log('4→', '3→ berth-reader ✓\n4→')],
  ['a service that publishes two outputs lacks its mark', 'perfect', log('7→ publisher ✓\n', '')],
  [
    'many small faults sink a run that says it completed',
    'perfect',
    (f) => {
      edit(f, LOG, /^[1-7].*\n/gm, '')
      for (const path of Object.keys(f)) if (path.startsWith('workspace/')) f[path] = `${f[path]} `
    },
  ],
  ['front matter says that the run ended', 'sections-failed', log('status: failed', 'status: completed')],
  ['front matter says that the run goes on', 'sections-failed', log('status: failed', 'status: running')],
  ['front matter says that the run ended and not when', 'sections-failed', log(/^ended_at: .*\n/m, '')],
  ['front matter says when the run ended and not how', 'sections-failed', log('status: failed\n', '')],
  [
    'one of two services loops and the run has no end',
    'critic-never-accepts',
    (f) => {
      edit(f, LOG, /^9→.*\n---end.*\n/m, '')
      change(f, MANIFEST, (manifest) => {
        delete manifest.graph[1].loop
      })
    },
  ],
  // Errors
  [
    'a service that recovers leaves an empty error file',
    'perfect',
    (f) => {
      edit(f, LOG, DONE, `6→ editor ✗ ink-out\n${DONE}`)
      put(f, 'workspace/editor/__error.md', '')
    },
  ],
  [
    'a service fails with an error that nobody declares, seen from afar',
    'perfect',
    log(DONE, '6→ editor ✗ ink-out'),
    'light',
  ],
  [
    'a service fails with an error that its manifest does not name, seen from afar',
    'perfect',
    log(/3a→ tide-reader ✓.*/, '3a→ tide-reader ✗ ink-out'),
    'light',
  ],
  [
    'a service without a contract fails with an error that nobody declares',
    'perfect',
    (f) => {
      edit(f, LOG, DONE, '6→ editor ✗ ink-out')
      change(f, MANIFEST, ({ graph }) => {
        delete graph[4].sourcePath
      })
    },
  ],
  // Returns and outputs
  ['an output has no byte, seen from afar', 'perfect', (f) => put(f, 'bindings/planner/plan.json', ''), 'light'],
  ['a copy in a workspace is lost', 'perfect', (f) => put(f, 'workspace/planner/plan.json', null)],
  [
    'a return that may be absent is declared by no service',
    'perfect',
    (f) =>
      change(f, MANIFEST, ({ caller }) => caller.returns.push({ name: 'map', source: 'publisher', optional: true })),
  ],
  [
    'a return is declared by no service and absent',
    'perfect',
    (f) => change(f, MANIFEST, ({ caller }) => caller.returns.push({ name: 'map', source: 'publisher' })),
  ],
  [
    'a return is declared by no service and there',
    'perfect',
    (f) => {
      change(f, MANIFEST, ({ caller }) => caller.returns.push({ name: 'map', source: 'publisher' }))
      put(f, 'bindings/publisher/map.md', 'North is up.\n')
    },
  ],
  [
    'a return that may be absent is absent',
    'perfect',
    (f) => {
      change(f, MANIFEST, ({ caller }) => {
        caller.returns[1].optional = true
      })
      put(f, 'bindings/publisher/index.json', null)
    },
  ],
  [
    'an output that is published where it is made is blank',
    'perfect',
    (f) => {
      change(f, MANIFEST, ({ graph }) => {
        graph[4].outputs[0].bindingPath = graph[4].outputs[0].workspacePath
      })
      put(f, 'workspace/editor/draft.md', ' \n')
    },
  ],
  ['what the log alone names is not there', 'program-era', (f) => put(f, 'bindings/revision.md', null)],
  [
    'a statement that the log alone names fails',
    'program-era',
    (f) => edit(f, 'state.md', '5→ notice ✓', '4→ revision ✗ error\n5→ notice ✓'),
  ],
  [
    'the log of a program names none of two outputs',
    'program-era',
    (f) => {
      put(f, 'bindings/remark.md', 'Calm.\n')
      put(f, 'bindings/sketch.md', 'Calm.\n')
    },
  ],
  ['a program of which no statement is kept', 'program-era', (f) => put(f, 'program.prose', '# Morning notice\n')],
  ['the log of a program is not there', 'program-era', (f) => put(f, 'state.md', null)],
  [
    'an output of a program goes on beyond what is read',
    'program-era',
    (f) => put(f, 'bindings/plan.md', 'Two slots. '.repeat(100_000)),
  ],
  // Receipts
  [
    'a receipt says that a node was skipped',
    'mounted',
    (f) => edit(f, 'receipts/board.jsonl', '"status":"rendered"', '"status":"skipped"'),
  ],
  [
    'a receipt says why its node failed',
    'mounted',
    (f) => {
      edit(f, 'receipts/board.jsonl', '"status":"rendered"', '"status":"failed"')
      edit(f, 'receipts/board.jsonl', '"semantic_diff":{}', '"semantic_diff":{"failure_reason":"gauge-silent"}')
    },
  ],
  ['a ledger ends with a failure', 'reactor', (f) => change(f, 'receipts.json', (all) => all.splice(7))],
  ['a node of a ledger never rendered', 'reactor', (f) => change(f, 'receipts.json', (all) => all.splice(3))],
  [
    'a receipt of a ledger was written over',
    'reactor',
    (f) =>
      change(f, 'receipts.json', (all) => {
        all[5].cost = {}
      }),
  ],
  ['a ledger holds what is no receipt', 'reactor', (f) => change(f, 'receipts.json', (all) => all.push('?'))],
  [
    'a node with receipts leaves an error file',
    'reactor',
    (f) => put(f, 'workspace/responsibility.board/__error.md', '# Error: ink-out\n'),
  ],
  [
    'a version holds something else than its address says and there are no receipts',
    'reactor',
    (f) => {
      put(f, 'receipts.json', null)
      for (const path of Object.keys(f)) if (path.includes('/versions/')) put(f, path, 'forged')
    },
  ],
  [
    'an arbitration fell to something else than its default',
    'perfect',
    (f) =>
      put(
        f,
        'arbitration/1.json',
        JSON.stringify(
          forged(byDefault, (copy) => {
            copy.outcome.action = 'delete'
          }),
        ),
      ),
  ],
])

test('of a service that completes sixty times no more than fifty marks are shown', () => {
  const lines = changedLines('perfect', log(DONE, `${DONE}\n`.repeat(60).trimEnd())).split('\n')
  expect(lines).toContain('+   info duplicate-completion (host-runtime): "editor" is marked done 60 times.')
  expect(lines.filter((line) => line.startsWith('+     vm.log.md:'))).toHaveLength(50)
})
