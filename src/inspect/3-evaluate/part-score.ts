import type { Evidence, Observation, PartScore } from '../inspection.ts'

/** One thing that was looked for, by name, outcome, rule and evidence; undecided things may count but lower `k`. */
export const observe = (
  what: string,
  outcome: Observation['outcome'],
  rule: string,
  evidence: readonly Evidence[],
  decided: boolean = outcome !== 'unevaluable',
): Observation => ({ what, outcome, rule, decided, evidence })

/** Counts observations into one part of a score: held ones and half of the partial ones, of those that were decided or seen. */
export function partScore(weight: number, observations: readonly Observation[]): PartScore {
  const counted = observations.filter(({ outcome }) => outcome !== 'excused')
  const scored = counted.filter(({ outcome }) => outcome !== 'unevaluable')
  const full = scored.filter(({ outcome }) => outcome === 'held').length
  const held = full + scored.filter(({ outcome }) => outcome === 'partial').length / 2
  const decided = counted.filter((observation) => observation.decided).length
  return {
    score: scored.length === 0 ? null : Math.floor((100 * held) / scored.length + 0.5),
    weight,
    held,
    of: scored.length,
    declared: counted.length,
    decided: counted.length === 0 ? 0 : decided / counted.length,
    observations,
  }
}

/** A part that this depth leaves out. */
export const unseenPart = (weight: number): PartScore => ({
  score: null,
  weight,
  held: 0,
  of: 0,
  declared: 0,
  decided: 0,
  observations: [],
})
