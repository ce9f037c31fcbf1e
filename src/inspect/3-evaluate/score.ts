import type { Depth, Flag, PartScore, ScoreReport, Severity } from '../inspection.ts'
import { FLAGS } from './flags/flag-table.ts'

/** A limit on a score, by the flag or rule that sets it. */
export interface Cap {
  readonly by: string
  readonly at: number
}

/** What a perfect deep inspection reaches; more is kept for a person. */
const PERFECT = 98
/** What a flag that concerns a score leaves of it. */
export const CAPS: { readonly [severity in Severity]: number | null } = { critical: 69, warning: 85, info: null }
/** What is left of effectiveness where the goal is missed altogether. */
export const GOAL_MISSED = 39

/**
 * Turns parts into a score: the weighted mean, times what the share that content decided allows, under the caps.
 * Source: docs/scoring.md.
 *
 * @param breakdown - one part at least has something to go by
 * @param base - what can be reached when nothing was decided by content
 * @param depth - light decides nothing by content
 * @param caps - caps that are no flag's
 */
export function scoreOf<Part extends string>(
  which: 'fidelity' | 'effectiveness',
  breakdown: { readonly [part in Part]: PartScore },
  base: number,
  depth: Depth,
  flags: readonly Flag[],
  ...caps: readonly Cap[]
): ScoreReport<Part> {
  const parts = Object.values<PartScore>(breakdown)
  const seen = parts.filter((part) => part.of > 0)
  const raw = weighted(seen, (part) => part.held / part.of)
  const k =
    depth === 'light'
      ? 0
      : weighted(
          parts.filter((part) => part.declared > 0),
          (part) => part.decided,
        )
  const ceiling = base + (PERFECT - base) * k
  const reached = reachedScore(ceiling, raw)
  const binding = [...flagCaps(which, flags), ...caps].filter((cap) => cap.at < reached)
  const score = binding.reduce((least, { at }) => Math.min(least, at), reached)
  return {
    score,
    breakdown,
    raw,
    k,
    ceiling,
    capped_by: [...new Set(binding.filter(({ at }) => at === score).map(({ by }) => by))],
  }
}

/** What the parts give before any cap; the last digit of a sum of fractions must not decide. */
export const reachedScore = (ceiling: number, raw: number): number => Math.floor(ceiling * raw + 0.5 + 1e-9)

// Helpers

function weighted(parts: readonly PartScore[], share: (part: PartScore) => number): number {
  const weight = parts.reduce((sum, part) => sum + part.weight, 0)
  return parts.reduce((sum, part) => sum + part.weight * share(part), 0) / weight
}

const flagCaps = (which: 'fidelity' | 'effectiveness', flags: readonly Flag[]): readonly Cap[] =>
  flags.map(({ id }) => {
    const concern = FLAGS[id][which]
    return { by: id, at: (concern && CAPS[concern]) ?? Number.POSITIVE_INFINITY }
  })
