import { distance } from 'fastest-levenshtein'
import { byCodeUnit } from '../json/canonical-json.ts'
import { visibleLine } from '../report/visible.ts'

/**
 * Ends a message about an unknown name with the nearest known one, when one is near.
 *
 * @param name - as typed
 * @param known - what there is
 * @returns ` Did you mean x?`, or nothing
 */
export function didYouMean(name: string, known: Iterable<string>): string {
  const typed = name.slice(0, LONGEST).toLowerCase()
  let best: readonly [far: number, candidate: string] | undefined
  for (const candidate of [...known].sort(byCodeUnit)) {
    const there = candidate.slice(0, LONGEST).toLowerCase()
    const far = typed !== '' && there.startsWith(typed) ? 0.5 : distance(typed, there)
    if (far <= Math.max(1, Math.min(typed.length, there.length) * NEAR) && (!best || far < best[0]))
      best = [far, candidate]
  }
  return best ? ` Did you mean ${visibleLine(best[1])}?` : ''
}

// Helpers

/** Share of the letters that may be wrong. */
const NEAR = 0.4
/** Names that somebody types are shorter; longer ones would take long to compare. */
const LONGEST = 200
