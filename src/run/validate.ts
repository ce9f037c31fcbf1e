import { createRequire } from 'node:module'
import type { ErrorObject, ValidateFunction } from 'ajv'
import type { Ajv2020 } from 'ajv/dist/2020.js'
import type { AnyComposite } from '../composites/composite.ts'
import type { JsonObject, JsonSchema } from '../json/json.ts'

/** A composite's input and config schemas, ready to check with. */
export interface CompiledSchemas {
  /** Faults as ` is …` sentences behind the path, none when valid. */
  input(value: unknown): readonly string[]
  config(value: unknown): readonly string[]
  readonly defaults: JsonObject
}

/** Compiles a composite's schemas once. ajv is loaded with the first composite, not with the package. */
export function compiled(composite: AnyComposite): CompiledSchemas {
  let schemas = cache.get(composite)
  if (schemas === undefined) {
    schemas = {
      input: checker(composite.input, Object.keys(composite.input)),
      config: checker(composite.config, []),
      defaults: defaultsOf(composite.config),
    }
    cache.set(composite, schemas)
  }
  return schemas
}

// Helpers

const cache = new WeakMap<AnyComposite, CompiledSchemas>()
const requires = createRequire(import.meta.url)
let ajv: Ajv2020 | undefined

function checker(properties: { readonly [name: string]: JsonSchema }, required: readonly string[]) {
  let validate: ValidateFunction | undefined
  return (value: unknown): readonly string[] => {
    ajv ??= newAjv()
    validate ??= ajv.compile({ type: 'object', properties, required, additionalProperties: false })
    return validate(value) ? [] : (validate.errors ?? []).map(sentence)
  }
}

function newAjv(): Ajv2020 {
  // Named first: TypeScript 7.0 drops the parentheses of `new (x as X).Y()` when it emits.
  const loaded = requires('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')
  return new loaded.Ajv2020({ allErrors: true, strict: false, validateSchema: false, meta: false })
}

function sentence({ keyword, instancePath, params, message }: ErrorObject): string {
  const path = instancePath.replaceAll('/', '.')
  if (keyword === 'required') return `${path}.${params.missingProperty} is missing`
  if (keyword === 'additionalProperties') return `${path}.${params.additionalProperty} is unknown`
  if (keyword === 'enum') return `${path} must be one of ${params.allowedValues.join(', ')}`
  return `${path} ${message}`
}

const defaultsOf = (config: AnyComposite['config']): JsonObject =>
  Object.fromEntries(
    Object.entries(config)
      .filter(([, schema]) => schema.default !== undefined)
      .map(([name, schema]) => [name, schema.default as never]),
  )
