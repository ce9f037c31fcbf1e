import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { inspectRun } from './inspect-run.ts'

const RUNS = 'fixtures/runs'

/** The order in which the runs were put before any of them was inspected, with the reasons: fixtures/runs/README.md. */
const ORDER = [
  ...readFileSync(`${RUNS}/README.md`, 'utf8')
    .split('## The order')[1]!
    .matchAll(/^\| ([a-z-]+) \| (\w+) \| (\w+) \| (.+) \|$/gmu),
].flatMap(([, name = '', fidelity = '', effectiveness = '', why = '']) =>
  name === 'run' ? [] : [{ name, fidelity, effectiveness, why }],
)

/** The seed's bands. Its "perfect" ends at 98, above which rules give nothing; between it and "minor" lies what is not all decided. */
const BANDS: { readonly [band: string]: readonly [number, number] } = {
  flawless: [95, 98],
  undecided: [82, 94],
  minor: [70, 85],
  significant: [40, 69],
  broken: [0, 39],
}

const RANK = { pass: 2, partial: 1, fail: 0 }

/** Scores as docs/scoring.md gives them, and what is flagged beyond mere information. */
const DEEP = [
  ['perfect', 'pass', 98, 98, []],
  ['critic-accepts', 'pass', 98, 98, []],
  ['handled-error', 'pass', 98, 98, []],
  ['service-era', 'pass', 98, 98, []],
  ['manifest-run', 'pass', 98, 98, []],
  ['program-era', 'pass', 98, 98, []],
  ['function', 'pass', 98, 98, []],
  ['mounted', 'pass', 98, 98, []],
  ['reactor', 'pass', 98, 98, []],
  ['envelope-shortfall', 'pass', 96, 98, []],
  ['prose-contracts', 'pass', 98, 86, []],
  ['service-clause-violated', 'pass', 98, 85, ['clause-violated']],
  ['critic-never-accepts', 'pass', 98, 85, ['budget-exhausted']],
  ['critic-mumbles', 'pass', 85, 98, ['unreadable-decision']],
  ['stale-binding', 'pass', 85, 98, ['stale-binding']],
  ['manifest-irregular', 'pass', 85, 98, ['manifest-irregular']],
  ['resumed', 'pass', 85, 98, ['parallel-unbalanced']],
  ['shape-broken', 'pass', 85, 98, ['shape-violated']],
  ['unwired-service', 'pass', 85, 98, ['conflicting-evidence']],
  ['root-half-violated', 'partial', 98, 69, ['root-clause-violated', 'clause-violated']],
  ['root-placeholder', 'partial', 98, 69, ['root-output-placeholder', 'root-clause-violated', 'clause-violated']],
  ['order-violated', 'partial', 69, 98, ['order-violated']],
  ['mounted-forged', 'partial', 69, 98, ['receipt-broken']],
  ['intermediate-missing', 'partial', 69, 85, ['missing-output', 'marked-without-output', 'clause-violated']],
  [
    'path-outside',
    'partial',
    69,
    85,
    ['missing-output', 'marked-without-output', 'path-outside-run', 'clause-violated'],
  ],
  ['cut-off', 'fail', 69, 98, ['incomplete-run']],
  ['failed-useful', 'fail', 69, 85, ['incomplete-run', 'missing-output', 'unhandled-error', 'clause-violated']],
  ['status-page', 'fail', 53, 98, ['incomplete-run', 'output-without-mark']],
  [
    'root-output-missing',
    'fail',
    69,
    39,
    ['root-output-missing', 'missing-output', 'marked-without-output', 'root-clause-violated', 'clause-violated'],
  ],
  [
    'sections-failed',
    'fail',
    37,
    6,
    [
      'incomplete-run',
      'root-output-missing',
      'missing-output',
      'unhandled-error',
      'root-clause-violated',
      'clause-violated',
    ],
  ],
  [
    'mixed-failed',
    'fail',
    37,
    6,
    [
      'incomplete-run',
      'root-output-missing',
      'missing-output',
      'unhandled-error',
      'root-clause-violated',
      'clause-violated',
    ],
  ],
  [
    'nothing-ran',
    'fail',
    14,
    0,
    ['incomplete-run', 'root-output-missing', 'missing-output', 'root-clause-violated', 'clause-violated'],
  ],
] as const

const LIGHT = [
  ['perfect', 'pass', 85, 80],
  ['critic-accepts', 'pass', 85, 80],
  ['critic-never-accepts', 'pass', 85, 80],
  ['intermediate-missing', 'partial', 69, 69],
  ['order-violated', 'partial', 69, 80],
  ['cut-off', 'fail', 69, 80],
  ['root-output-missing', 'fail', 69, 39],
  ['handled-error', 'fail', 34, 20],
  ['service-era', 'pass', 85, 80],
  ['program-era', 'pass', 85, 80],
  ['mounted', 'pass', 85, 80],
  ['reactor', 'pass', 85, 80],
  ['nothing-ran', 'fail', 12, 0],
] as const

describe('the sample runs, deep', () => {
  test.each(DEEP)('%s: %s, %i / %i', (name, verdict, fidelity, effectiveness, flags) => {
    const { inspection } = inspectRun(`${RUNS}/${name}`)
    expect([inspection.verdict, inspection.runtime_fidelity, inspection.task_effectiveness]).toEqual([
      verdict,
      fidelity,
      effectiveness,
    ])
    expect(ids(inspection.flags.filter(({ severity }) => severity !== 'info'))).toEqual(flags)
  })

  test('every one of them is expected, and listed in their README with its scores', () => {
    const readme = readFileSync(`${RUNS}/README.md`, 'utf8')
    const found = readdirSync(RUNS, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
    expect([...DEEP.map(([name]) => name), 'root-emptied', 'artefacts-only'].sort()).toEqual(found.sort())
    for (const [name, verdict, fidelity, effectiveness] of DEEP)
      expect(readme).toMatch(
        new RegExp(`^\\| ${name} \\| .* \\| ${fidelity} / ${effectiveness} \\| ${verdict} \\|`, 'm'),
      )
  })

  test('come out in the order in which they were put beforehand: by verdict, then the lower score, then both', () => {
    const keys = ORDER.map(({ name }) => {
      const { verdict, runtime_fidelity: first, task_effectiveness: second } = inspected(name)
      return [RANK[verdict], Math.min(first, second), first + second] as const
    })
    const sorted = [...keys].sort((a, b) => b[0] - a[0] || b[1] - a[1] || b[2] - a[2])
    expect(keys).toEqual(sorted)
    expect(ORDER.map(({ name }) => name).sort()).toEqual(
      readdirSync(RUNS).filter((name) => name !== 'README.md' && name !== 'artefacts-only'),
    )
  })

  test.each(ORDER)('$name is in the bands that it was put in: $fidelity and $effectiveness, since $why', (place) => {
    const { runtime_fidelity, task_effectiveness } = inspected(place.name)
    for (const [score, band] of [
      [runtime_fidelity, place.fidelity],
      [task_effectiveness, place.effectiveness],
    ] as const) {
      const [low, high] = BANDS[band]!
      expect(score).toBeGreaterThanOrEqual(low)
      expect(score).toBeLessThanOrEqual(high)
    }
  })

  test('every fail carries a critical flag, and its summary leads with one', () => {
    for (const [name, verdict] of DEEP) {
      const { flags, summary } = inspectRun(`${RUNS}/${name}`).inspection
      if (verdict !== 'fail') continue
      const critical = flags.filter(({ severity }) => severity === 'critical').map(({ id }) => id as string)
      expect(critical).toContain(/^\*\*([a-z-]+)\*\*: /.exec(summary)?.[1])
    }
  })
})

describe('the sample runs, light', () => {
  test.each(LIGHT)('%s: %s, %i / %i', (name, verdict, fidelity, effectiveness) => {
    const { inspection } = inspectRun(`${RUNS}/${name}`, { depth: 'light' })
    expect([inspection.verdict, inspection.runtime_fidelity, inspection.task_effectiveness]).toEqual([
      verdict,
      fidelity,
      effectiveness,
    ])
  })
})

describe('an emptied root', () => {
  test('is an error that names it and carries what was read so far', () => {
    const attempt = () => inspectRun(`${RUNS}/root-emptied`)
    expect(attempt).toThrow(expect.objectContaining({ code: 'missing-artifacts' }))
    expect(attempt).toThrow(/root\.prose\.md/)
    expect(attempt).toThrow(
      expect.objectContaining({
        details: expect.objectContaining({
          missing: ['root.prose.md'],
          extraction: expect.objectContaining({ completed: true }),
        }),
      }),
    )
  })

  test('is a critical flag when part of a run will do, and the run never passes', () => {
    for (const depth of ['light', 'deep'] as const) {
      const { inspection } = inspectRun(`${RUNS}/root-emptied`, { depth, partial: true })
      expect(inspection.verdict).toBe('partial')
      expect(inspection.flags[0]?.id).toBe('missing-artifact')
    }
  })
})

// Helpers

const inspected = (name: string) => inspectRun(`${RUNS}/${name}`, { partial: true }).inspection

const ids = (flags: readonly { readonly id: string }[]) => [...new Set(flags.map(({ id }) => id))]
