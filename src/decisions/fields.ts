import { canonicalJson } from '../json/canonical-json.ts'
import { asciiLower } from './split-sentences.ts'

/** The values of an object whose keys are a name but for the case of A to Z. */
export const valuesOf = (object: object, name: string): unknown[] =>
  Object.entries(object).flatMap(([key, value]) => (asciiLower(key) === name ? [value] : []))

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
  return (Array.isArray(value) ? value : [value]).flatMap((entry: unknown) => {
    const text = typeof entry === 'string' ? entry : entry === null || isDeep(entry) ? '' : canonicalJson(entry)
    return text.trim() === '' ? [] : [text]
  })
}

/** The single word that a value is, folded, without quotation marks, emphasis and full stop; empty if it is anything else. */
export const loneWord = (value: unknown): string =>
  typeof value === 'string' ? asciiLower(/^[\s*_`"'“”]*([A-Za-z]+)[\s*_`"'“”.!]*$/.exec(value)?.[1] ?? '') : ''

// Helpers

/** Whether a value nests deeper than writing it may recurse. */
function isDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; depth < 100 && level.length > 0; depth++)
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
  return level.length > 0
}
