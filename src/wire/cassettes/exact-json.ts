import type { Json } from '../../json/json.ts'
import { parseJson } from '../../json/parse-json.ts'

/** What a text says that is JSON; undefined where it is none, or would not be the same when it is written again. */
export function exactJson(text: string): Json | undefined {
  const parsed = parseJson(text)
  return parsed.ok && isExact(text) ? parsed.value : undefined
}

// Helpers

/** Whole numbers beyond what a double holds, and fractions with more digits than it keeps, come back as others. */
const isExact = (text: string): boolean => !/\d{16}/.test(text) || !/[\d.]{16}/.test(text.replace(STRINGS, ''))

const STRINGS = /"(?:[^"\\]|\\.)*"/gs
