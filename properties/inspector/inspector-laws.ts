import fc from 'fast-check'
import type { Depth } from '../../src/inspect/inspection.ts'
import { isObject } from '../../src/json/json.ts'
import { type DirectorySketch, directoryOf, directorySketches } from '../arbitraries/run-directories.ts'
import type { Check } from '../check/check.ts'
import type { ImportedFrom } from '../subjects/composite-subject.ts'
import { DAMAGES, type Damage, REARRANGEMENTS } from './damage.ts'
import { type Inspector, type Judgment, judge } from './inspector.ts'
import { printInspection } from './print-inspection.ts'

/** One try: a run directory, what is done to it, and how deep it is looked at. */
export interface InspectorTry {
  readonly directory: DirectorySketch
  /** Which way of changing it. */
  readonly way: number
  /** Which file or line. */
  readonly pick: number
  readonly light: boolean
}

/** The laws of inspection, made ready to be tried on an inspector. */
export const inspectorChecks = (
  inspect: Inspector,
  subject: string,
  from?: ImportedFrom,
): readonly Check<InspectorTry>[] => [
  check(inspect, subject, from, REARRANGEMENTS, {
    law: 'same-bytes',
    statement: 'A run inspected twice, moved, written in another order or with other line ends gives equal bytes.',
    source: 'openprose/prose evals/inspector.prose.md; docs/exit-codes.md',
    *broken(before, after, { name, resizes = false }) {
      const said = (judgment: Judgment) => (resizes ? sizeless(judgment) : judgment)
      if (JSON.stringify(said(before)) !== JSON.stringify(said(after)))
        yield `the inspection is another one once somebody ${name}`
    },
  }),
  check(inspect, subject, from, DAMAGES, {
    law: 'monotonic-evidence',
    statement: 'Losing evidence, or gaining some that says nothing good, never raises a score or the verdict.',
    source: 'docs/scoring.md',
    *broken(before, after, { name }) {
      if (before.refused !== undefined || after.refused !== undefined) return
      for (const what of ['fidelity', 'effectiveness', 'verdict'] as const)
        if (after[what] > before[what])
          yield `${what} rises from ${shown(before, what)} to ${shown(after, what)} once somebody ${name}`
    },
  }),
]

// Helpers

interface Rule {
  readonly law: string
  readonly statement: string
  readonly source: string
  broken(before: Judgment, after: Judgment, damage: Damage): Iterable<string>
}

function check(
  inspect: Inspector,
  subject: string,
  from: ImportedFrom | undefined,
  ways: readonly Damage[],
  rule: Rule,
): Check<InspectorTry> {
  const { law, statement, source } = rule
  const ends = (tried: InspectorTry) => {
    const way = ways[tried.way % ways.length]!
    const files = directoryOf(tried.directory)
    return { way, files, changed: way.apply(files, tried.pick), depth: depthOf(tried) }
  }
  return {
    law,
    statement,
    source,
    subject,
    origin: { kind: 'inspector', ...(from && { from }) },
    arbitrary: fc.record({
      directory: directorySketches(),
      way: fc.nat(ways.length - 1),
      pick: fc.nat(60),
      light: fc.boolean(),
    }),
    declared: [...ways.map(({ name }) => name), 'deep', 'light', 'pass', 'partial', 'fail'],
    storable: { fits: `${law} 1`, accepts: isTry },
    attempt(tried, tally) {
      const { way, files, changed, depth } = ends(tried)
      if (changed === undefined) {
        tally.discarded()
        return []
      }
      const before = judge(inspect, files, depth)
      const after = elsewhere(tried.pick, () => judge(inspect, changed, depth))
      tally.saw(way.name)
      tally.saw(depth)
      tally.saw(before.refused ?? VERDICTS[before.verdict]!)
      if (before.refused === undefined) tally.counted()
      return [...rule.broken(before, after, way)].map((message) => ({ invariant: law, event: 0, message, witness: [] }))
    },
    async print(tried) {
      const { way, files, changed = files, depth } = ends(tried)
      const zone = law === 'same-bytes' ? zoneOf(tried.pick) : undefined
      return printInspection(`${subject} keeps the law "${law}"`, {
        law,
        files,
        changed,
        depth,
        zone,
        from,
        sizeless: way.resizes ?? false,
      })
    },
  }
}

const VERDICTS = ['fail', 'partial', 'pass'] as const

const depthOf = ({ light }: InspectorTry): Depth => (light ? 'light' : 'deep')

const shown = (
  judgment: Exclude<Judgment, { readonly refused: string }>,
  what: 'fidelity' | 'effectiveness' | 'verdict',
) => (what === 'verdict' ? VERDICTS[judgment.verdict] : judgment[what])

const zoneOf = (pick: number): string => ZONES[pick % ZONES.length]!

const ZONES = ['UTC', 'Pacific/Kiritimati', 'America/St_Johns', 'Asia/Kathmandu']

/** In another time zone, as long as it takes. */
function elsewhere<T>(pick: number, inspected: () => T): T {
  const { TZ } = process.env
  process.env.TZ = zoneOf(pick)
  try {
    return inspected()
  } finally {
    if (TZ === undefined) delete process.env.TZ
    else process.env.TZ = TZ
  }
}

/** How many bytes a file has depends on its line ends; nothing else may. */
const sizeless = (judgment: Judgment) =>
  judgment.refused === undefined
    ? { ...judgment, bytes: judgment.bytes.replace(/"\d+ bytes"|"size":\d+/g, '…') }
    : judgment

function isTry(value: unknown): value is InspectorTry {
  if (!isObject(value) || !isObject(value.directory)) return false
  const numbers = [value.way, value.pick].every((one) => Number.isInteger(one) && (one as number) >= 0)
  return (
    numbers &&
    typeof value.light === 'boolean' &&
    (value.directory.kind === 'pipeline' || value.directory.kind === 'composite')
  )
}
