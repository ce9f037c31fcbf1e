import { isObject, type Json } from '../../json/json.ts'
import { parseRunJson } from '../parse-run-json.ts'

/** What a clause speaks of: the content of an output, or one field of it. */
export interface ClauseValue {
  /** The name that the clause gives it. */
  readonly name: string
  /** As text; the JSON of a field that is no text. */
  readonly text: string
  /** As JSON, or undefined when it is none. */
  readonly json: Json | undefined
  /** True when only the start of it was read. */
  readonly cut: boolean
  /** True for a field of JSON, false for a file. */
  readonly isField: boolean
}

/** Content of a file as a value; JSON is tried where the path or the first character suggests it. */
export function fileValue(name: string, path: string, text: string, cut: boolean): ClauseValue {
  const looksLikeJson = path.endsWith('.json') || /^\s*[[{]/u.test(text)
  const parsed = looksLikeJson && !cut ? parseRunJson(text) : undefined
  // What is too large to be parsed is as good as not read to its end.
  const unparsed = parsed?.ok === false && parsed.problem === 'too-large'
  return { name, text, cut: cut || unparsed, json: parsed?.ok ? parsed.value : undefined, isField: false }
}

/** A field of a value by its dotted path; undefined when it is not there. */
export function fieldValue(value: ClauseValue, path: readonly string[]): ClauseValue | undefined {
  let json = value.json
  for (const key of path) {
    const name = key.replace(/(?:\[\])?\??$/u, '')
    if (!isObject(json) || !Object.hasOwn(json, name)) return undefined
    json = json[name] as Json
  }
  if (json === undefined) return undefined
  const found = json
  let text: string | undefined
  return {
    name: path.at(-1) ?? value.name,
    // Written only when a rule reads it: most ask what a field is, and it may be large.
    get text() {
      text ??= typeof found === 'string' ? found : JSON.stringify(found)
      return text
    },
    json,
    cut: value.cut,
    isField: true,
  }
}

/** The list that a value is, or that an object holds under the name of the value; undefined when there is none. */
export function listOf({ json, name }: ClauseValue): readonly unknown[] | undefined {
  const list = isObject(json) && Object.hasOwn(json, name) ? json[name] : json
  return Array.isArray(list) ? list : undefined
}

/** Whether a value holds nothing: no character, `null`, or a list or an object of none. */
export function isBlank({ json, text }: ClauseValue): boolean {
  if (json === null) return true
  return typeof json === 'object' ? Object.keys(json).length === 0 : text.trim() === ''
}

/** The one word or number that a value is: its own field of that name, its label's, or its whole text; undefined when there is none. */
export function scalarOf(value: ClauseValue): string | undefined {
  const { json, name } = value
  if (isObject(json)) {
    const own = Object.hasOwn(json, name) ? json[name] : undefined
    return own === undefined || own === null || typeof own === 'object' ? undefined : String(own)
  }
  if (Array.isArray(json)) return undefined
  if (json !== undefined && json !== null) return String(json)
  const text = value.text.trim()
  if (!text.includes('\n')) return labelled(text, name) ?? text
  return labelled(text.slice(0, text.indexOf('\n')).trim(), name)
}

// Helpers

/** `**Verdict:** reject` → `reject`, for the label that the clause names. */
function labelled(line: string, name: string): string | undefined {
  const bare = line.replace(/[*_`#]/gu, '').trim()
  const colon = bare.indexOf(':')
  if (colon === -1 || bare.slice(0, colon).trim().toLowerCase() !== name.toLowerCase()) return undefined
  return bare.slice(colon + 1).trim()
}
