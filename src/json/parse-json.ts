import type { Json } from './json.ts'
import { type JsonFault, scanJson, skipSpace } from './scan-json.ts'

/** What became of a text that should be JSON. */
export type JsonParse =
  | { readonly ok: true; readonly value: Json }
  | ({
      readonly ok: false
      /** What JSON.parse would give, where repeated keys are all that is wrong. */
      readonly value?: Json
    } & JsonFault)

/** Limits for parseJson. */
export interface JsonLimits {
  /** Levels of arrays and objects, 100 unless told otherwise; a scalar has none. */
  readonly maxDepth?: number
  /** Arrays and objects in all; unlimited unless told otherwise. */
  readonly maxHolders?: number
  /** Size of the text as UTF-8, in bytes; unlimited unless told otherwise. */
  readonly maxBytes?: number
  /** Whether one leading byte order mark is skipped; it is a syntax fault unless told otherwise. */
  readonly allowBom?: boolean
}

/**
 * Parses strict JSON from a source that nobody vouches for: no repeated keys, bounded depth and size, never throws.
 * A value it gives is the one JSON.parse gives. Linear in the length of the text, whatever the depth.
 */
export function parseJson(text: string, limits: JsonLimits = {}): JsonParse {
  const { maxDepth = 100, maxHolders, maxBytes = Number.POSITIVE_INFINITY, allowBom = false } = limits
  if (text.length > maxBytes || (text.length * 3 > maxBytes && Buffer.byteLength(text) > maxBytes))
    return fail({ problem: 'too-large', message: `The text is larger than ${maxBytes} bytes`, pointer: '', offset: 0 })
  const { value, fault, end } = scanJson(text, allowBom && text.startsWith('\uFEFF') ? 1 : 0, maxDepth, maxHolders)
  if (fault && value === undefined) return fail(fault)
  const rest = skipSpace(text, end)
  if (rest < text.length)
    return fail(
      fault ?? {
        problem: 'syntax',
        message: `More text after the value, at offset ${rest}`,
        pointer: '',
        offset: rest,
      },
    )
  return fault ? { ...fail(fault), value: value as Json } : { ok: true, value: value as Json }
}

// Helpers

const fail = (fault: JsonFault): JsonParse => ({ ok: false, ...fault })
