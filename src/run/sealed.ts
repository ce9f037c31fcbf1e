import { frozenJson } from '../json/deep-freeze.ts'
import { isObject, type JsonObject } from '../json/json.ts'

/**
 * Freezes a record that JSON can carry; undefined for anything else. Inputs, configs and results are flat in most composites,
 * and frozen as they are: only others are worth a copy.
 */
export function sealed(value: unknown): JsonObject | undefined {
  if (!isObject(value)) return undefined
  if (isPlain(value) && Object.values(value).every(isScalar)) return Object.freeze(value as JsonObject)
  const copy = frozenJson(value)
  return isObject(copy) ? (copy as JsonObject) : undefined
}

// Helpers

/** A Date or a Map has no entries of its own either, and is no record. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

const isScalar = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
