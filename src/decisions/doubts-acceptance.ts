import {
  AFTERTHOUGHTS,
  DUTIES,
  FAULTS,
  isNegation,
  LISTS,
  LONGER_SECOND_THOUGHTS,
  OBJECTS,
  PAIRED_RESERVATIONS,
  PLAIN_CONDITIONS,
  QUALIFIERS,
  REJECTIONS,
  RESERVATIONS,
  REWORK,
  SECOND_THOUGHTS,
} from './doubt-words.ts'
import type { Spoken } from './find-spoken.ts'
import type { OpenReply } from './open-reply.ts'
import { speaksAgainst } from './speaks-against.ts'
import { type Sentence, splitSentences, type Word } from './split-sentences.ts'

/**
 * Whether anything in the prose speaks against an acceptance: one that was spoken in it, or one that stands beside it as
 * data or JSON.
 *
 * Fails closed, in three rules: no sentence speaks of accepting in the negative or on conditions, or of rejecting in the
 * first person; a sentence that accepts is plain; no sentence after it asks, rejects, wants work done or has second thoughts. A negation
 * only ever adds to what is found, so that putting one in cannot bring an acceptance about.
 */
export function doubtsAcceptance(reply: OpenReply, spoken: readonly Spoken[]): boolean {
  const prose = reply.loose
  const sentences = splitSentences(prose)
  const deciding = new Set([
    ...spoken.map(({ at }) => at.start),
    // Beside JSON or a label, a sentence that begins with the word is held to the same.
    ...sentences.flatMap(({ words: [first], continues }) =>
      first && !continues && /^accept(ed)?$/.test(first.text) ? [first.start] : [],
    ),
  ])
  if (speaksAgainst(reply, sentences, deciding) || (deciding.size > 0 && hasStrayFence(prose))) return true
  let accepted = false
  return sentences.some((sentence, i) => {
    const at = sentence.words.findIndex(({ start }) => deciding.has(start))
    if (at < 0) return accepted && hasSecondThoughts(sentence)
    accepted = true
    const [before, after] = [sentences[i - 1], sentences[i + 1]]
    return !isPlain(prose, sentence, at) || isConditional(before, sentence) || isConditional(after, after)
  })
}

// Helpers

/** Whether a sentence from its "accept" on says that and nothing against it. */
function isPlain(prose: string, { words, asks }: Sentence, at: number): boolean {
  const [accept, next] = [words[at] as Word, words[at + 1]]
  FOLLOWS.lastIndex = accept.end
  if (asks || !FOLLOWS.test(prose)) return false
  if (!next) return true
  // Right after it only an object makes sense: anything else makes it something different, ", with …" conditional.
  const gap = prose.slice(accept.end, next.start)
  if (next.text === 'with' || (/^[\s*_`"'“”‘’]*$/.test(gap) && !OBJECTS.has(next.text))) return false
  return !words.some(({ text }, i) => RESERVATIONS.has(text) || isPair(words, i) || denies(words, i))
}

const isPair = (words: readonly Word[], i: number): boolean =>
  PAIRED_RESERVATIONS.get((words[i] as Word).text)?.has(words[i + 1]?.text ?? '') === true

// Nothing, punctuation, or a word; no number, arrow, bracket or foreign letter, which may mean anything.
const FOLLOWS =
  /[ \t\r*_`"'“”‘’\p{Cc}\p{Cf}\p{Cs}\uFFFD\u2705\u2714\u2611]*(?:$|[\n.,:;!(–—\u2026\u3002\uFF0C\uFF1A\uFF1B\uFF01\uFF08A-Za-z-])/uy

/** Whether conditions are made in a line next to the one that accepts, where only the line break divides them. */
const isConditional = (sentence: Sentence | undefined, divided: Sentence | undefined): boolean =>
  divided?.continues === true && sentence?.words.some(({ text }) => PLAIN_CONDITIONS.has(text)) === true

function hasSecondThoughts({ words, asks }: Sentence): boolean {
  if (asks || words.some(({ text }) => REJECTIONS.has(text))) return true
  const [first, last] = [(words[0] as Word).text, (words.at(-1) as Word).text]
  if (SECOND_THOUGHTS.has(first) || denies(words, 0)) return true
  if (words.some(({ text }, i) => DUTIES.has(text) && words.slice(i + 1, i + 4).some((next) => REWORK.has(next.text))))
    return true
  const seconds = LONGER_SECOND_THOUGHTS.get(first)
  if (words.slice(1, 4).some(({ text }) => seconds?.has(text))) return true
  return AFTERTHOUGHTS.has(last) || (isNegation(last) && !(words.length === 2 && LISTS.has(first)))
}

/** Whether the word at `i` denies; "no issues" and its like do not. */
function denies(words: readonly Word[], i: number): boolean {
  const word = (words[i] as Word).text
  if (word !== 'no') return isNegation(word)
  let next = i + 1
  while (QUALIFIERS.has(words[next]?.text ?? '')) next++
  return !FAULTS.has(words[next]?.text ?? '')
}

/** A fence mark that nothing pairs with: what is quoted and what is said can no longer be told apart. */
const hasStrayFence = (prose: string): boolean =>
  prose.split('\n').some((line) => line.split('```').length % 2 === 0 || line.split('~~~').length % 2 === 0)
