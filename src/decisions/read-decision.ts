import { isObject } from '../json/json.ts'
import { loneWord, valuesOf, wordsOf } from './fields.ts'
import { findMentions, type Mention } from './find-mentions.ts'
import { findSpoken, type Spoken } from './find-spoken.ts'
import { openReply, withoutSpans } from './open-reply.ts'
import type { Readable, Reading } from './reading.ts'

/** What an arbiter's reply was read as. */
export interface DecisionReading extends Reading {
  readonly decision: 'continue' | 'adjust' | 'abort' | 'unreadable'
  /**
   * What to do differently; there only when the decision is adjust, since an earlier adjustment stays through a `continue`.
   * Empty for an adjust without words, which clears the one before.
   */
  readonly adjustment?: string
  /** Why; the whole text when the decision is unreadable. */
  readonly reason: string
}

/**
 * Reads an arbiter's decision: from structured data, from JSON objects in the text, from a line `Decision: …`, from the word
 * the text begins with; where none of these decides, from any mention that is not denied.
 *
 * Of several that differ the most restrictive holds: abort over adjust over continue. Were they unreadable, they would
 * count as continue, and an abort would be lost. Block quotes and fences hold other people's words, unless they hold the
 * whole reply. Source: docs/information-flow.md, "Channels".
 *
 * @param reply - the text and, where the model gave it, the structured data; neither is limited in size
 * @returns one reading for every reply
 *
 * @example
 * ```ts
 * import { readDecision } from 'vitest-tribunal'
 *
 * console.log(readDecision({ text: 'Adjust: use metric units.' }).adjustment) // use metric units.
 * console.log(readDecision({ text: 'I would not abort yet, only adjust the tone.' }).decision) // adjust
 * ```
 */
export function readDecision({ text, data }: Readable): DecisionReading {
  const reply = openReply(text, data)
  const mentions = findMentions(reply.loose, NAMES)
  const spoken = decidingWords(findSpoken(reply.prose, reply.body, 'decision'), mentions)
  const stated = [
    ...claimsOfObject('data', isObject(data) ? data : { decision: data }),
    ...reply.objects.flatMap(({ value }) => claimsOfObject('json', value)),
    ...claimsOfSpoken(spoken, mentions),
  ]
  const claims = stated.length > 0 ? stated : mentions.map(({ decision }): Claim => ({ via: 'mention', decision }))
  const [first] = claims
  if (!first) return { via: 'none', readable: false, decision: 'unreadable', reason: text }

  const { via, decision, fields = {} } = claims.reduce((a, b) => (rank(b) > rank(a) ? b : a), first)
  const isStructured = via === 'data' || via === 'json'
  const labels = via === 'mention' ? [] : spoken.map(({ cut }) => cut)
  const prose = withoutSpans(reply.body, isStructured ? [...labels, ...reply.structures] : labels)
  const [adjustment, reason] = [wordsOf(fields, 'adjustment'), wordsOf(fields, 'reason')]
  return decision === 'adjust'
    ? { via, readable: true, decision, adjustment: adjustment ?? prose, reason: reason ?? '' }
    : { via, readable: true, decision, reason: reason ?? adjustment ?? prose }
}

// Helpers

type Decision = 'continue' | 'adjust' | 'abort'

/** One place of a reply that gives a decision. */
interface Claim {
  readonly via: Reading['via']
  readonly decision: Decision
  /** The structure that it stands in. */
  readonly fields?: object
}

/** From the least restrictive to the most. */
const RESTRICTIVENESS: readonly Decision[] = ['continue', 'adjust', 'abort']

const rank = ({ decision }: Claim) => RESTRICTIVENESS.indexOf(decision)

/** The seed looks for the stems anywhere, so their inflections count in prose. */
const NAMES: ReadonlyMap<string, Decision> = new Map([
  ...['continue', 'continues', 'continued', 'continuing'].map((word) => [word, 'continue'] as const),
  ...['adjust', 'adjusts', 'adjusted', 'adjusting', 'adjustment', 'adjustments'].map(
    (word) => [word, 'adjust'] as const,
  ),
  ...['abort', 'aborts', 'aborted', 'aborting'].map((word) => [word, 'abort'] as const),
])

/** A structure with no decision of the three claims nothing: what the text says still counts. */
function claimsOfObject(via: Reading['via'], fields: object): Claim[] {
  return valuesOf(fields, 'decision').flatMap((value) => {
    const decision = RESTRICTIVENESS.find((name) => name === loneWord(value))
    return decision ? [{ via, decision, fields }] : []
  })
}

/** Labelled or leading words that are decisions, neither denied nor asked for. */
const decidingWords = (spoken: readonly Spoken[], mentions: readonly Mention<Decision>[]): Spoken[] => {
  const live = new Set(mentions.filter(({ asked }) => !asked).map(({ start }) => start))
  return spoken.filter(({ word, at }) => NAMES.has(word) && live.has(at.start))
}

/** What was spoken, and what the same sentence or one that takes it back names besides: "Continue, but adjust the tone". */
function claimsOfSpoken(spoken: readonly Spoken[], mentions: readonly Mention<Decision>[]): Claim[] {
  const [first] = spoken
  if (!first) return []
  const starts = new Set(spoken.map(({ at }) => at.start))
  const sentences = new Set(mentions.flatMap(({ start, sentence }) => (starts.has(start) ? [sentence] : [])))
  const others = mentions.filter(
    ({ start, sentence, contrary }) =>
      !starts.has(start) && (sentences.has(sentence) || (contrary && start > first.at.start)),
  )
  return [
    ...spoken.map(({ via, word }): Claim => ({ via, decision: NAMES.get(word) as Decision })),
    ...others.map(({ decision }): Claim => ({ via: 'mention', decision })),
  ]
}
