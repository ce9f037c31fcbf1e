import { describe, expect, test } from 'vitest'
import { sampleFiles } from '../../test/inspect/sample-files.ts'
import { memoryFiles } from '../trace/memory-files.ts'
import { inspectRun } from './inspect-run.ts'
import type { FlagId } from './inspection.ts'

type Files = { [path: string]: string | Uint8Array }

const inspect = (run: string, change: (files: Files) => void) => {
  const files = sampleFiles(run)
  change(files)
  return inspectRun(memoryFiles(files), { partial: true }).inspection
}
const edit = (files: Files, path: string, from: string | RegExp, to: string) => {
  const before = String(files[path])
  files[path] = before.replace(from, to)
  expect(files[path]).not.toBe(before)
}
const LOG = 'vm.log.md'

test('flags come worst first, and the summary of a fail leads with the first of them', () => {
  const { flags, summary, verdict } = inspect('perfect', (files) => {
    edit(files, LOG, /^---end.*$/m, '')
    delete files['bindings/planner/plan.json']
    delete files['root.prose.md']
  })
  expect(verdict).toBe('fail')
  expect(flags.map(({ severity }) => severity).join()).toMatch(/^(critical,?)+(warning,?)*(info,?)*$/)
  expect(flags.slice(0, 2).map(({ id }) => id)).toEqual(['incomplete-run', 'missing-artifact'])
  expect(summary).toMatch(/^\*\*incomplete-run\*\*/)
})

test('the summary of what is not a fail tells how the services stand that did not complete', () => {
  expect(inspect('perfect', () => {}).summary).toContain('6 of 6 services completed, and nothing calls for attention.')
  expect(inspect('handled-error', () => {}).summary).toContain(
    '2 of 7 services completed (1 failed, 1 skipped, 3 unknown), and nothing calls for attention.',
  )
})

/** What is done to a perfect run, the flag that this raises, and the two scores. */
const TABLE: readonly (readonly [
  what: string,
  change: (files: Files) => void,
  id: FlagId,
  line: number | undefined,
  scores: string,
])[] = [
  [
    'the log ends with a resume',
    (f) => edit(f, LOG, /$/, '---resume 2026-05-12T07:00:00Z\n'),
    'incomplete-run',
    16,
    '69 / 98',
  ],
  [
    'the log ends twice',
    (f) => edit(f, LOG, /$/, '---error 2026-05-12T07:00:00Z late\n'),
    'conflicting-evidence',
    15,
    '69 / 98',
  ],
  [
    'an output is emptied',
    (f) => {
      f['bindings/planner/plan.json'] = ' \n'
    },
    'empty-output',
    undefined,
    '69 / 85',
  ],
  [
    'an output is a stub',
    (f) => {
      for (const top of ['bindings', 'workspace']) f[`${top}/risk-marker/risks.md`] = '# Risks\n\nTBD\n'
    },
    'placeholder-output',
    undefined,
    '98 / 85',
  ],
  [
    'an output copies its input',
    (f) => {
      for (const top of ['bindings', 'workspace']) f[`${top}/editor/draft.md`] = f['bindings/risk-marker/risks.md']!
    },
    'placeholder-output',
    undefined,
    '98 / 85',
  ],
  ['a service lacks its mark', (f) => edit(f, LOG, '6→ editor ✓\n', ''), 'output-without-mark', undefined, '81 / 98'],
  [
    'an error file lies there without a mark',
    (f) => {
      f['workspace/editor/__error.md'] = '# Error: ink-out\n'
    },
    'error-without-mark',
    undefined,
    '69 / 98',
  ],
  [
    'a failure is marked without an error file',
    (f) => edit(f, LOG, '6→ editor ✓', '6→ editor ✗ ink-out'),
    'mark-without-error-file',
    13,
    '69 / 98',
  ],
  [
    'an error is declared nowhere',
    (f) => edit(f, LOG, '6→ editor ✓', '6→ editor ✗ ink-out'),
    'undeclared-error',
    13,
    '69 / 98',
  ],
  [
    'a service fails and is called again',
    (f) => edit(f, LOG, '6→ editor ✓', '6→ editor ✗ ink-out\n6→ editor ✓'),
    'handled-error',
    13,
    '85 / 98',
  ],
  [
    'a service completes twice',
    (f) => edit(f, LOG, '6→ editor ✓', '6→ editor ✓\n6→ editor ✓'),
    'duplicate-completion',
    13,
    '98 / 98',
  ],
  ['a parallel block never ends', (f) => edit(f, LOG, '3→ ∥done\n', ''), 'parallel-unbalanced', 7, '85 / 98'],
  [
    'the manifest names another run',
    (f) => edit(f, 'forme.manifest.json', '{', '{ "runId": "another",'),
    'conflicting-evidence',
    1,
    '85 / 98',
  ],
  [
    'the manifest names another system',
    (f) => edit(f, LOG, ' harbour-bulletin', ' harbour-notice'),
    'conflicting-evidence',
    1,
    '85 / 98',
  ],
  [
    'the manifest repeats a key',
    (f) => edit(f, 'forme.manifest.json', '{', '{ "id": "another",'),
    'manifest-irregular',
    undefined,
    '85 / 98',
  ],
  [
    'a contract is not there',
    (f) => {
      delete f['sources/editor.prose.md']
    },
    'clause-unevaluable',
    undefined,
    '98 / 97',
  ],
  ['the end states no time', (f) => edit(f, LOG, /---end .*/, '---end'), 'timing-unknown', 15, '98 / 98'],
  [
    'two times are stated without a zone',
    (f) => edit(f, LOG, /---end .*/, '---end 2026-05-12T06:10:00'),
    'timing-unknown',
    15,
    '98 / 98',
  ],
]

describe('a perfect run in which', () => {
  test.each(TABLE)('%s', (_, change, id, line, scores) => {
    const { flags, runtime_fidelity: fidelity, task_effectiveness: effectiveness } = inspect('perfect', change)
    const flag = flags.find((candidate) => candidate.id === id)
    expect(flag?.evidence[0]?.line).toBe(line)
    expect(`${fidelity} / ${effectiveness}`).toBe(scores)
    expect(flags.map((candidate) => candidate.id)).toContain(id)
  })

  test('nothing is changed has no flag', () => {
    expect(inspect('perfect', () => {}).flags).toEqual([])
  })
})

describe('a failure', () => {
  test('is handled only while the clause that covers it is kept', () => {
    const lost = inspect('handled-error', (files) => {
      delete files['bindings/fallback/notice.md']
    })
    expect(lost.flags.map(({ id }) => id)).toContain('unhandled-error')
    expect(lost.verdict).toBe('fail')
  })

  test('of another name is not covered by a clause that names one', () => {
    const other = inspect('handled-error', (files) => {
      edit(files, LOG, 'office-shut', 'office-burnt')
      edit(files, 'workspace/berth-reader/__error.md', 'error: office-shut', 'error: office-burnt')
    })
    expect(other.flags.map(({ id }) => id)).toEqual(expect.arrayContaining(['unhandled-error', 'undeclared-error']))
  })

  test('is the machine’s when the workspace holds what the bindings lack', () => {
    const { flags } = inspect('perfect', (files) => {
      delete files['bindings/planner/plan.json']
    })
    expect(flags.find(({ id }) => id === 'missing-output')?.layer).toBe('host-runtime')
    const { flags: never } = inspect('intermediate-missing', () => {})
    expect(never.find(({ id }) => id === 'missing-output')?.layer).toBe('prose')
  })
})

describe('losing evidence', () => {
  const files = sampleFiles('perfect')
  const evidence = Object.keys(files).filter((path) => /^(?:bindings|workspace)\//.test(path))

  test.each(evidence)('%s never raises a score', (path) => {
    const before = inspect('perfect', () => {})
    const after = inspect('perfect', (some) => {
      delete some[path]
    })
    expect(after.runtime_fidelity).toBeLessThanOrEqual(before.runtime_fidelity)
    expect(after.task_effectiveness).toBeLessThanOrEqual(before.task_effectiveness)
  })

  test('at any line of the log never raises fidelity', () => {
    const lines = String(files[LOG]).split('\n')
    for (let kept = 1; kept < lines.length - 1; kept++) {
      const cut = lines.slice(0, kept).join('\n')
      const { runtime_fidelity: fidelity, verdict } = inspect('perfect', (some) => {
        some[LOG] = cut
      })
      expect([fidelity <= 69, verdict]).toEqual([true, 'fail'])
    }
  })
})
