import type { Span } from './open-reply.ts'
import { asciiLower } from './split-sentences.ts'

/** A word that stands where a decision should. */
export interface Said {
  /** The word, folded; empty if what stands there is no word of its own. */
  readonly word: string
  readonly at: Span
  /** What to cut out so that no label is left: the word too, where nothing of a sentence hangs on it. */
  readonly cut: Span
  /** Whether the word stands alone. */
  readonly alone: boolean
}

/**
 * What is said after a label, in its line: `no-label` if no colon, dash or equals sign follows it, `nothing` if nothing
 * follows those, or something that is read elsewhere.
 */
export function saidAfter(prose: string, body: string, labelEnd: number): Said | 'nothing' | 'no-label' {
  const [separator] = /^[ \t*_`"'“”]*(?:is)?[ \t]*[:\uFF1A=–—-]/i.exec(prose.slice(labelEnd, labelEnd + 80)) ?? ['']
  const from = labelEnd + separator.length
  const start = skipMarks(prose, from)
  const isBlank = start >= prose.length || prose.charAt(start) === '\n'
  if (separator === '') return isBlank ? 'nothing' : 'no-label'
  const isReadElsewhere = prose.slice(from, start) !== body.slice(from, start)
  return isBlank || isReadElsewhere || /[.,;!)\u2026]/.test(prose.charAt(start)) ? 'nothing' : loneWordAt(prose, start)
}

/** The word at an offset, if nothing joins it to more than a word. */
export function loneWordAt(prose: string, start: number): Said {
  let end = start
  while (/[A-Za-z]/.test(prose.charAt(end))) end++
  const [before, after] = [prose.slice(Math.max(0, start - 2), start), prose.slice(end, end + 2)]
  const joined = LETTER_AT_START.test(after) || JOINT_AT_START.test(after)
  const word = joined || JOINT_AT_END.test(before) ? '' : asciiLower(prose.slice(start, end))
  // Followed by punctuation or nothing, the word is all that is said; otherwise a sentence hangs on it.
  const closing = CLOSING.exec(prose.slice(end, end + 80))
  return {
    word,
    at: { start, end },
    cut: { start, end: closing ? end + closing[0].length : start },
    alone: closing !== null,
  }
}

/** The offset of what is no white space, quotation mark, emphasis, bullet or check mark, in the same line. */
export function skipMarks(text: string, from: number): number {
  let at = from
  // Whole code points: half of an emoji would pass for a lone surrogate.
  while (at < text.length && MARK.test(String.fromCodePoint(text.codePointAt(at) as number))) at++
  return at
}

// Helpers

// What may stand in front of a word without changing what it says; a cross, a bracket or a strike-through would.
const MARK = /[^\S\n]|[\p{Cf}\p{Cs}\uFFFD"'“”„‘’«»「」*_`#>+•–—\u2705\u2714\u2611-]|\uFE0F|(?!\n)\p{Cc}/u
const LETTER_AT_START = /^[\p{L}\p{M}\p{N}]/u
// These join words to one name or alternative when something follows without a space: accept-all, accept/reject, accept.js.
const JOINT_AT_START = /[-_/\\.'’@#&+=][A-Za-z0-9]/
const JOINT_AT_END = /[A-Za-z0-9][-_/\\.'’@#&+]/
const CLOSING = /^[ \t*_`"'”’»]*(?:[.!?,:;\u2026\u3002\uFF0C\uFF1A\uFF01\uFF1F–—-]+[ \t*_`"'”’»]*|(?=[(\r\n]|$))/
