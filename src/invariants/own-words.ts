import { withhold } from '../composites/withhold.ts'
import { isObject } from '../json/json.ts'
import type { JudgedCall } from './run-scope.ts'

/** A text this long or longer, in code units, is no chance hit when it turns up whole. */
const TELLING = 12

const WITHHELD = '[withheld]'

/** Everything that a call tells its slot, as one text. */
export function toldBy({ request }: JudgedCall['called']): string {
  const { slot: _, component: __, brief, schema, ...told } = request
  const more = [...textsOf(told), ...(schema === undefined ? [] : [schemaText(schema)])]
  return more.length === 0 ? brief : [brief, ...more].join('\n')
}

/**
 * The words of a call's request that are neither `must` nor `sees`: those of the template, and whatever should not be there.
 *
 * @param anywhere - allowed values that are shorter are cut out only where they stand on a line of their own: a single letter,
 * cut out everywhere, would tear apart what is looked for
 */
export function ownWords(call: JudgedCall, criteria: unknown, anywhere = TELLING): string {
  // Several laws ask for the same.
  const key = `${anywhere} ${typeof criteria === 'string'}`
  call.own ??= new Map()
  let own = call.own.get(key)
  if (own === undefined) {
    own = cutFrom(call, criteria, anywhere)
    call.own.set(key, own)
  }
  return own
}

/** Whether a text gives away a value: the whole of it, or a run of 24 code points of it. */
export function givesAway(text: string, value: string): boolean {
  if (value.length < TELLING) return false
  return text.includes(value) || withhold(value, text) !== value
}

/** What a text says that it was not told: without what it repeats of that, whole or in runs of 24 code points. */
export function newsIn(text: string, told: string): readonly string[] {
  if (told.includes(text)) return []
  return withhold(text, told)
    .split(WITHHELD)
    .filter((part) => !told.includes(part))
}

/**
 * The forms in which a value may stand in a text: verbatim, or as withholding leaves it. Joining entries can rebuild a quote that
 * is then withheld across their borders: what such an entry begins or ends with is then in the criteria, and only what lies
 * between is left.
 */
export function* formsOf(word: string, criteria: unknown, text: string): Generator<string> {
  yield word
  if (typeof criteria !== 'string' || !text.includes(WITHHELD)) return
  const kept = withhold(word, criteria)
  yield kept
  // What begins or ends with less is in the criteria as well: the border is found by halving.
  const front = most(Math.min(kept.length, criteria.length), (length) => criteria.includes(kept.slice(0, length)))
  const back = most(Math.min(kept.length - front, criteria.length), (length) =>
    criteria.includes(kept.slice(kept.length - length)),
  )
  yield kept.slice(front, kept.length - back)
}

// Helpers

function cutFrom({ called, allowance: { must, sees } }: JudgedCall, criteria: unknown, anywhere: number): string {
  const told = toldBy(called)
  const values = [...must, ...sees].flatMap(({ words }) => words.flatMap((word) => [...formsOf(word, criteria, told)]))
  // Longest first, so that a value inside another does not tear it apart.
  const longest = values.filter((value) => value !== '').sort((a, b) => b.length - a.length)
  // In their place a character that belongs to words: what is cut off from a word must not make another one.
  const cut = (text: string, value: string) =>
    value.length < anywhere ? text.replaceAll(`\n${value}\n`, '\n_\n') : text.replaceAll(value, '_')
  return longest.reduce(cut, `\n${told}\n`)
}

/** The largest number from 0 to `limit` for which something holds that holds for every smaller one. */
function most(limit: number, holds: (n: number) => boolean): number {
  let [low, high] = [0, limit]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (holds(middle)) low = middle
    else high = middle - 1
  }
  return low
}

// A slot's schema is the same object in every request of every run.
const schemaTexts = new WeakMap<object, string>()

function schemaText(schema: object): string {
  let text = schemaTexts.get(schema)
  if (text === undefined) {
    text = [...textsOf({ schema })].join('\n')
    schemaTexts.set(schema, text)
  }
  return text
}

function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (Array.isArray(value)) for (const item of value) yield* textsOf(item)
  else if (isObject(value))
    for (const [key, member] of Object.entries(value)) {
      yield key
      yield* textsOf(member)
    }
}
