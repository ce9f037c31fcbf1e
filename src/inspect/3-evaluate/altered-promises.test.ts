import { change, edit, type Files, put, testAlterations } from '../../../test/inspect/altered-run.ts'

// Goes on with the tables of altered-evaluations.test.ts and altered-outcomes.test.ts.

const LOG = 'vm.log.md'
const MANIFEST = 'forme.manifest.json'
const ROOT = 'root.prose.md'
const DONE = '6→ editor ✓'

/** Promises that a contract makes before its own. */
const promise = (f: Files, path: string, ...clauses: readonly string[]) =>
  edit(f, path, /(### Ensures\n\n)/, `$1${clauses.map((clause) => `- ${clause}\n`).join('')}`)
/** Promises that a contract makes in place of its own. */
const promiseOnly = (f: Files, path: string, ...clauses: readonly string[]) =>
  edit(f, path, /### Ensures\n[^#]*/, `### Ensures\n\n${clauses.map((clause) => `- ${clause}\n`).join('')}`)

testAlterations([
  [
    'a clause of a service covers the failure of another',
    'handled-error',
    (f) => {
      const covering = 'if `berth-reader` fails with `office-shut`: `notice`: Markdown, non-empty, with section `Tides`'
      edit(f, ROOT, `- ${covering}\n`, '')
      promise(f, 'sources/fallback.prose.md', covering)
    },
  ],
  [
    'a service that was rightly skipped promises something of another',
    'handled-error',
    (f) => promise(f, 'sources/planner.prose.md', '`tides`: a JSON list', '`tides` has at least 3000 words'),
  ],
  [
    'no promise of the root that a rule decides is kept',
    'perfect',
    (f) =>
      promiseOnly(
        f,
        ROOT,
        '`bulletin` has at least 3000 words',
        '`bulletin`: is a joy to read',
        'if `editor` fails: `index`: text',
      ),
  ],
  ['no rule decides what the root promises', 'perfect', (f) => promiseOnly(f, ROOT, '`bulletin`: is a joy to read')],
  [
    'the root keeps a promise in part',
    'perfect',
    (f) => promise(f, ROOT, '`index`: a JSON object with fields `day` and `tide`'),
  ],
  [
    'a service keeps a promise in part',
    'perfect',
    (f) => promise(f, 'sources/editor.prose.md', '`index`: a JSON object with fields `day` and `tide`'),
  ],
  [
    'a promise speaks of no output alone',
    'perfect',
    (f) => promise(f, ROOT, 'exactly one of `bulletin`, `index` exists'),
  ],
  [
    'a service breaks what it holds throughout',
    'perfect',
    (f) => edit(f, 'sources/editor.prose.md', /$/, '\n### Invariants\n\n- `draft` has at least 3000 words\n'),
  ],
  [
    'two services name an output alike',
    'perfect',
    (f) => {
      change(f, MANIFEST, ({ graph }) => {
        graph[3].outputs[0].name = 'bulletin'
      })
      promise(f, 'sources/risk-marker.prose.md', '`bulletin`: Markdown, with section `Risks`')
      promise(f, 'sources/editor.prose.md', '`bulletin`: Markdown')
    },
  ],
  [
    'a service after the one that returns an output names its own alike',
    'perfect',
    (f) => {
      change(f, MANIFEST, ({ caller, graph }) => {
        caller.returns[1] = { name: 'plan', source: 'planner' }
        graph[5].outputs[1].name = 'plan'
      })
      promise(f, ROOT, '`plan`: a JSON object with fields `slots` and `spare`')
    },
  ],
  [
    'promises name files of the run',
    'perfect',
    (f) =>
      promise(
        f,
        'sources/editor.prose.md',
        '`draft`: `workspace/editor/draft.md`',
        '`draft`: `workspace/editor/notes.md`',
        '`draft`: `../elsewhere/draft.md`',
      ),
  ],
  [
    'a promise counts by what the caller bound',
    'perfect',
    (f) => {
      put(f, 'bindings/caller/harbour.md', '2')
      put(f, 'bindings/caller/day.md', '4')
      promise(f, 'sources/tide-reader.prose.md', 'len(tides) ≥ harbour', 'len(tides) ≥ day', 'len(tides) ≥ year')
    },
  ],
  [
    'promises hang on errors',
    'perfect',
    (f) =>
      promise(
        f,
        ROOT,
        'on `gauge-silent`: `index`: text',
        'on `ink-out`: `index`: text',
        'on `paper-jam`: `index`: text',
      ),
  ],
  [
    'promises hang on errors of which one was raised and one is declared by the root alone',
    'perfect',
    (f) => {
      edit(f, LOG, DONE, '6→ editor ✗ ink-out')
      promise(f, ROOT, 'on `ink-out`: `index`: a JSON object', 'on `paper-jam`: `index`: text')
      edit(f, ROOT, /$/, '\n### Errors\n\n- `paper-jam`: the printer stopped\n')
    },
  ],
  [
    'promises hang on services that the log leaves out',
    'perfect',
    (f) => {
      edit(f, LOG, `${DONE}\n`, '')
      promise(f, ROOT, 'if `editor` fails with `ink-out`: `index`: text', 'if `editor` is skipped: `index`: text')
    },
  ],
  [
    'promises hang on services that a run without an end leaves out',
    'perfect',
    (f) => {
      edit(f, LOG, /^6→[\s\S]*/m, '')
      promise(f, ROOT, 'if `editor` fails with `ink-out`: `index`: text', 'if `editor` is skipped: `index`: text')
    },
  ],
])
