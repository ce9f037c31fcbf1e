/** A fenced block of Markdown; offsets are code units of the text. */
export interface Fence {
  /** Start of the opening line. */
  readonly start: number
  /** After the closing line, without its line break; the end of the text if the fence is never closed. */
  readonly end: number
  /** The lines between, without the fence lines. */
  readonly contentStart: number
  readonly contentEnd: number
  /** False if the text ends before the fence does. */
  readonly closed: boolean
}

/** Finds the fenced blocks of a text, backticks or tildes, as CommonMark delimits them outside of quotes and lists. */
export function findFences(text: string): Fence[] {
  const fences: Fence[] = []
  let open: { marker: string; start: number; contentStart: number } | undefined
  for (let at = 0; at <= text.length; ) {
    const lineEnd = text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at)
    const marker = markerAt(text, at, lineEnd)
    if (open && marker[0] === open.marker[0] && marker.length >= open.marker.length) {
      if (text.slice(skipBlanks(text, at) + marker.length, lineEnd).trim() === '') {
        fences.push({ start: open.start, end: lineEnd, contentStart: open.contentStart, contentEnd: at, closed: true })
        open = undefined
      }
    } else if (!open && marker !== '') open = { marker, start: at, contentStart: Math.min(lineEnd + 1, text.length) }
    at = lineEnd + 1
  }
  if (open)
    fences.push({
      start: open.start,
      end: text.length,
      contentStart: open.contentStart,
      contentEnd: text.length,
      closed: false,
    })
  return fences
}

// Helpers

/** The fence marker with which a line starts, or nothing. */
function markerAt(text: string, lineStart: number, lineEnd: number): string {
  const start = skipBlanks(text, lineStart)
  const mark = text.charAt(start)
  if (start - lineStart > 3 || (mark !== '`' && mark !== '~')) return ''
  let end = start
  while (end < lineEnd && text.charAt(end) === mark) end++
  // A line with backticks further on is a code span, no fence.
  if (end - start < 3 || (mark === '`' && text.slice(end, lineEnd).includes('`'))) return ''
  return text.slice(start, end)
}

function skipBlanks(text: string, at: number): number {
  while (text.charAt(at) === ' ') at++
  return at
}
