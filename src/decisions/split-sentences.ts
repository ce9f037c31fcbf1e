import type { Span } from './open-reply.ts'

/** A run of ASCII letters, folded to lower case, apostrophes straight. */
export interface Word extends Span {
  readonly text: string
}

/** Words up to a full stop, question mark, exclamation mark, semicolon or line break. */
export interface Sentence {
  readonly words: readonly Word[]
  /** Whether a question mark ends it. */
  readonly asks: boolean
  /** Whether it goes on where a single line break cut the one before, as in hard-wrapped text. */
  readonly continues: boolean
}

/** Cuts prose into sentences, in order; none is empty. Linear. */
export function splitSentences(prose: string): Sentence[] {
  const sentences: Sentence[] = []
  let words: Word[] = []
  let continues = false
  for (const { 0: text, index: start } of prose.matchAll(TOKENS)) {
    if (/[a-z]/i.test(text)) {
      words.push({ text: asciiLower(text).replaceAll('’', "'"), start, end: start + text.length })
      continue
    }
    const asks = QUESTION.test(text)
    const last = sentences.at(-1)
    if (words.length > 0) sentences.push({ words, asks, continues })
    else if (asks && last) sentences[sentences.length - 1] = { ...last, asks }
    continues = text === '\n' && words.length > 0
    words = []
  }
  if (words.length > 0) sentences.push({ words, asks: false, continues })
  return sentences
}

/** Lower case for A to Z alone: the same in every locale, and no foreign letter becomes an ASCII one. */
export const asciiLower = (text: string): string =>
  /[A-Z]/.test(text) ? text.replace(/[A-Z]+/g, (upper) => upper.toLowerCase()) : text

// Helpers

const TOKENS = /[A-Za-z]+(?:['’][A-Za-z]+)*|[.!?;\u2026\u3002\uFF01\uFF1F\u061F\u037E\uFF1B\n]+/g

// ASCII, full width, Arabic, Greek.
const QUESTION = /[?\uFF1F\u061F\u037E]/
