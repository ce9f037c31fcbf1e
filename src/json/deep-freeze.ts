import type { Json } from './json.ts'

/** Freezes a value with everything in it. For values of bounded depth. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    for (const part of Object.values(value)) deepFreeze(part)
    Object.freeze(value)
  }
  return value
}

/** A frozen copy that JSON can carry, or undefined where JSON cannot carry the value at all. */
export function frozenJson(value: unknown): Json | undefined {
  try {
    const text = JSON.stringify(value)
    return text === undefined ? undefined : deepFreeze(JSON.parse(text) as Json)
  } catch {
    // A cycle, a BigInt, a toJSON that throws, or nesting deeper than the stack.
    return undefined
  }
}
