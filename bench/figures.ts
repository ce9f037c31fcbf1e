import type { Bench, Fact } from './bench.ts'
import { type Effort, measure, type Spread, spreadOf } from './measure.ts'

/** What was measured of one comparison or timing. */
export interface Figure {
  readonly bench: string
  readonly name: string
  readonly per: string
  /** CPU microseconds per call. */
  readonly ours: Spread & { readonly name: string }
  readonly baseline?: Spread & { readonly name: string }
  /** Sample by sample: ours over the baseline. */
  readonly ratio?: Spread
  /** As a ratio, or for a timing in milliseconds. */
  readonly reach?: number
  /** Whether the median is within reach. */
  readonly reached?: boolean
}

/** What was found of one fact. */
export interface FactFigure {
  readonly bench: string
  readonly name: string
  readonly unit: Fact['unit']
  /** Null where it could not be measured. */
  readonly value: number | null
  readonly reach?: number
  readonly reached?: boolean
}

/** Measures everything that a bench compares. */
export async function figuresOf(bench: Bench, effort: Effort): Promise<(Figure | FactFigure)[]> {
  const { comparisons = [], timings = [], facts = [], close } = bench.open()
  const figures: (Figure | FactFigure)[] = []
  try {
    for (const { name, per, baseline, ours, reach } of comparisons) {
      const [theirs = [], own = []] = await measure([baseline.work, ours.work], effort)
      const ratio = spreadOf(own.map((micros, i) => micros / theirs[i]!))
      figures.push({
        bench: bench.name,
        name,
        per,
        ours: { name: ours.name, ...spreadOf(own) },
        baseline: { name: baseline.name, ...spreadOf(theirs) },
        ratio,
        ...(reach === undefined ? {} : { reach, reached: ratio.median <= reach }),
      })
    }
    for (const { name, per, work, reachMs } of timings) {
      const [own = []] = await measure([work], effort)
      const ours = { name, ...spreadOf(own) }
      const verdict = reachMs === undefined ? {} : { reach: reachMs, reached: ours.median <= reachMs * 1000 }
      figures.push({ bench: bench.name, name, per, ours, ...verdict })
    }
    for (const { name, unit, measure: look, reach } of facts) {
      const value = (await look()) ?? null
      const verdict = reach === undefined || value === null ? {} : { reach, reached: value <= reach }
      figures.push({ bench: bench.name, name, unit, value, ...verdict })
    }
  } finally {
    close?.()
  }
  return figures
}
