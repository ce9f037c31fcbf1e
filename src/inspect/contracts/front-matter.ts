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
  const lines = text.split('\n')
  const isFence = (line: string | undefined) => line?.trimEnd() === '---'
  const end = isFence(lines[0]) ? lines.findIndex((line, index) => index > 0 && isFence(line)) : -1
  if (end === -1) return { data: null, body: text, bodyLine: 1 }
  const source = lines.slice(1, end).join('\n')
  return {
    data: source.length > LARGEST_YAML ? null : parseYaml(source),
    body: lines.slice(end + 1).join('\n'),
    bodyLine: end + 2,
  }
}

/** Parsed YAML takes hundreds of times the memory of its text: what is larger, in characters, is not worth it. */
export const LARGEST_YAML = 128 * 1024

/** Parses YAML that someone else wrote; null when it is no map or breaks a bound. */
export function parseYaml(source: string): { readonly [key: string]: unknown } | null {
  return plainWords(source) ?? throughLibrary(source)
}

// Helpers

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
