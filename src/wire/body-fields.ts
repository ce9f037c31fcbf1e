import { isObject, type Json } from '../json/json.ts'

// A request comes from a program under test: any field of it may be anything.

/** A field that holds text, or undefined. */
export const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The members of a list; none where it is no list. */
export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The objects of a list. */
export const objectsIn = (value: unknown): readonly Record<string, unknown>[] => listIn(value).filter(isObject)

/** A field that holds an object; an empty one where it does not. */
export const objectIn = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {})

/** A text that holds JSON as what it holds, or as itself. */
export function jsonIn(value: unknown): Json {
  if (typeof value !== 'string') return (value ?? null) as Json
  try {
    return JSON.parse(value) as Json
  } catch {
    return value
  }
}

/** An object without the members that are undefined. */
export function present<T extends object>(members: { [K in keyof T]: T[K] | undefined }): T {
  const kept = {} as Record<string, unknown>
  for (const key in members) if (members[key] !== undefined) kept[key] = members[key]
  return kept as T
}
