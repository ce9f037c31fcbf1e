import type { ModelRequest } from '../../src/providers/model.ts'

/**
 * Everything that a request tells its slot, as one text: all but the slot's and the component's name, keys included.
 * Strings stand as they are, not as JSON writes them.
 */
export function requestText(request: ModelRequest): string {
  const { slot: _, component: __, brief, schema, ...rest } = request
  let text = brief
  if (schema !== undefined) text += `\n${schemaText(schema)}`
  for (const [name, value] of Object.entries(rest)) text += `\n${name}${leaves(value)}`
  return text
}

/** Whether two requests tell the same, byte for byte. */
export function sameRequest(a: ModelRequest, b: ModelRequest): boolean {
  if (a.brief !== b.brief) return false
  const { slot: _, component: __, brief: ___, schema, ...rest } = a
  const { slot: ____, component: _____, brief: ______, schema: other, ...others } = b
  if (schema !== other && JSON.stringify(schema) !== JSON.stringify(other)) return false
  const names = Object.keys(rest)
  if (names.length === 0 && Object.keys(others).length === 0) return true
  return JSON.stringify(rest) === JSON.stringify(others)
}

// Helpers

// A slot's schema is the same object in every request of every try.
const schemas = new WeakMap<object, string>()

function schemaText(schema: object): string {
  let text = schemas.get(schema)
  if (text === undefined) {
    text = leaves(schema)
    schemas.set(schema, text)
  }
  return text
}

function leaves(value: unknown): string {
  if (typeof value === 'string') return `\n${value}`
  if (typeof value !== 'object' || value === null) return `\n${String(value)}`
  return Object.entries(value)
    .map(([key, part]) => `\n${key}${leaves(part)}`)
    .join('')
}
