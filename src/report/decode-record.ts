import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import schema from '../schemas/tribunal.schema.json' with { type: 'json' }
import type { TribunalDocument } from './document.ts'
import type { Envelope } from './encode-record.ts'

/** What a string was read as, or why it could not be. */
export type Decoded<T> = { readonly value: T } | { readonly fault: string }

/** Bytes of JSON that a record may have on arrival: somewhat more than a record leaves with. */
const ENVELOPE_LIMIT = 200_000

/** How deep values may nest, so that nothing that walks them runs out of stack. */
const DEPTH_LIMIT = 100

/**
 * Reads a record that a test left; it may come from another machine's blob and is trusted in nothing.
 *
 * @param text - what {@link encodeRecord} wrote, or whatever stands in its place
 */
export const decodeRecord = (text: unknown): Decoded<Envelope> =>
  typeof text === 'string' && text.length > ENVELOPE_LIMIT
    ? { fault: `it has ${text.length} characters, more than ${ENVELOPE_LIMIT}` }
    : decode<Envelope>(text, '#/$defs/envelope')

/**
 * Reads a tribunal.json.
 *
 * @param text - the file's text
 */
export const decodeDocument = (text: unknown): Decoded<TribunalDocument> => decode<TribunalDocument>(text, '')

// Helpers

// Without `strict` types, since `["string", "null"]` is what the formats say.
const ajv = new Ajv2020({ allowUnionTypes: true, discriminator: true, strictRequired: false, strictTypes: false })
ajv.addSchema(schema)

function decode<T>(text: unknown, pointer: string): Decoded<T> {
  if (typeof text !== 'string') return { fault: 'it is no text' }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { fault: 'it is no JSON' }
  }
  if (isDeeper(value, DEPTH_LIMIT)) return { fault: `it nests deeper than ${DEPTH_LIMIT}` }
  const validate = ajv.getSchema<T>(`${schema.$id}${pointer}`)!
  return validate(value) ? { value: value as T } : { fault: sentence(validate.errors?.[0]) }
}

const sentence = (error: ErrorObject | undefined): string =>
  `${error?.instancePath || 'the whole'} ${error?.message ?? 'does not fit the schema'}`.slice(0, 300)

function isDeeper(root: unknown, limit: number): boolean {
  let level = [root]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
  }
  return false
}
