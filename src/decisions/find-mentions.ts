import { CLAUSE_ENDS, CONTRARIES, DENIALS, DENIED_AFTER, isNegation, LINKS, PAIRED_DENIALS } from './doubt-words.ts'
import type { Span } from './open-reply.ts'
import { splitSentences, type Word } from './split-sentences.ts'

/** The word of a decision in prose, if nothing near it denies it. */
export interface Mention<D extends string> extends Span {
  readonly decision: D
  /** Whether it stands in a question; one that is answered with no is no mention. */
  readonly asked: boolean
  /** Whether its sentence takes back what was said before. */
  readonly contrary: boolean
  /** Which sentence of the prose it stands in. */
  readonly sentence: number
}

/**
 * Finds the decisions that are named and not denied: "do not abort", "no need to abort", "aborting would be premature" and
 * "abort: no" are none. All decisions in one breath repeat the question and are none either. Linear.
 */
export function findMentions<D extends string>(prose: string, decisions: ReadonlyMap<string, D>): Mention<D>[] {
  const sentences = splitSentences(prose)
  return sentences.flatMap(({ words, asks }, sentence) => {
    if (!words.some(({ text }) => decisions.has(text))) return []
    if (asks && sentences[sentence + 1]?.words.slice(0, 4).some(({ text }) => isNegation(text))) return []
    const contrary = CONTRARIES.has((words[0] as Word).text)
    const menu = menuOf(prose, words, decisions)
    const denied = deniedWords(prose, words)
    return words.flatMap((word, i): Mention<D>[] => {
      const decision = decisions.get(word.text)
      return decision === undefined ||
        menu.has(i) ||
        denied[i] ||
        isPartOfName(prose, word) ||
        isUnticked(prose, word) ||
        isDeniedAfter(prose, words, i)
        ? []
        : [{ decision, asked: asks, contrary, sentence, start: word.start, end: word.end }]
    })
  })
}

// Helpers

/** For each word whether something before it in its clause denies it. */
function deniedWords(prose: string, words: readonly Word[]): boolean[] {
  let denied = false
  return words.map(({ text }, i) => {
    if (CLAUSE_ENDS.has(text) || (i > 0 && endsClause(prose, words, i - 1))) denied = false
    const before = denied
    denied ||= isNegation(text) || DENIALS.has(text) || PAIRED_DENIALS.get(text) === (words[i + 1]?.text ?? '')
    return before
  })
}

/** Whether what follows denies the word at `i`: "abort: no", "aborting is not needed", "aborting isn't". */
function isDeniedAfter(prose: string, words: readonly Word[], i: number): boolean {
  const next = words[i + 1]
  if (!next) return false
  if (/[:=]/.test(gapAfter(prose, words, i)))
    return next.text === 'no' || next.text === 'never' || next.text === 'false'
  if (endsClause(prose, words, i)) return false
  if (next.text.endsWith("n't")) return true
  if (!LINKS.has(next.text)) return false
  for (let at = i + 2; at < words.length && at <= i + 5 && !endsClause(prose, words, at - 1); at++) {
    const { text } = words[at] as Word
    if (CLAUSE_ENDS.has(text)) return false
    if (isNegation(text) || DENIED_AFTER.has(text)) return true
  }
  return false
}

/** The places of decisions that are listed one after the other until all were named. */
function menuOf(prose: string, words: readonly Word[], decisions: ReadonlyMap<string, string>): ReadonlySet<number> {
  const menu = new Set<number>()
  const all = new Set(decisions.values()).size
  let run: number[] = []
  words.forEach(({ text }, i) => {
    const listed = i > 0 && /^[\s,/|*_`"'“”]*$/.test(gapAfter(prose, words, i - 1))
    if (!listed || !(decisions.has(text) || text === 'or' || text === 'and')) run = []
    if (!decisions.has(text)) return
    run.push(i)
    if (run.length === all && new Set(run.map((at) => decisions.get((words[at] as Word).text))).size === all)
      for (const at of run) menu.add(at)
  })
  return menu
}

const gapAfter = (prose: string, words: readonly Word[], i: number): string =>
  prose.slice((words[i] as Word).end, (words[i + 1] as Word).start)

const endsClause = (prose: string, words: readonly Word[], i: number): boolean =>
  /[,:()|\u2013\u2014\uFF0C\uFF1A\u3001]|\s-\s|--/.test(gapAfter(prose, words, i))

/** A box that nobody ticked. */
const isUnticked = (prose: string, { start }: Word): boolean =>
  /\[ ?\][ *_`"]*$/.test(prose.slice(Math.max(0, start - 8), start))

/** `abort_reason` names a field, `_abort_` is emphasis. */
const isPartOfName = (prose: string, { start, end }: Word): boolean =>
  /_[A-Za-z0-9]/.test(prose.slice(end, end + 2)) || /[A-Za-z0-9]_/.test(prose.slice(Math.max(0, start - 2), start))
