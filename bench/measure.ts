import type { Work } from './bench.ts'

/** CPU microseconds per call, one figure a sample. */
export type Samples = readonly number[]

/** How thoroughly to measure. */
export interface Effort {
  /** Samples of each contender, 3 or more. */
  readonly samples: number
  /** CPU milliseconds of one sample, about. */
  readonly sampleMs: number
  /** CPU milliseconds that each contender runs beforehand, so that the optimiser has seen it all. */
  readonly warmUpMs: number
}

/**
 * Measures contenders in turns, so that whatever else the machine does meets all of them alike: sample by sample, every
 * other time in the opposite order.
 *
 * CPU time of the process (user and system, all its threads, so garbage collection too), not wall time: another process
 * on the same core then costs nothing but caches.
 */
export async function measure(works: readonly Work[], { samples, sampleMs, warmUpMs }: Effort): Promise<Samples[]> {
  const counts: number[] = []
  for (const work of works) counts.push(await warmUp(work, sampleMs, warmUpMs))
  const figures = works.map((): number[] => [])
  const order = works.map((_, i) => i)
  for (let sample = 0; sample < samples; sample++) {
    for (const i of order) figures[i]!.push((await cpuOf(works[i]!, counts[i]!)) / counts[i]!)
    order.reverse()
  }
  return figures
}

/** The middle of some figures and the quarters around it. */
export interface Spread {
  readonly low: number
  readonly median: number
  readonly high: number
}

/** Quartiles: half of the figures lie between `low` and `high`. */
export function spreadOf(figures: readonly number[]): Spread {
  const sorted = [...figures].sort((a, b) => a - b)
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))]!
  return { low: at(0.25), median: at(0.5), high: at(0.75) }
}

// Helpers

/** What was computed; read at the end of each sample, so that the engine cannot drop the work. */
let sink = 0

/** Runs for a while; finds out how many calls make a sample. */
async function warmUp(work: Work, sampleMs: number, warmUpMs: number): Promise<number> {
  let count = 1
  let spent = 0
  for (;;) {
    const micros = await cpuOf(work, count)
    spent += micros
    const enough = micros >= 500 * sampleMs
    if (enough && spent >= 1000 * warmUpMs) return Math.max(1, Math.round((count * 1000 * sampleMs) / micros))
    if (!enough) count *= 2
  }
}

async function cpuOf(work: Work, count: number): Promise<number> {
  const before = process.cpuUsage()
  for (let i = 0; i < count; i++) {
    const value = work()
    sink += typeof value === 'number' ? value : await value
  }
  const { user, system } = process.cpuUsage(before)
  if (Number.isNaN(sink)) throw new Error('A contender computed nothing.')
  return user + system
}
