import { byDefault, forged, revised } from '../../../test/arbitration/sample-records.ts'
import { both, edit, put, testAlterations } from '../../../test/inspect/altered-run.ts'

// Long for its table: what one change to a sample run changes in its evaluation.

const LOG = 'vm.log.md'
const MANIFEST = 'forme.manifest.json'

testAlterations([
  ['the log has no end', 'perfect', (f) => edit(f, LOG, /^---end.*\n/m, '')],
  ['the log ends in an error', 'perfect', (f) => edit(f, LOG, /^---end/m, '---error')],
  ['the log ends with a resume', 'perfect', (f) => edit(f, LOG, /$/, '---resume 2026-05-12T07:00:00Z\n')],
  ['the log ends twice', 'perfect', (f) => edit(f, LOG, /$/, '---error 2026-05-12T07:00:00Z late\n')],
  [
    'the log is resumed twice',
    'resumed',
    (f) => edit(f, LOG, '6-> editor', '---resume 2026-05-12T06:01:00Z\n6-> editor'),
  ],
  ['the log has no header', 'perfect', (f) => edit(f, LOG, /^# run.*\n/, '')],
  ['the log has no root', 'perfect', (f) => edit(f, LOG, /^root:.*\n/m, '')],
  ['the log is empty', 'perfect', (f) => put(f, LOG, '')],
  ['the log is not there', 'perfect', (f) => delete f[LOG]],
  ['an input is not bound', 'perfect', (f) => edit(f, LOG, /^2→ .*\n/m, '')],
  ['the end states no time', 'perfect', (f) => edit(f, LOG, /---end .*/, '---end')],
  [
    'parallel blocks are torn',
    'perfect',
    (f) => edit(f, LOG, /^3→ ∥done\n4→ planner ✓/m, '4→ planner ✓\n4→ ∥done\n4→ ∥done'),
  ],
  ['a parallel block never ends', 'perfect', (f) => edit(f, LOG, '3→ ∥done\n', '')],
  [
    'a producer completes after its consumer',
    'perfect',
    (f) => edit(f, LOG, '4→ planner ✓\n5→ risk-marker ✓ (1 risk → C1)', '4→ risk-marker ✓\n5→ planner ✓'),
  ],
  ['a service is skipped', 'perfect', (f) => edit(f, LOG, '6→ editor ✓', '6→ editor ∅ skipped')],
  ['a service is only mentioned', 'perfect', (f) => edit(f, LOG, '6→ editor ✓', '6→ editor')],
  ['a service lacks its mark', 'perfect', (f) => edit(f, LOG, '6→ editor ✓\n', '')],
  [
    'a service lacks its mark and its output',
    'perfect',
    (f) => {
      edit(f, LOG, '6→ editor ✓\n', '')
      delete f['bindings/editor/draft.md']
      delete f['workspace/editor/draft.md']
    },
  ],
  ['a service completes twice', 'perfect', (f) => edit(f, LOG, '6→ editor ✓', '6→ editor ✓\n6→ editor ✓')],
  [
    'a service completes in two passes',
    'perfect',
    (f) => edit(f, LOG, '6→ editor ✓', '6→ editor (one) ✓\n6→ editor (two) ✓'),
  ],
  [
    'a service completes before and after a resume',
    'perfect',
    (f) =>
      edit(
        f,
        LOG,
        '7→ publisher ✓',
        '---end 2026-05-12T06:08:00Z\n---resume 2026-05-12T06:09:00Z\n6→ editor ✓\n7→ publisher ✓',
      ),
  ],
  ['a service fails and completes', 'perfect', (f) => edit(f, LOG, '6→ editor ✓', '6→ editor ✗ ink-out\n6→ editor ✓')],
  [
    'a service completes and is skipped',
    'perfect',
    (f) => edit(f, LOG, '6→ editor ✓', '6→ editor ✓\n6→ editor ∅ skipped'),
  ],
  [
    'a service fails with an error that nobody declares',
    'perfect',
    (f) => edit(f, LOG, '6→ editor ✓', '6→ editor ✗ ink-out'),
  ],
  [
    'a service fails with an error that it declares',
    'perfect',
    (f) => edit(f, LOG, '3a→ tide-reader ✓ (3 readings)', '3a→ tide-reader ✗ tide-reader.gauge-silent'),
  ],
  ['a service fails without a name for it', 'perfect', (f) => edit(f, LOG, '6→ editor ✓', '6→ editor ✗')],
  ['a service leaves an error file', 'perfect', (f) => put(f, 'workspace/editor/__error.md', '# Error: ink-out\n')],
  [
    'a service that fails leaves an empty error file',
    'perfect',
    (f) => {
      edit(f, LOG, '6→ editor ✓', '6→ editor ✗ ink-out')
      put(f, 'workspace/editor/__error.md', '')
    },
  ],
  [
    'a service recovers and leaves its error file',
    'perfect',
    (f) => {
      edit(f, LOG, '6→ editor ✓', '6→ editor ✗ ink-out\n6→ editor ✓')
      put(f, 'workspace/editor/__error.md', '# Error: ink-out\n')
    },
  ],
  ['an output is emptied', 'perfect', (f) => put(f, 'bindings/planner/plan.json', ' \n')],
  ['an output has no byte', 'perfect', (f) => put(f, 'bindings/planner/plan.json', '')],
  ['an output is lost', 'perfect', (f) => delete f['bindings/planner/plan.json']],
  [
    'an output is lost with its copy',
    'perfect',
    (f) => {
      delete f['bindings/planner/plan.json']
      delete f['workspace/planner/plan.json']
    },
  ],
  ['an output that is returned is lost', 'perfect', (f) => delete f['bindings/publisher/index.json']],
  [
    'two outputs of one service are lost',
    'perfect',
    (f) => {
      delete f['bindings/publisher/index.json']
      delete f['bindings/publisher/bulletin.md']
    },
  ],
  ['an output differs from its copy', 'perfect', (f) => edit(f, 'bindings/editor/draft.md', /$/, 'More.\n')],
  ['an output is a stub', 'perfect', (f) => both(f, 'risk-marker/risks.md', '# Risks\n\nTBD\n')],
  ['a returned output is a stub', 'perfect', (f) => both(f, 'publisher/index.json', '{}')],
  ['an output does not parse', 'perfect', (f) => both(f, 'planner/plan.json', '{"slots":')],
  ['an output copies its input', 'perfect', (f) => both(f, 'editor/draft.md', f['bindings/risk-marker/risks.md']!)],
  ['an output is an empty list', 'perfect', (f) => both(f, 'tide-reader/tides.json', '[]')],
  ['an output is not public', 'perfect', (f) => edit(f, MANIFEST, '"public": true', '"public": false')],
  ['the manifest names another run', 'perfect', (f) => edit(f, MANIFEST, '{', '{ "runId": "another",')],
  ['the manifest names another system', 'perfect', (f) => edit(f, LOG, ' harbour-bulletin', ' harbour-notice')],
  ['the manifest repeats a key', 'perfect', (f) => edit(f, MANIFEST, '{', '{ "id": "another",')],
  ['the manifest points outside', 'perfect', (f) => edit(f, MANIFEST, 'bindings/editor/draft.md', '../draft.md')],
  ['the manifest is not there', 'perfect', (f) => delete f[MANIFEST]],
  ['a contract is not there', 'perfect', (f) => delete f['sources/editor.prose.md']],
  [
    'two contracts are not there',
    'perfect',
    (f) => {
      delete f['sources/editor.prose.md']
      delete f['sources/planner.prose.md']
    },
  ],
  [
    'the root promises what no rule decides',
    'perfect',
    (f) => edit(f, 'root.prose.md', /(### Ensures\n\n)/, '$1- `bulletin`: is a joy to read\n'),
  ],
  [
    'the root promises what is not kept',
    'perfect',
    (f) => edit(f, 'root.prose.md', /(### Ensures\n\n)/, '$1- `bulletin` has at least 3000 words\n'),
  ],
  [
    'the root keeps none of its promises',
    'perfect',
    (f) => edit(f, 'root.prose.md', /### Ensures\n[^#]*/, '### Ensures\n\n- `bulletin` has at least 3000 words\n'),
  ],
  [
    'a service promises what no rule decides',
    'perfect',
    (f) => edit(f, 'sources/editor.prose.md', /(### Ensures\n\n)/, '$1- `draft`: is a joy to read\n'),
  ],
  [
    'a service promises what is not kept',
    'perfect',
    (f) => edit(f, 'sources/editor.prose.md', /(### Ensures\n\n)/, '$1- `draft` has at least 3000 words\n'),
  ],
  [
    'a run says that it completed and leaves nothing',
    'perfect',
    (f) => {
      for (const path of Object.keys(f)) if (/^(?:bindings|workspace)\//.test(path)) delete f[path]
      edit(f, LOG, /^[3-7].*\n/gm, '')
    },
  ],
  [
    'the front matter says otherwise than the last line',
    'sections-failed',
    (f) => edit(f, LOG, 'status: failed', 'status: completed'),
  ],
  ['somebody publishes whom nothing knows', 'mounted', (f) => put(f, 'world-model/ghost/notes.md', 'Boo.\n')],
  [
    'the log names another system and there is no manifest',
    'perfect',
    (f) => {
      delete f[MANIFEST]
      edit(f, LOG, ' harbour-bulletin', ' harbour-notice')
    },
  ],
  ['what covers a failure is lost', 'handled-error', (f) => delete f['bindings/fallback/notice.md']],
  [
    'a failure is not the one that is covered',
    'handled-error',
    (f) => {
      edit(f, LOG, 'office-shut', 'office-burnt')
      edit(f, 'workspace/berth-reader/__error.md', 'error: office-shut', 'error: office-burnt')
    },
  ],
  [
    'a failure is covered by its name alone',
    'handled-error',
    (f) => edit(f, 'root.prose.md', 'if `berth-reader` fails with `office-shut`:', 'if `office-shut`:'),
  ],
  ['a loop does not say that it was stopped', 'critic-never-accepts', (f) => edit(f, LOG, /^9→.*\n/m, '')],
  ['a loop is stopped without a reason', 'critic-never-accepts', (f) => edit(f, LOG, ' (max_rounds)', '')],
  ['a loop has no end', 'critic-never-accepts', (f) => edit(f, LOG, /^---end.*\n/m, '')],
  ['a receipt is lost', 'mounted', (f) => delete f['receipts/board.jsonl']],
  [
    'a receipt says that it failed',
    'mounted',
    (f) => edit(f, 'receipts/board.jsonl', '"status":"rendered"', '"status":"failed"'),
  ],
  [
    'a receipt is of nobody that is declared',
    'mounted',
    (f) => edit(f, 'receipts/board.jsonl', '"node":"board"', '"node":"desk"'),
  ],
  ['what a receipt is for is lost', 'mounted', (f) => delete f['world-model/board/board.md']],
  ['what was published says no version', 'mounted', (f) => delete f['world-model/board/.version']],
  ['what was published says another version', 'mounted', (f) => put(f, 'world-model/board/.version', 'sha256:00\n')],
  ['a mounted run keeps no log', 'mounted', (f) => delete f[LOG]],
  ['a ledger loses its last receipts', 'reactor', (f) => edit(f, 'receipts.json', /,\s*\{[\s\S]*\}\s*\]/, ']')],
  [
    'a record of arbitration says what its replies do not',
    'perfect',
    (f) =>
      put(
        f,
        'arbitration/1.json',
        JSON.stringify(
          forged(revised, (copy) => {
            copy.outcome.action = 'delete'
          }),
        ),
      ),
  ],
  ['an arbitration fell to its default', 'perfect', (f) => put(f, 'arbitration/1.json', JSON.stringify(byDefault))],
  [
    'a record of arbitration is no record',
    'perfect',
    (f) => {
      put(f, 'arbitration/1.json', '{')
      put(f, 'arbitration/2.json', '{}')
    },
  ],
])
