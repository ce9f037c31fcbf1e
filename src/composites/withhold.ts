/** The shortest verbatim run of the criteria, in code points, that counts as a quote. Source: docs/information-flow.md. */
export const QUOTE_LENGTH = 24

const WITHHELD = '[withheld]'
const MARK = /\[withheld\]/g

/**
 * Replaces every verbatim run of 24 or more code points of the criteria in a text by `[withheld]`.
 * Runs that touch or overlap become one, so that no length shows. Source: docs/information-flow.md, "Withholding".
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
  if (text.length < QUOTE_LENGTH || criteria.length < QUOTE_LENGTH || !mayQuote(text, criteria)) return text
  const quotes = quotesOf(criteria)
  let left = text
  // A mark can complete a quote with what stands beside it, where the criteria hold brackets: look until nothing is left.
  for (let next = withoutQuotes(left, quotes); next !== left; next = withoutQuotes(left, quotes)) left = next
  return left
}

// Helpers

/** Half a quote: wherever a quote begins in the criteria, one of their blocks of this length lies wholly in it. */
const BLOCK = QUOTE_LENGTH / 2

/** Whether a text holds a block of the criteria; one without any holds no quote. Spares most texts the search proper. */
function mayQuote(text: string, criteria: string): boolean {
  for (let at = 0; at + BLOCK <= criteria.length; at += BLOCK)
    if (text.includes(criteria.slice(at, at + BLOCK))) return true
  return false
}

/** Where something stands, in code units. */
interface Span {
  readonly start: number
  readonly end: number
}

function withoutQuotes(text: string, quotes: ReadonlySet<string>): string {
  const quoted = spansOf(text, quotes)
  if (quoted.length === 0) return text
  // A mark that is there already and touches a quote goes with it.
  const marks = Array.from(text.matchAll(MARK), ({ index }) => ({ start: index, end: index + WITHHELD.length }))
  let kept = ''
  let end = -1
  for (const span of [...quoted, ...marks].sort((a, b) => a.start - b.start)) {
    if (span.start > end) kept += text.slice(Math.max(end, 0), span.start) + WITHHELD
    end = Math.max(end, span.end)
  }
  return kept + text.slice(end)
}

/** Every run of 24 code points that is a quote, in the order of the text. */
function spansOf(text: string, quotes: ReadonlySet<string>): readonly Span[] {
  const starts = offsetsOf(text)
  const spans: Span[] = []
  for (let i = 0; i + QUOTE_LENGTH < starts.length; i++) {
    const [start, end] = [starts[i]!, starts[i + QUOTE_LENGTH]!]
    if (quotes.has(text.slice(start, end))) spans.push({ start, end })
  }
  return spans
}

// A run asks with the same criteria again and again: the last set is kept.
let lastCriteria = ''
let lastQuotes: ReadonlySet<string> = new Set()

function quotesOf(criteria: string): ReadonlySet<string> {
  if (criteria !== lastCriteria) {
    const starts = offsetsOf(criteria)
    const quotes = new Set<string>()
    for (let i = 0; i + QUOTE_LENGTH < starts.length; i++)
      quotes.add(criteria.slice(starts[i], starts[i + QUOTE_LENGTH]))
    lastCriteria = criteria
    lastQuotes = quotes
  }
  return lastQuotes
}

/** Where each code point starts, in code units, with the end of the text last. */
function offsetsOf(text: string): readonly number[] {
  const starts = [0]
  for (const point of text) starts.push(starts[starts.length - 1]! + point.length)
  return starts
}
