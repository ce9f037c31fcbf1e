import { canonicalJson } from '../json/canonical-json.ts'
import { asciiLower } from './split-sentences.ts'

/** The values of an object whose keys are a name but for the case of A to Z. */
export function valuesOf(object: object, name: string): unknown[] {
  const values: unknown[] = []
  for (const key of Object.keys(object))
    if (asciiLower(key) === name) values.push((object as Record<string, unknown>)[key])
  return values
}

/** The words of a field: a string as it is, a list one a line; undefined when there are none. */
export function wordsOf(object: object, name: string): string | undefined {
  const lines = listOf(object, name)
  return lines.length === 0 ? undefined : lines.join('\n')
}

/**
 * The entries of a field that should be a list of texts. Read tolerantly, so that no criticism is lost to its form: a lone
 * text is a list of one, an entry that is no text is its canonical JSON, blank entries and null are left out.
 */
export function listOf(object: object, name: string): string[] {
  const [value = null, ...others] = valuesOf(object, name)
  if (others.length > 0) return []
  const texts: string[] = []
  for (const entry of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
    const text = typeof entry === 'string' ? entry : entry === null || isDeep(entry) ? '' : canonicalJson(entry)
    if (text.trim() !== '') texts.push(text)
  }
  return texts
}

/** The single word that a value is, folded, without quotation marks, emphasis and full stop; empty if it is anything else. */
export const loneWord = (value: unknown): string =>
  typeof value === 'string' ? asciiLower(/^[\s*_`"'“”]*([A-Za-z]+)[\s*_`"'“”.!]*$/.exec(value)?.[1] ?? '') : ''

/** Whether a value nests deeper than writing it may recurse. */
export const isDeep = (value: unknown, room = 99): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (room === 0 || Object.values(value).some((part) => isDeep(part, room - 1)))
