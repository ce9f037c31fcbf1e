import { ACCEPTANCES, CONDITIONS, isNegation, PERSONAL, REFUSALS, REJECTIONS } from './doubt-words.ts'
import type { OpenReply } from './open-reply.ts'
import { saidAfter } from './said-after.ts'
import type { Sentence, Word } from './split-sentences.ts'

/**
 * Whether a sentence contradicts an acceptance, wherever it stands and however its lines are wrapped: "I cannot accept this",
 * "acceptable if …", "I reject it", "reject …", "no verdict", or "verdict:" and anything but acceptance. That nothing is to
 * be *rejected* is no acceptance either.
 *
 * @param deciding - where the words stand that accept
 */
export function speaksAgainst(
  { loose, body }: OpenReply,
  sentences: readonly Sentence[],
  deciding: ReadonlySet<number>,
): boolean {
  let said = new Set<Sense>()
  return sentences.some(({ words, continues }) => {
    if (!continues) said = new Set()
    const [first] = words
    if (first && REJECTIONS.has(first.text) && !isMenu(words, 0)) return true
    if (endsInDenial(words)) return true
    for (const [i, { text, start, end }] of words.entries()) {
      if (deciding.has(start) || isMenu(words, i)) continue
      const named = text === 'verdict' ? saidAfter(loose, body, end) : 'no-label'
      if (typeof named === 'object' && !ACCEPTANCES.has(named.word)) return true
      if (named === 'no-label') for (const sense of sensesOf(text)) said.add(sense)
    }
    return AGAINST.some((senses) => senses.every((sense) => said.has(sense)))
  })
}

// Helpers

type Sense = 'accepts' | 'rejects' | 'denies' | 'conditions' | 'personal' | 'verdict'

const AGAINST: readonly (readonly Sense[])[] = [
  ['accepts', 'denies'],
  ['accepts', 'conditions'],
  ['rejects', 'denies'],
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

/** "No.", "I do not." It may answer some question of the reply's own; nobody can tell, so it stands against. */
function endsInDenial(words: readonly Word[]): boolean {
  for (let i = words.length - 1; i >= 0; i--) {
    const { text } = words[i] as Word
    if (REFUSALS.has(text) || text.endsWith("n't")) return true
    if (!isNegation(text)) return false
  }
  return true
}

/** "Accept or reject" repeats the question and decides nothing. */
function isMenu(words: readonly Word[], i: number): boolean {
  const other = ALTERNATIVES.get((words[i] as Word).text)
  return (
    other !== undefined && [1, -1].some((step) => words[i + step]?.text === 'or' && words[i + 2 * step]?.text === other)
  )
}

const ALTERNATIVES: ReadonlyMap<string, string> = new Map([
  ['accept', 'reject'],
  ['reject', 'accept'],
])
