import type { Json } from '../../json/json.ts'
import { exactJson } from './exact-json.ts'
import { isIdName, isSecretName, plain } from './secret-names.ts'
import { PLACEHOLDERS, withoutSecrets } from './secret-patterns.ts'

/** What is taken out besides what is always taken out. */
export interface RedactionOptions {
  /**
   * More that must not be kept, or that differs in every run: texts as they stand, or expressions. An expression is run over every
   * text as it is; whoever writes one that backtracks waits for it.
   */
  readonly patterns?: readonly (string | RegExp)[]
  /** More names of fields, headers and parameters whose values must not be kept; case and punctuation do not count. */
  readonly names?: readonly string[]
}

/** Takes secrets out of what is kept of requests and replies. Applying it twice changes nothing. */
export interface Redaction {
  text(text: string): string
  /** A value with everything in it, also in JSON that is held by a text. */
  json(value: Json): Json
  /** The parameters of a query or a form. */
  parameters(text: string): string
  /** Whether a field, a header or a parameter of this name holds a secret by the user's word. */
  isNamed(name: string): boolean
}

/** Makes a redaction: what is always taken out, and what a user adds. */
export function redaction({ patterns = [], names = [] }: RedactionOptions = {}): Redaction {
  const own = patterns
    .filter((pattern) => pattern !== '')
    .map((pattern) =>
      typeof pattern === 'string'
        ? pattern
        : new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '').concat('g')),
    )
  const named = new Set(names.map(plain))
  const isNamed = (name: string): boolean => named.size > 0 && named.has(plain(name))

  const text = (value: string): string => {
    let kept = value
    for (const pattern of own) kept = kept.replaceAll(pattern, PLACEHOLDERS.own)
    return withoutSecrets(kept)
  }

  /** A text may be JSON itself, as the arguments of a tool: its fields have names as well. */
  const held = (value: string, depth: number): string => {
    const first = value.trimStart().charAt(0)
    if (depth > 0 && (first === '{' || first === '[')) {
      const inner = exactJson(value)
      if (inner !== undefined) {
        const kept = JSON.stringify(within(inner, depth - 1))
        // As it was written, where there was nothing to take out.
        return kept === JSON.stringify(inner) ? value : kept
      }
    }
    return text(value)
  }

  const member = (name: string, value: Json, depth: number): Json => {
    // Several of them are as secret as one.
    if (Array.isArray(value))
      return value.map((one: Json) => (isPlain(one) ? member(name, one, depth) : within(one, depth)))
    if (!isPlain(value)) return within(value, depth)
    if (value === '') return value
    if (isNamed(name)) return PLACEHOLDERS.own
    if (isSecretName(name, 'body')) return PLACEHOLDERS.key
    return isIdName(name) ? PLACEHOLDERS.id : within(value, depth)
  }

  const within = (value: Json, depth: number): Json => {
    if (typeof value === 'string') return held(value, depth)
    if (Array.isArray(value)) return value.map((one: Json) => within(one, depth))
    if (typeof value !== 'object' || value === null) return value
    // A name may be a secret as well; entries carry `__proto__` as data.
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [text(name), member(name, one, depth)]))
  }

  const parameters = (query: string): string =>
    query
      .split('&')
      .map((pair) => {
        const cut = pair.indexOf('=')
        if (cut === -1) return encoded(text(decoded(pair)), pair)
        const [name, value] = [decoded(pair.slice(0, cut)), decoded(pair.slice(cut + 1))]
        const kept = isNamed(name)
          ? PLACEHOLDERS.own
          : isSecretName(name, 'address') && value !== ''
            ? PLACEHOLDERS.key
            : held(value, 1)
        return `${encoded(text(name), pair.slice(0, cut))}=${encoded(kept, pair.slice(cut + 1))}`
      })
      .join('&')

  return { text, parameters, isNamed, json: (value) => within(value, DEEPEST) }
}

// Helpers

const isPlain = (value: Json): value is string | number => typeof value === 'string' || typeof value === 'number'

/** How often JSON may be held by a text that is held by JSON; deeper down it is a text like others. */
const DEEPEST = 3

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** As it stood, if nothing was taken out. */
const encoded = (kept: string, before: string): string => (kept === decoded(before) ? before : encodeURIComponent(kept))
