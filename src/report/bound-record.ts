import { TribunalError } from '../errors.ts'
import { isObject } from '../json/json.ts'
import type { TribunalRecord } from './records.ts'

/** How many bytes of JSON one record may take on its way to the report. */
export const RECORD_LIMIT = 100_000

/**
 * Makes a record small enough by cutting long texts, then long lists; what was cut is said in the text and in `gaps`.
 *
 * @param record - what a test has found
 * @param limit - bytes of JSON, 10,000 or more
 * @returns the record itself when it is small enough, else a copy
 * @throws TribunalError `invalid-input` when nothing sensible would be left of it
 */
export function boundRecord<R extends TribunalRecord>(record: R, limit: number = RECORD_LIMIT): R {
  if (bytes(record) <= limit) return record
  for (const [text, items] of STEPS) {
    const cuts: Cuts = { text, items, texts: 0, left: [] }
    const bounded = cut(record, '', cuts) as R
    const gaps = [...(record.gaps ?? []), ...sentences(cuts)]
    const whole = { ...bounded, gaps }
    if (bytes(whole) <= limit) return whole
  }
  // Only data of the caller's own, wide at every level, comes here.
  throw new TribunalError(
    'invalid-input',
    `A ${record.kind} record does not fit into ${limit} bytes, however short its texts are cut. Give the run a smaller input.`,
  )
}

// Helpers

/** Longest text in code units, longest list. The shortest text still holds every name that a schema enumerates. */
const STEPS: readonly (readonly [text: number, items: number])[] = [
  [16_384, 100_000],
  [4_096, 2_000],
  [1_024, 400],
  [512, 200],
  [256, 100],
  [256, 50],
  [128, 25],
  [128, 12],
  [96, 6],
  [96, 3],
  [64, 2],
  [64, 1],
]

interface Cuts {
  readonly text: number
  readonly items: number
  texts: number
  readonly left: string[]
}

const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

function cut(value: unknown, path: string, cuts: Cuts): unknown {
  if (typeof value === 'string') return cutText(value, cuts)
  if (Array.isArray(value)) {
    if (value.length > cuts.items) cuts.left.push(`${path}: ${value.length - cuts.items} of ${value.length} left out`)
    return value.slice(0, cuts.items).map((item) => cut(item, `${path}[]`, cuts))
  }
  if (!isObject(value)) return value
  const keys = Object.keys(value)
  // Objects of ours have few keys; only a map from data, such as a run's input, has more.
  const kept = keys.slice(0, Math.max(cuts.items, 16))
  if (kept.length < keys.length) cuts.left.push(`${path}: ${keys.length - kept.length} of ${keys.length} left out`)
  return Object.fromEntries(kept.map((key) => [key, cut(value[key], path === '' ? key : `${path}.${key}`, cuts)]))
}

function cutText(text: string, cuts: Cuts): string {
  if (text.length <= cuts.text) return text
  cuts.texts += 1
  const end = /[\uD800-\uDBFF]/.test(text[cuts.text - 1]!) ? cuts.text - 1 : cuts.text
  return `${text.slice(0, end)}… [${text.length - end} more characters left out]`
}

function sentences({ texts, text, left }: Cuts): string[] {
  const distinct = [...new Set(left)]
  const shown = distinct.slice(0, 8)
  return [
    ...(texts > 0 ? [`${texts} texts were cut after ${text} characters`] : []),
    ...shown,
    ...(distinct.length > shown.length ? [`${distinct.length - shown.length} more lists were cut`] : []),
  ]
}
