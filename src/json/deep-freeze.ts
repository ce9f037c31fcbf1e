import type { Json } from './json.ts'

/** Freezes a value with everything in it. For values of bounded depth. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    for (const key of Object.keys(value)) deepFreeze((value as Record<string, unknown>)[key])
    Object.freeze(value)
  }
  return value
}

/** A frozen copy that JSON can carry, or undefined where JSON cannot carry the value at all. */
export function frozenJson(value: unknown): Json | undefined {
  try {
    return plainCopy(value, 0) ?? copyThroughText(value)
  } catch {
    // A cycle, a BigInt, a toJSON or a getter that throws, or nesting deeper than the stack.
    return undefined
  }
}

// Helpers

/** Deeper values take the way through text, which notices a cycle. */
const DEEPEST = 20

/**
 * Copies what is JSON as it stands: most values are, and text would cost ten times as much. Undefined for whatever
 * JSON.stringify would leave out, convert or refuse, and for a key that assignment would not make a property of.
 */
function plainCopy(value: unknown, depth: number): Json | undefined {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : undefined // JSON has no -0
  if (typeof value !== 'object' || depth === DEEPEST || 'toJSON' in value) return undefined
  return Array.isArray(value) ? plainArray(value, depth + 1) : plainObject(value, depth + 1)
}

function plainArray(value: readonly unknown[], depth: number): Json | undefined {
  const copy: Json[] = []
  for (const item of value) {
    const part = plainCopy(item, depth)
    if (part === undefined) return undefined
    copy.push(part)
  }
  return Object.freeze(copy)
}

function plainObject(value: object, depth: number): Json | undefined {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return undefined
  const copy: Record<string, Json> = {}
  for (const key of Object.keys(value)) {
    const part = key === '__proto__' ? undefined : plainCopy((value as Record<string, unknown>)[key], depth)
    if (part === undefined) return undefined
    copy[key] = part
  }
  return Object.freeze(copy)
}

function copyThroughText(value: unknown): Json | undefined {
  const text = JSON.stringify(value)
  return text === undefined ? undefined : deepFreeze(JSON.parse(text) as Json)
}
