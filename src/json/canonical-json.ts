import { createHash } from 'node:crypto'

/**
 * Writes a JSON value with sorted keys and no white space, so that equal values are equal bytes.
 * Keys whose value is undefined are left out; lone surrogates are escaped, as JSON.stringify does.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const record = value as Record<string, unknown>
    const members = Object.keys(record)
      .filter((key) => record[key] !== undefined)
      .sort(byCodeUnit)
      .map((key) => `${JSON.stringify(key)}:${canonicalJson(record[key])}`)
    return `{${members.join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}

/** The SHA-256 of a value's canonical JSON, in hex. */
export const hashOf = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex')

/** Orders strings by code unit: the same everywhere, whatever the locale. */
export const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
