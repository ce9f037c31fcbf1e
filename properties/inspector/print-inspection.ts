import type { RunDirectory } from '../arbitraries/run-directories.ts'
import { Imports } from '../print/imports.ts'
import { key, literal } from '../print/literal.ts'
import type { ImportedFrom } from '../subjects/composite-subject.ts'

/** Two inspections that a law compares, and how. */
export interface ComparedInspections {
  readonly law: string
  readonly files: RunDirectory
  readonly changed: RunDirectory
  readonly depth: string
  /** The time zone in which the second one is made. */
  readonly zone: string | undefined
  /** Where the inspector is imported from; ours if nobody says. */
  readonly from: ImportedFrom | undefined
  /** Whether numbers of bytes may differ. */
  readonly sizeless: boolean
}

/** Writes two inspections of a run, as it was and as it became, as a test to paste. */
export function printInspection(title: string, compared: ComparedInspections): string {
  const { law, files, changed, depth, zone, from } = compared
  const used = new Imports()
  used.add('vitest-tribunal', ...(law === 'same-bytes' ? ['canonicalInspection'] : []))
  if (from === undefined) used.add('vitest-tribunal', 'inspectRun', 'memoryFiles')
  else used.add(from.module, from.name)
  return [
    `${used}\n`,
    `test(${literal(title)}, () => {`,
    `  const files = new Map<string, string>(Object.entries({\n${membersOf(files)}  }))`,
    ...changesOf(files, changed),
    ...(from === undefined
      ? [
          `  const options = { depth: ${literal(depth)}, partial: true } as const`,
          '  const before = inspectRun(memoryFiles(files), options)',
          ...inZone(zone),
          '  const after = inspectRun(memoryFiles(changed), options)',
        ]
      : [
          `  const before = ${from.name}(files, ${literal(depth)})`,
          ...inZone(zone),
          `  const after = ${from.name}(changed, ${literal(depth)})`,
        ]),
    ...(law === 'same-bytes' ? sameBytes(compared) : AT_MOST),
    '})\n',
  ].join('\n')
}

// Helpers

const membersOf = (files: Iterable<readonly [string, string]>): string =>
  [...files].map(([path, text]) => `    ${key(path)}: ${literal(text)},\n`).join('')

/** What became of the files: others, fewer, or the same in another order. */
function changesOf(files: RunDirectory, changed: RunDirectory): readonly string[] {
  const differing = [...changed].filter(([path, text]) => files.get(path) !== text)
  const lost = [...files.keys()].filter((path) => !changed.has(path))
  if (differing.length + lost.length === 0 && [...files.keys()].join() !== [...changed.keys()].join())
    return ['  const changed = new Map([...files].reverse())']
  const more = differing.length === 0 ? '' : `, ...Object.entries({\n${membersOf(differing)}  })`
  return [
    `  const changed = new Map<string, string>([...files${more}])`,
    ...lost.map((path) => `  changed.delete(${literal(path)})`),
  ]
}

const inZone = (zone: string | undefined): readonly string[] =>
  zone === undefined ? [] : [`  process.env.TZ = ${literal(zone)}`]

function sameBytes({ sizeless }: ComparedInspections): readonly string[] {
  if (!sizeless) return ['  expect(canonicalInspection(after)).toBe(canonicalInspection(before))']
  return [
    '  // Numbers of bytes may differ, nothing else.',
    '  const said = (result: typeof before) => canonicalInspection(result).replace(/"\\d+ bytes"|"size":\\d+/g, \'\')',
    '  expect(said(after)).toBe(said(before))',
  ]
}

const AT_MOST = [
  '  const worth = { fail: 0, partial: 1, pass: 2 }',
  '  expect(after.inspection.runtime_fidelity).toBeLessThanOrEqual(before.inspection.runtime_fidelity)',
  '  expect(after.inspection.task_effectiveness).toBeLessThanOrEqual(before.inspection.task_effectiveness)',
  '  expect(worth[after.inspection.verdict]).toBeLessThanOrEqual(worth[before.inspection.verdict])',
]
