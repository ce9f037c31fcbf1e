import { parseArgs } from 'node:util'
import type { Bench } from './bench.ts'
import { compositesAsync } from './composites-async.ts'
import { compositesSync } from './composites-sync.ts'
import { type FactFigure, type Figure, figuresOf } from './figures.ts'
import { importTime } from './import-time.ts'
import { inspector } from './inspector.ts'
import { laws } from './laws.ts'
import { linearity } from './linearity.ts'
import { printFigures } from './print-figures.ts'
import { recordings } from './recordings.ts'
import { rendering } from './rendering.ts'
import { reporter } from './reporter.ts'
import { wire } from './wire.ts'

const BENCHES: readonly Bench[] = [
  compositesSync,
  compositesAsync,
  inspector,
  linearity,
  rendering,
  reporter,
  wire,
  recordings,
  laws,
  importTime,
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    samples: { type: 'string', default: '15' },
    'sample-ms': { type: 'string', default: '60' },
    'warm-up-ms': { type: 'string', default: '2000' },
  },
})
const effort = {
  samples: Number(values.samples),
  sampleMs: Number(values['sample-ms']),
  warmUpMs: Number(values['warm-up-ms']),
}
const unknown = positionals.filter((name) => !BENCHES.some((bench) => bench.name === name))
if (unknown.length > 0 || !(effort.samples >= 3 && effort.sampleMs >= 1 && effort.warmUpMs >= 0)) {
  const names = BENCHES.map(({ name }) => name).join(' ')
  console.error(`Usage: npm run bench -- [${names}] [--samples 15] [--sample-ms 60] [--warm-up-ms 2000] [--json]`)
  process.exitCode = 2
} else {
  const figures: (FactFigure | Figure)[] = []
  for (const bench of BENCHES) {
    if (positionals.length > 0 && !positionals.includes(bench.name)) continue
    const measured = await figuresOf(bench, effort)
    figures.push(...measured)
    if (!values.json) printFigures(bench, measured)
  }
  if (values.json) console.log(JSON.stringify({ node: process.version, ...effort, figures }, undefined, 2))
}
