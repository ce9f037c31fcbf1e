import { structuredPatch } from 'diff'
import type { CassetteRequest, Interaction } from './cassette.ts'

/** The recorded request that is most like one that was not recorded, and how the two differ. */
export interface Nearest {
  /** Its place among the interactions, from 0. */
  readonly index: number
  /** Lines of the recorded request with `-`, of the one that was made with `+`. */
  readonly diff: string
}

/**
 * Finds the recorded request that has most in common with a request; one that was played already only if no other is there.
 *
 * @param played - which interactions were played already
 */
export function nearestRequest(
  request: CassetteRequest,
  interactions: readonly Interaction[],
  played: ReadonlySet<number>,
): Nearest | undefined {
  const lines = linesOf(request)
  let best: { readonly index: number; readonly likeness: number } | undefined
  for (const [index, { request: recorded }] of interactions.entries()) {
    const likeness = likenessOf(lines, linesOf(recorded)) - (played.has(index) ? PLAYED : 0)
    if (best === undefined || likeness > best.likeness) best = { index, likeness }
  }
  if (best === undefined) return undefined
  const recorded = interactions[best.index]!.request
  return { index: best.index, diff: diffOf(linesOf(recorded), lines) }
}

// Helpers

/** What a request that was played already has to have in common beyond the others. */
const PLAYED = 0.5

const LONGEST_LINE = 160

/** As it stands in the file, without its headers, which are not compared; a long text in lines of its own, so that a difference is seen. */
const linesOf = ({ headers: _, ...rest }: CassetteRequest): readonly string[] =>
  JSON.stringify(rest, undefined, 2)
    .split('\n')
    .flatMap((line) => (line.length <= LONGEST_LINE ? line : line.split(/(?<=\\n|[.;!?] )/).flatMap(pieces)))

function pieces(line: string): readonly string[] {
  const cut: string[] = []
  for (let from = 0; from < line.length; from += LONGEST_LINE) cut.push(line.slice(from, from + LONGEST_LINE))
  return cut
}

/** The share of lines that both have, in whichever order: linear, where a true difference of all with all would not be. */
function likenessOf(one: readonly string[], other: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const line of one) counts.set(line, (counts.get(line) ?? 0) + 1)
  let common = 0
  for (const line of other) {
    const left = counts.get(line) ?? 0
    if (left === 0) continue
    common++
    counts.set(line, left - 1)
  }
  return (2 * common) / (one.length + other.length)
}

const MOST_LINES = 60

function diffOf(before: readonly string[], after: readonly string[]): string {
  const text = (lines: readonly string[]) => `${lines.join('\n')}\n`
  // A difference of thousands of lines tells nothing, and takes long to find.
  const patch = structuredPatch('', '', text(before), text(after), '', '', { context: 2, maxEditLength: 400 })
  const lines =
    patch === undefined
      ? [...before.slice(0, 20).map((line) => `-${line}`), ...after.slice(0, 20).map((line) => `+${line}`)]
      : patch.hunks.flatMap(({ lines: own }, i) => (i === 0 ? own : ['…', ...own]))
  const shown = lines.filter((line) => !line.startsWith('\\')).slice(0, MOST_LINES)
  return [...shown, ...(lines.length > MOST_LINES ? [`… and ${lines.length - MOST_LINES} more lines`] : [])].join('\n')
}
