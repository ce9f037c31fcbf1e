import { type Fence, findFences } from '../json/find-fences.ts'
import { type FoundObject, type FoundProblem, findJsonObjects } from '../json/find-json-objects.ts'
import { isObject } from '../json/json.ts'
import { isDeep } from './fields.ts'
import type { Readable } from './reading.ts'
import { quoteDepth, unwrapReply } from './unwrap-reply.ts'

/** A stretch of a text: offsets in code units. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A reply taken apart: what it says itself, what it quotes, what is JSON. All offsets are those of `body`. */
export interface OpenReply {
  /** The reply without what is wrapped around the whole of it. */
  readonly body: string
  /** The body with quotes, fences, and everything that is or tries to be JSON blanked out. */
  readonly prose: string
  /** As `prose`, with broken JSON and fences that never close left in: nobody hides a word by opening one. */
  readonly loose: string
  readonly objects: readonly FoundObject[]
  readonly problems: readonly FoundProblem[]
  /** The JSON objects, each with its fence where it fills one. */
  readonly structures: readonly Span[]
}

/** Takes a reply's text apart, so that only the reply's own words are read as its decision. */
export function openReply(text: string, data: Readable['data'] | undefined): OpenReply {
  if (isSaidAgain(text, data)) return WORDLESS
  const body = unwrapReply(text)
  const unquoted = blank(body, quotedLines(body))
  const { objects, problems } = findJsonObjects(unquoted)
  const fences = findFences(unquoted)
  const words = blank(unquoted, objects)
  const loose = blank(
    words,
    fences.filter(({ closed }) => closed),
  )
  const prose = blank(blank(words, fences), problems)
  return { body, prose, loose, objects, problems, structures: structuresOf(objects, fences) }
}

/** A text without some stretches of it, trimmed. */
export function withoutSpans(text: string, spans: readonly Span[]): string {
  let kept = ''
  let from = 0
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    kept += text.slice(from, Math.max(from, start))
    from = Math.max(from, end)
  }
  return (kept + text.slice(from)).trim()
}

// Helpers

/** What is left of a text that is its own data once more. */
const WORDLESS: OpenReply = { body: '', prose: '', loose: '', objects: [], problems: [], structures: [] }

/**
 * Structured replies often give their data as text too. Such a text claims what the data claims, and taking it apart costs
 * thirty times as much as seeing that. What is too deep for a text to be read is left to the reading of texts.
 */
const isSaidAgain = (text: string, data: Readable['data'] | undefined): boolean =>
  text.startsWith('{') && isObject(data) && text === JSON.stringify(data) && !isDeep(data)

/** Lines in a block quote are somebody else's words: the task's, the work's, or an injection's. */
function quotedLines(body: string): Span[] {
  const spans: Span[] = []
  if (!body.includes('>')) return spans
  for (let start = 0; start < body.length; ) {
    const lineEnd = body.indexOf('\n', start)
    const end = lineEnd < 0 ? body.length : lineEnd
    if (quoteDepth(body.slice(start, end), 1).depth > 0) spans.push({ start, end })
    start = end + 1
  }
  return spans
}

/** Puts spaces in the place of some stretches and keeps line breaks, so that offsets and lines stay. */
function blank(text: string, spans: readonly Span[]): string {
  const parts: string[] = []
  let from = 0
  for (const { start, end } of spans) {
    parts.push(
      text.slice(from, start),
      text.slice(start, end).replace(/[^\n]+/g, (line) => ' '.repeat(line.length)),
    )
    from = end
  }
  parts.push(text.slice(from))
  return parts.join('')
}

function structuresOf(objects: readonly FoundObject[], fences: readonly Fence[]): Span[] {
  let index = 0
  return objects.map((object) => {
    while (index < fences.length && (fences[index] as Fence).end <= object.start) index++
    return object.place === 'fence' ? (fences[index] as Fence) : object
  })
}
