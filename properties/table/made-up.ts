import { isObject, type JsonSchema } from '../../src/json/json.ts'
import { type Change, wordsOf } from './texts.ts'

/** The value of an input, and words of it that a reply may quote; empty where it has none. */
interface MadeUp {
  readonly value: unknown
  readonly words: string
}

/** Whether an input is a text, and no number, choice, list or record: what those are may steer who is asked. */
export const isText = (schema: JsonSchema): boolean =>
  schema.const === undefined && !Array.isArray(schema.enum) && !OTHERS.has(typeOf(schema))

/** Makes up the value of an input from its schema; `change` makes it another one, wherever the schema lets it be another. */
export function madeUp(schema: JsonSchema, key: string, style: number, change: Change | undefined): MadeUp {
  const at = style + SHIFT[change ?? 'none']
  if (schema.const !== undefined) return { value: schema.const, words: '' }
  if (Array.isArray(schema.enum)) return { value: schema.enum[at % schema.enum.length], words: '' }
  switch (typeOf(schema)) {
    case 'boolean':
      return { value: at % 2 === 1, words: '' }
    case 'integer':
    case 'number':
      return { value: numberIn(schema, at), words: '' }
    case 'array':
      return listOf(schema, key, style, change)
    case 'object':
      return recordOf(schema, key, style, change)
    default: {
      // An input is never blank: composites refuse that before the first call.
      const words = wordsOf(key, style, change === 'blank' ? 'other' : change)
      return { value: words, words }
    }
  }
}

// Helpers

const OTHERS: ReadonlySet<unknown> = new Set(['boolean', 'integer', 'number', 'array', 'object'])

/** Odd numbers, so that yes becomes no. */
const SHIFT = { none: 0, other: 1, blank: 3, longer: 5 } as const

/** The type that says most; null is no value to try. */
function typeOf({ type }: JsonSchema): unknown {
  return Array.isArray(type) ? type.find((one) => one !== 'null') : type
}

function numberIn({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema, at: number): number {
  const high = bound(maximum, exclusiveMaximum, -1) ?? Number.POSITIVE_INFINITY
  const low = bound(minimum, exclusiveMinimum, 1) ?? Math.min(0, high)
  return high > low ? low + (at % (Math.floor(high - low) + 1)) : low
}

const bound = (within: unknown, beyond: unknown, step: number): number | undefined =>
  typeof within === 'number' ? within : typeof beyond === 'number' ? beyond + step : undefined

function listOf({ items, minItems, maxItems }: JsonSchema, key: string, style: number, change: Change | undefined) {
  const least = typeof minItems === 'number' ? minItems : 0
  const most = typeof maxItems === 'number' ? maxItems : MOST_ITEMS
  const usual = change === 'blank' ? 0 : 1 + (style % 2) + (change === 'longer' ? 1 : 0)
  const length = Math.max(least, Math.min(most, usual))
  const item = isObject(items) ? (items as JsonSchema) : {}
  return joined(
    Array.from({ length }, (_, i) => [String(i), madeUp(item, `${key}[${i}]`, style, change)]),
    true,
  )
}

const MOST_ITEMS = 3

function recordOf({ properties }: JsonSchema, key: string, style: number, change: Change | undefined): MadeUp {
  const members = Object.entries(isObject(properties) ? (properties as Record<string, JsonSchema>) : {})
  return joined(
    members.map(([name, schema]) => [name, madeUp(schema, `${key}[${name}]`, style, change)]),
    false,
  )
}

function joined(parts: readonly (readonly [name: string, MadeUp])[], list: boolean): MadeUp {
  const words = parts.find(([, part]) => part.words !== '')?.[1].words ?? ''
  const value = list
    ? parts.map(([, part]) => part.value)
    : Object.fromEntries(parts.map(([n, { value }]) => [n, value]))
  return { value, words }
}
