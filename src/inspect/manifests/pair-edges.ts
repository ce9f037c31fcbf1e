import type { Edge } from './wiring.ts'

/** More dependencies are those of no program; many names after many others multiply. */
export const MOST_EDGES = 30_000

/** Every consumer of a step after every producer that it waits for; undefined in place of an edge once there are too many. */
export function* pairEdges(
  steps: readonly { readonly consumers: readonly string[]; readonly producers: readonly string[] }[],
): Generator<Edge | undefined> {
  let count = 0
  for (const { consumers, producers } of steps)
    for (const consumer of consumers)
      for (const producer of producers) {
        if (producer === consumer) continue
        count += 1
        if (count > MOST_EDGES) return yield undefined
        yield { producer, consumer }
      }
}
