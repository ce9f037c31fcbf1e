import { ACCEPTANCES, CONDITIONS, isNegation, PERSONAL, REJECTIONS } from './doubt-words.ts'
import type { Spoken } from './find-spoken.ts'
import type { Sentence, Word } from './split-sentences.ts'

/**
 * Whether a sentence contradicts an acceptance, wherever it stands and however its lines are wrapped: "I cannot accept this",
 * "acceptable if …", "I reject it", "no verdict", or a verdict in the middle of a line that is none.
 *
 * @param spoken - what was read as a label or leading word already, and does not contradict itself
 */
export function speaksAgainst(prose: string, sentences: readonly Sentence[], spoken: readonly Spoken[]): boolean {
  const known = new Set(spoken.flatMap(({ at, labelAt }) => [at.start, labelAt ?? -1]))
  let said = new Set<Sense>()
  return sentences.some(({ words, continues }) => {
    if (!continues) said = new Set()
    const strays = words.some((word, i) => {
      if (known.has(word.start) || isMenu(words, i)) return false
      for (const sense of sensesOf(word.text)) said.add(sense)
      return word.text === 'verdict' && isOtherVerdict(prose, word, words[i + 1])
    })
    return strays || AGAINST.some((senses) => senses.every((sense) => said.has(sense)))
  })
}

// Helpers

type Sense = 'accepts' | 'rejects' | 'denies' | 'conditions' | 'personal' | 'verdict'

const AGAINST: readonly (readonly Sense[])[] = [
  ['accepts', 'denies'],
  ['accepts', 'conditions'],
  ['rejects', 'personal'],
  ['rejects', 'verdict'],
  ['verdict', 'denies'],
]

function* sensesOf(word: string): Generator<Sense> {
  if (ACCEPTANCES.has(word)) yield 'accepts'
  if (REJECTIONS.has(word)) yield 'rejects'
  if (isNegation(word) || word === 'unacceptable') yield 'denies'
  if (CONDITIONS.has(word)) yield 'conditions'
  if (PERSONAL.has(word)) yield 'personal'
  if (word === 'verdict') yield 'verdict'
}

/** "… verdict: maybe": a verdict that no line begins with is not read, but not overheard either. */
function isOtherVerdict(prose: string, { end }: Word, next: Word | undefined): boolean {
  const after = prose.slice(end, next?.start ?? end + 80)
  if (!/^[\s*_`"'“”]*[:\uFF1A=]/.test(after)) return false
  return next && !after.includes('\n')
    ? !ACCEPTANCES.has(next.text)
    : /[^\p{ASCII}]/u.test(after.split('\n')[0] as string)
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
