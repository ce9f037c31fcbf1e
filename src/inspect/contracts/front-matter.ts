import { createRequire } from 'node:module'
import { isObject } from '../../json/json.ts'

/** A text split at its front matter. */
export interface FrontMatter {
  /** Null when there is none, or none that parses to a map. */
  readonly data: { readonly [key: string]: unknown } | null
  /** The rest of the text. */
  readonly body: string
  /** The line of the text at which `body` begins, from 1. */
  readonly bodyLine: number
}

/**
 * Splits off YAML front matter: core schema, so that dates stay text; aliases are refused, since a bomb is made of them;
 * a key given twice makes the whole unreadable.
 */
export function readFrontMatter(text: string): FrontMatter {
  const first = fenceEnd(text, 0)
  for (let at = first + 1, line = 2; first !== -1 && at < text.length; line++) {
    const end = fenceEnd(text, at)
    if (end !== -1) {
      const source = text.slice(first + 1, Math.max(first + 1, at - 1))
      const data = source.length > LARGEST_YAML ? null : parseYaml(source)
      return { data, body: text.slice(end + 1), bodyLine: line + 1 }
    }
    const next = text.indexOf('\n', at)
    if (next === -1) break
    at = next + 1
  }
  return { data: null, body: text, bodyLine: 1 }
}

/** Parsed YAML takes hundreds of times the memory of its text: what is larger, in characters, is not worth it. */
export const LARGEST_YAML = 128 * 1024

/** Parses YAML that someone else wrote; null when it is no map or breaks a bound. */
export function parseYaml(source: string): { readonly [key: string]: unknown } | null {
  return plainWords(source) ?? throughLibrary(source)
}

// Helpers

/** Where a line of three dashes ends that begins at an offset; -1 for any other line. */
function fenceEnd(text: string, from: number): number {
  if (!text.startsWith('---', from)) return -1
  const end = text.indexOf('\n', from)
  const last = end === -1 ? text.length : end
  return text.slice(from + 3, last).trim() === '' ? last : -1
}

/**
 * Lines of `key: word`, which is what front matter mostly is, read as the library would, in a tenth of its time.
 * Undefined for anything more: a repeated key, and a word that YAML takes for a truth value or for nothing.
 */
function plainWords(source: string): { readonly [key: string]: string } | undefined {
  const words: { [key: string]: string } = {}
  for (const line of source.split('\n', MOST_LINES + 1)) {
    const [, key = '', word = ''] = PLAIN_LINE.exec(line) ?? []
    if (key === '' || key in words || NO_TEXT.test(word)) return undefined
    words[key] = word
  }
  return Object.keys(words).length > MOST_LINES ? undefined : words
}

const MOST_LINES = 20
const PLAIN_LINE = /^([a-z][a-z_]*): ([A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*)$/
const NO_TEXT = /^(?:null|true|false)$/i

function throughLibrary(source: string): { readonly [key: string]: unknown } | null {
  try {
    const value = yaml().load(source, { schema: yaml().CORE_SCHEMA, maxAliases: 0, maxDepth: 50 })
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

let library: typeof import('js-yaml') | undefined

/** Loaded on first use: most runs have no front matter, and the package's main entry stays light. */
function yaml(): typeof import('js-yaml') {
  library ??= createRequire(import.meta.url)('js-yaml') as typeof import('js-yaml')
  return library
}
