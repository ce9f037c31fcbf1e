import type { Json } from '../json/json.ts'
import { LIMITS } from './contract.ts'
import { type Fault, pointer } from './fault.ts'

/** How much a copy may hold. */
export interface SnapshotLimits {
  /** Levels of objects and lists. */
  readonly depth: number
  /** Values, all in all. */
  readonly values: number
}

/** Far more values than the bounded facts have room for. */
const OF_INPUT: SnapshotLimits = { depth: LIMITS.depth, values: 100_000 }

/**
 * Copies a value as JSON carries it and freezes the copy, so that nothing a caller does later changes what was checked.
 * A key whose value is undefined is left out; whatever JSON cannot carry is a fault with its path.
 *
 * @param value - anything
 * @param path - where it stands, as a JSON pointer
 * @param limits - how much the copy may hold; by default what an input may
 */
export function snapshotJson(
  value: unknown,
  path: string,
  limits = OF_INPUT,
): { readonly copy: Json; readonly faults: readonly Fault[] } {
  const walk: Walk = { faults: [], depth: limits.depth, left: limits.values }
  try {
    const copy = copyOf(value, path, 0, walk)
    return { copy, faults: walk.faults }
  } catch {
    // A proxy or a prototype's trap threw.
    return { copy: null, faults: [...walk.faults, { code: 'not-json', path, message: 'cannot be read' }] }
  }
}

// Helpers

interface Walk {
  readonly faults: Fault[]
  readonly depth: number
  left: number
}

function copyOf(value: unknown, path: string, depth: number, walk: Walk): Json {
  if (--walk.left < 0) return refuse(walk, path, 'holds more values than can be read', 'too-many')
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      if (Number.isFinite(value)) return value === 0 ? 0 : value
      return refuse(walk, path, `is ${value}, which JSON cannot carry`)
    case 'object':
      if (value === null) return null
      if (depth >= walk.depth) return refuse(walk, path, `is nested more than ${walk.depth} deep`, 'too-deep')
      return Array.isArray(value) ? listOf(value, path, depth, walk) : recordOf(value, path, depth, walk)
    default:
      return refuse(walk, path, `is ${value === undefined ? '' : 'a '}${typeof value}, which JSON cannot carry`)
  }
}

function listOf(value: readonly unknown[], path: string, depth: number, walk: Walk): Json {
  const copy: Json[] = []
  for (let at = 0; at < value.length && walk.left >= 0; at++)
    copy.push(copyOf(value[at], pointer(path, at), depth + 1, walk))
  return Object.freeze(copy)
}

function recordOf(value: object, path: string, depth: number, walk: Walk): Json {
  const prototype = Object.getPrototypeOf(value)
  const plain = prototype === null || Object.getPrototypeOf(prototype) === null
  if (!plain) return refuse(walk, path, 'is an object of a class, which JSON cannot carry')
  const members: [string, Json][] = []
  for (const key of Object.keys(value)) {
    if (walk.left < 0) break
    const at = pointer(path, key)
    const member = memberOf(value, key, at, walk)
    if (member !== undefined) members.push([key, copyOf(member, at, depth + 1, walk)])
  }
  // fromEntries defines members, so that a key named __proto__ stays a key.
  return Object.freeze(Object.fromEntries(members))
}

function memberOf(value: object, key: string, path: string, walk: Walk): unknown {
  try {
    return (value as Record<string, unknown>)[key]
  } catch {
    return refuse(walk, path, 'cannot be read')
  }
}

function refuse(walk: Walk, path: string, message: string, code = 'not-json'): null {
  walk.faults.push({ code, path, message })
  return null
}
