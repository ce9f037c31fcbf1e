import type { ModelRequest } from '../../src/providers/model.ts'

/**
 * Everything that a request tells its slot, as one text: all but the slot's and the component's name, keys included.
 * Strings stand as they are, not as JSON writes them.
 */
export function requestText(request: ModelRequest): string {
  const { brief, schema } = request
  let text = brief
  if (schema !== undefined) text += `\n${schemaText(schema)}`
  for (const name of Object.keys(request))
    if (!PLAIN.has(name)) text += `\n${name}${leaves(request[name as keyof ModelRequest])}`
  return text
}

/** Whether two requests tell the same, byte for byte. */
export function sameRequest(a: ModelRequest, b: ModelRequest): boolean {
  if (a.brief !== b.brief) return false
  if (a.schema !== b.schema && JSON.stringify(a.schema) !== JSON.stringify(b.schema)) return false
  const rest = restOf(a)
  const other = restOf(b)
  return rest === other || JSON.stringify(rest) === JSON.stringify(other)
}

// Helpers

/** What has a place of its own, or is not told to the slot. */
const PLAIN = new Set(['slot', 'component', 'brief', 'schema'])

/** All else that a request tells; most requests tell nothing else. */
function restOf(request: ModelRequest): object | undefined {
  const names = Object.keys(request).filter((name) => !PLAIN.has(name))
  return names.length === 0
    ? undefined
    : Object.fromEntries(names.map((name) => [name, request[name as keyof ModelRequest]]))
}

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
