import { loneWordAt, type Said, saidAfter, skipMarks } from './said-after.ts'

/** What a labelled line says, or the word with which a reply begins. */
export interface Spoken extends Said {
  readonly via: 'label' | 'leading-word'
  /** Whether the label is a heading over what is said, which may then be anything. */
  readonly heads?: boolean
}

/**
 * Finds the lines that carry a label ("Verdict: …", "## Final verdict" over a line of its own) and, first of all, the word
 * with which the prose begins. In the order of the text; linear.
 *
 * @param prose - what is read; as long as `body`, with blanks for what is not
 */
export function findSpoken(prose: string, body: string, label: string): Spoken[] {
  const found: Spoken[] = []
  let opened = false
  const pattern = new RegExp(
    `^(?:[0-9]{1,3}[.)][ \\t*_]*)?(?:(?:the|my|our|final|overall)[ \\t]+){0,3}${label}(?![A-Za-z])`,
    'i',
  )
  for (let lineStart = 0; lineStart < prose.length; ) {
    const lineEnd = endOfLine(prose, lineStart)
    const start = Math.min(skipMarks(prose, lineStart), lineEnd)
    // A label behind something that was blanked out does not begin its line.
    const isFirst = prose.slice(lineStart, start) === body.slice(lineStart, start)
    const named = isFirst ? pattern.exec(prose.slice(start, start + 80)) : null
    if (named) {
      const said = saidAfter(prose, body, start + named[0].length)
      const below = said === 'nothing' ? saidBelow(prose, body, start + named[0].length, lineEnd) : undefined
      if (typeof said === 'object') found.push({ via: 'label', ...said, cut: { ...said.cut, start: lineStart } })
      else if (below) found.push({ via: 'label', heads: true, ...below, cut: { ...below.cut, start: lineStart } })
    } else if (!opened && start < lineEnd) {
      const said = loneWordAt(prose, start)
      found.push({ via: 'leading-word', ...said, cut: said.alone ? { ...said.cut, start: lineStart } : said.cut })
    }
    opened ||= start < lineEnd
    lineStart = lineEnd + 1
  }
  return found
}

// Helpers

/** What the next line says that is not blank, under a label that has its line for itself. */
function saidBelow(prose: string, body: string, labelEnd: number, lineEnd: number): Said | undefined {
  if (body.slice(labelEnd, lineEnd) !== prose.slice(labelEnd, lineEnd)) return undefined
  let next = lineEnd
  while (next < body.length && body.charAt(next).trim() === '') next++
  const start = skipMarks(prose, next)
  const isFirst = prose.slice(next, start) === body.slice(next, start)
  return isFirst ? loneWordAt(prose, start) : undefined
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}
