import { distance } from 'fastest-levenshtein'
import { byCodeUnit } from '../json/canonical-json.ts'
import { visibleLine } from '../report/visible.ts'

/**
 * Ends a message about an unknown name with the nearest known one, when one is near, or with what there is, when that is little.
 *
 * @param name - as typed
 * @param known - what there is
 * @returns ` Did you mean x?`, ` There are: a, b.`, or nothing
 */
export function didYouMean(name: string, known: Iterable<string>): string {
  const near = nearestOf(name, known)
  if (near !== undefined) return ` Did you mean ${visibleLine(near)}?`
  const all = [...new Set(known)].sort(byCodeUnit)
  return all.length === 0 || all.length > FEW ? '' : ` There are: ${all.map(visibleLine).join(', ')}.`
}

/** The nearest known name, when one is near; undefined otherwise. */
export function nearestOf(name: string, known: Iterable<string>): string | undefined {
  const typed = name.slice(0, LONGEST).toLowerCase()
  let best: readonly [far: number, candidate: string] | undefined
  for (const candidate of [...known].sort(byCodeUnit)) {
    const there = candidate.slice(0, LONGEST).toLowerCase()
    const far = typed !== '' && there.startsWith(typed) ? 0.5 : distance(typed, there)
    if (far <= Math.max(1, Math.min(typed.length, there.length) * NEAR) && (!best || far < best[0]))
      best = [far, candidate]
  }
  return best?.[1]
}

// Helpers

/** As many as fit into one sentence. */
const FEW = 8
/** Share of the letters that may be wrong. */
const NEAR = 0.4
/** Names that somebody types are shorter; longer ones would take long to compare. */
const LONGEST = 200
