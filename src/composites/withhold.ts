/** The shortest verbatim run of the criteria, in code points, that counts as a quote. Source: shared/information-flow.md. */
export const QUOTE_LENGTH = 24

const WITHHELD = '[withheld]'

/**
 * Replaces every verbatim run of 24 or more code points of the criteria in a text by `[withheld]`.
 * Runs that touch or overlap become one, so that no length shows. Source: shared/information-flow.md, "Withholding".
 *
 * @param text - what may quote the criteria
 * @param criteria - what must not be quoted
 * @returns the text without the quotes; the same string when there are none
 *
 * @example
 * ```ts
 * import { withhold } from 'vitest-tribunal'
 *
 * const criteria = 'Every claim names a source, and no source is a blog.'
 * console.log(withhold('It fails "Every claim names a source, and no".', criteria)) // It fails "[withheld]".
 * ```
 */
export function withhold(text: string, criteria: string): string {
  // A run of 24 code points is at least as many code units: most texts leave here.
  if (text.length < QUOTE_LENGTH || criteria.length < QUOTE_LENGTH) return text
  const quotes = quotesOf(criteria)
  if (quotes.size === 0) return text
  const points = Array.from(text)
  const starts = offsetsOf(points)
  let kept = ''
  let from = 0
  let covered = 0
  for (let i = 0; i + QUOTE_LENGTH <= points.length; i++) {
    if (!quotes.has(text.slice(starts[i], starts[i + QUOTE_LENGTH]))) continue
    if (covered === 0 || i > covered) {
      kept += `${text.slice(from, starts[i])}${WITHHELD}`
    }
    covered = i + QUOTE_LENGTH
    from = starts[covered] ?? text.length
  }
  return covered === 0 ? text : kept + text.slice(from)
}

// Helpers

// A run asks with the same criteria again and again: the last set is kept.
let lastCriteria = ''
let lastQuotes: ReadonlySet<string> = new Set()

function quotesOf(criteria: string): ReadonlySet<string> {
  if (criteria !== lastCriteria) {
    const points = Array.from(criteria)
    const starts = offsetsOf(points)
    const quotes = new Set<string>()
    for (let i = 0; i + QUOTE_LENGTH <= points.length; i++)
      quotes.add(criteria.slice(starts[i], starts[i + QUOTE_LENGTH]))
    lastCriteria = criteria
    lastQuotes = quotes
  }
  return lastQuotes
}

/** Where each code point starts, in code units, with the end of the text last. */
function offsetsOf(points: readonly string[]): readonly number[] {
  const starts = [0]
  for (const point of points) starts.push(starts[starts.length - 1]! + point.length)
  return starts
}
