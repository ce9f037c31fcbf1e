import {
  FAULTS,
  isNegation,
  LONGER_SECOND_THOUGHTS,
  OBJECTS,
  PLAIN_CONDITIONS,
  QUALIFIERS,
  REJECTIONS,
  RESERVATIONS,
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
 * first person; a sentence that accepts is plain; no sentence after it asks, rejects or has second thoughts. A negation
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
    return !isPlain(prose, sentence, at) || isConditional(sentences[i + 1])
  })
}

// Helpers

/** Whether a sentence from its "accept" on says that and nothing against it. */
function isPlain(prose: string, { words, asks }: Sentence, at: number): boolean {
  const [accept, next] = [words[at] as Word, words[at + 1]]
  if (asks || !next) return !asks
  // Right after it only an object makes sense: anything else makes it something different, ", with …" conditional.
  const gap = prose.slice(accept.end, next.start)
  if (next.text === 'with' || (/^[\s*_`"'“”‘’]*$/.test(gap) && !OBJECTS.has(next.text))) return false
  return !words.some(({ text }, i) => i > at && (RESERVATIONS.has(text) || denies(words, i)))
}

/** Whether the next line makes conditions, where only its break divides it from the sentence that accepts. */
const isConditional = (next: Sentence | undefined): boolean =>
  next?.continues === true && next.words.some(({ text }) => PLAIN_CONDITIONS.has(text))

function hasSecondThoughts({ words, asks }: Sentence): boolean {
  if (asks || words.some(({ text }) => REJECTIONS.has(text))) return true
  const first = (words[0] as Word).text
  if (SECOND_THOUGHTS.has(first) || denies(words, 0) || isNegation((words.at(-1) as Word).text)) return true
  const seconds = LONGER_SECOND_THOUGHTS.get(first)
  return words.slice(1, 4).some(({ text }) => seconds?.has(text))
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
  /```|~~~/.test(prose) &&
  prose.split('\n').some((line) => line.split('```').length % 2 === 0 || line.split('~~~').length % 2 === 0)
