import { Ajv2020, type AnySchema, type ErrorObject } from 'ajv/dist/2020.js'

/** What a value was found to be, or what is wrong with it, one sentence a place. */
export type Decoded<T> = { readonly value: T } | { readonly faults: readonly string[] }

/** Says which of a few files of ours a value is. */
export type Decoder<T> = (value: unknown) => Decoded<T>

/**
 * Makes a decoder for one schema.
 *
 * @param schema - JSON Schema, 2020-12, one of ours
 */
export function decoder<T>(schema: AnySchema): Decoder<T> {
  let validate: ((value: unknown) => boolean) & { errors?: ErrorObject[] | null }
  return (value) => {
    validate ??= new Ajv2020({ allErrors: true, allowUnionTypes: true, strictRequired: false }).compile(schema)
    return validate(value) ? { value: value as T } : { faults: [...new Set((validate.errors ?? []).map(sentence))] }
  }
}

// Helpers

function sentence({ instancePath, keyword, params, message }: ErrorObject): string {
  const place = instancePath === '' ? 'the whole' : instancePath.slice(1).replaceAll('/', '.')
  if (keyword === 'additionalProperties') return `${place}: "${String(params.additionalProperty)}" is no key of it`
  if (keyword === 'enum') return `${place} ${message}: ${(params.allowedValues as unknown[]).join(', ')}`
  if (keyword === 'const') return `${place} must be ${JSON.stringify(params.allowedValue)}`
  return `${place} ${message}`
}
