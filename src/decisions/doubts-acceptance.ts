import {
  ACCEPTANCES,
  CONDITIONS,
  FAULTS,
  isNegation,
  LONGER_SECOND_THOUGHTS,
  OBJECTS,
  QUALIFIERS,
  REJECTIONS,
  RESERVATIONS,
  SECOND_THOUGHTS,
} from './doubt-words.ts'
import { type Sentence, splitSentences, type Word } from './split-sentences.ts'

/**
 * Whether anything in the prose speaks against an acceptance: one that was spoken in it, at the offsets `deciding`, or one
 * that stands beside it as data or JSON.
 *
 * Fails closed, in three rules: no sentence speaks of accepting in the negative or on conditions, or of rejecting in the
 * first person; a sentence that accepts is plain; no sentence after it asks, rejects or has second thoughts. A negation
 * only ever adds to what is found, so that putting one in cannot bring an acceptance about.
 */
export function doubtsAcceptance(prose: string, deciding: ReadonlySet<number>): boolean {
  const sentences = splitSentences(prose)
  if (speaksAgainst(sentences, deciding)) return true
  let accepted = false
  return sentences.some((sentence, i) => {
    const at = sentence.words.findIndex(({ start }) => deciding.has(start))
    if (at < 0) return accepted && hasSecondThoughts(sentence)
    accepted = true
    return !isPlain(prose, [...sentence.words.slice(at), ...wrapped(prose, sentences[i + 1])], sentence.asks)
  })
}

// Helpers

/** Whether a sentence from its "accept" on says that and nothing against it. */
function isPlain(prose: string, [accept, ...rest]: readonly Word[], asks: boolean): boolean {
  const next = rest[0]
  if (asks || !accept || !next) return !asks
  // Right after it in its line only an object makes sense: anything else makes it something different, ", with …" conditional.
  const gap = prose.slice(accept.end, next.start)
  if (next.text === 'with' || (/^[ \t*_`"'“”‘’]*$/.test(gap) && !OBJECTS.has(next.text))) return false
  return !rest.some(({ text }, i) => RESERVATIONS.has(text) || denies(rest, i))
}

/** The words of the next line where it carries the sentence on. */
const wrapped = (prose: string, next: Sentence | undefined): readonly Word[] =>
  next?.continues && /[a-z]/.test(prose.charAt((next.words[0] as Word).start)) ? next.words : []

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

/** "I cannot accept this", "acceptable if …", "I reject it": wherever it stands, and however the lines are wrapped. */
function speaksAgainst(sentences: readonly Sentence[], deciding: ReadonlySet<number>): boolean {
  let [accepts, reserved, rejects, personal] = [false, false, false, false]
  return sentences.some(({ words, continues }) => {
    if (!continues) [accepts, reserved, rejects, personal] = [false, false, false, false]
    words.forEach(({ text, start }, i) => {
      if (isMenu(words, i)) return
      accepts ||= ACCEPTANCES.has(text) && !deciding.has(start)
      reserved ||= isNegation(text) || CONDITIONS.has(text) || text === 'unacceptable'
      rejects ||= REJECTIONS.has(text)
      personal ||= PERSONAL.has(text) || (text === 'verdict' && words[i + 1]?.text === 'is')
    })
    return (accepts && reserved) || (rejects && personal)
  })
}

/** "Accept or reject" repeats the question and decides nothing. */
function isMenu(words: readonly Word[], i: number): boolean {
  const at = (offset: number) => words[i + offset]?.text ?? ''
  const is = (start: number) => {
    const [a, or, b] = [at(start), at(start + 1), at(start + 2)]
    return or === 'or' && ((a === 'accept' && b === 'reject') || (a === 'reject' && b === 'accept'))
  }
  return is(0) || is(-1) || is(-2)
}

const PERSONAL: ReadonlySet<string> = new Set(['i', 'we', "i'd", "i'll", "we'd", "we'll", 'my', 'our', 'recommend'])
