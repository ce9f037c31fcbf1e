import type { Span } from './open-reply.ts'
import { asciiLower } from './split-sentences.ts'

/** What a labelled line says, or the word with which a reply begins. */
export interface Spoken {
  readonly via: 'label' | 'leading-word'
  /** The first word of what is said, folded; empty if it is no word of its own, undefined if the label stands alone. */
  readonly word: string | undefined
  /** Where that word stands. */
  readonly at: Span
  /** Where the label stands. */
  readonly labelAt?: number
  /** The label, for cutting it out; with the word where nothing of a sentence hangs on it. */
  readonly cut: Span
}

/**
 * Finds the lines that carry a label ("Verdict: …", "## Final verdict" over a line of its own) and, first of all, the word
 * with which the prose begins. In the order of the text; linear.
 */
export function findSpoken(prose: string, body: string, label: string): Spoken[] {
  const found: Spoken[] = []
  const opening = skipMarks(prose, 0, prose.length)
  const pattern = new RegExp(
    `^(?:[0-9]{1,3}[.)][ \\t*_]*)?(?:(?:the|my|our|final|overall)[ \\t]+){0,3}${label}(?![A-Za-z])`,
    'i',
  )
  for (let lineStart = 0; lineStart < prose.length; ) {
    const lineEnd = endOfLine(prose, lineStart)
    const start = skipMarks(prose, lineStart, lineEnd)
    const named = pattern.exec(prose.slice(start, Math.min(lineEnd, start + 80)))
    if (named) {
      const labelEnd = start + named[0].length
      const said = valueAfter(prose, body, labelEnd, lineEnd)
      const spoken = said === undefined ? nothingAt(labelEnd) : spokenAt(prose, 'label', said, lineStart)
      found.push({ ...spoken, labelAt: labelEnd - label.length })
    } else if (start === opening && start < lineEnd) found.push(spokenAt(prose, 'leading-word', start, lineStart))
    lineStart = lineEnd + 1
  }
  return found
}

// Helpers

// What may stand in front of a word without changing what it says; a cross, a bracket or a strike-through would.
const MARK = /[\s\p{Cc}\p{Cf}\p{Cs}\uFFFD"'“”„‘’«»「」*_`#>+•–—\u2705\u2714\u2611-]|\uFE0F/u
const LETTER_AT_START = /^[\p{L}\p{M}\p{N}]/u
const LETTER_AT_END = /[\p{L}\p{M}\p{N}]$/u
// These join words to one name or alternative when something follows without a space: accept-all, accept/reject, accept.js.
const JOINT_AT_START = /^[-_/\\.'’@#&+=][A-Za-z0-9]/
const JOINT_AT_END = /[A-Za-z0-9][-_/\\.'’@#&+]$/

function skipMarks(text: string, from: number, to: number): number {
  let at = from
  // Whole code points: half of an emoji would pass for a lone surrogate.
  while (at < to && MARK.test(String.fromCodePoint(text.codePointAt(at) as number))) at++
  return at
}

/** Where the words after a label begin; on the next line if its own has none; undefined if it is no label after all. */
function valueAfter(prose: string, body: string, from: number, lineEnd: number): number | undefined {
  const [separator] = /^[ \t*_`"'“”]*(?:is)?[ \t]*[:\uFF1A=–—-]/.exec(
    prose.slice(from, Math.min(lineEnd, from + 80)),
  ) ?? ['']
  const start = skipMarks(prose, from + separator.length, lineEnd)
  if (start < lineEnd) return separator === '' ? undefined : start
  // What was blanked out is no empty line: then the label belongs to something that is read elsewhere, or not at all.
  const next = skipBlankLines(body, lineEnd)
  if (body.slice(from, lineEnd) !== prose.slice(from, lineEnd) || next >= body.length) return undefined
  const nextStart = skipMarks(prose, next, endOfLine(prose, next))
  return nextStart < endOfLine(prose, next) ? nextStart : undefined
}

/** A label whose words are blanked out, being JSON or a quote, or that is a mere heading. */
function nothingAt(offset: number): Spoken {
  const nowhere = { start: offset, end: offset }
  return { via: 'label', word: undefined, at: nowhere, cut: nowhere }
}

function spokenAt(prose: string, via: Spoken['via'], start: number, lineStart: number): Spoken {
  let end = start
  while (end < prose.length && /[A-Za-z]/.test(prose.charAt(end))) end++
  const [before, after] = [prose.slice(Math.max(0, start - 2), start), prose.slice(end, end + 2)]
  const joined = LETTER_AT_START.test(after) || JOINT_AT_START.test(after) || LETTER_AT_END.test(before)
  const word = joined || JOINT_AT_END.test(before) ? '' : asciiLower(prose.slice(start, end))
  // Followed by punctuation or nothing, the word is a label itself; otherwise a sentence hangs on it.
  const closing =
    /^[ \t*_`"'”’»]*(?:[.!?,:;\u2026\u3002\uFF0C\uFF1A\uFF01\uFF1F–—-]+[ \t*_`"'”’»]*|(?=[(\r\n]|$))/.exec(
      prose.slice(end, end + 80),
    )
  const cut = closing
    ? { start: lineStart, end: end + closing[0].length }
    : { start: via === 'label' ? lineStart : start, end: start }
  return { via, word, at: { start, end }, cut }
}

function skipBlankLines(text: string, from: number): number {
  let at = from
  while (at < text.length && text.charAt(at).trim() === '') at++
  return at
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}
