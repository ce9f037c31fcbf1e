import type { AnyComposite, Slot } from '../../src/composites/composite.ts'
import type { DecisionReader } from '../../src/decisions/reading.ts'
import { isObject, type JsonSchema } from '../../src/json/json.ts'

/** What can be said in a run, and what it can be started with: all that a table of data needs to know of a subject. */
export interface Shape {
  readonly inputs: readonly InputShape[]
  readonly config: readonly ConfigShape[]
  readonly speakers: readonly Speaker[]
}

/** One input. */
export interface InputShape {
  readonly name: string
  readonly schema: JsonSchema
  /** A value that is always given; such an input is not varied. */
  readonly fixed?: unknown
}

/** One config key with the values that are tried, the simplest first. */
export interface ConfigShape {
  readonly name: string
  readonly values: readonly unknown[]
}

/** A slot that a model fills. */
export interface Speaker {
  /** What its requests carry as slot: the slot's name, or the path to a nested one. */
  readonly path: string
  /** Reads its decision, where it decides. */
  readonly decides?: DecisionReader
  /** The field that its text is, where a structured reply has one. */
  readonly textField?: string
  /** The field whose value steers what happens next, with the values it may have. */
  readonly decision?: { readonly field: string; readonly values: readonly string[] }
  /** The other fields of a structured reply. */
  readonly fields: readonly Field[]
  /** Beginnings of replies that steer a program which reads no structured reply. */
  readonly says?: readonly string[]
}

/** A field of a structured reply. */
export interface Field {
  readonly name: string
  readonly kind: 'text' | 'list' | 'flag' | 'number'
  readonly required: boolean
}

/** What a slot, of a composite or of a program, lets on about its replies. */
type Utterable = { readonly [K in 'replySchema' | 'decides' | 'textField']?: Slot[K] | undefined } & {
  readonly says?: readonly string[] | undefined
}

/** Reads off a slot what a model in it may say. */
export function speakerOf(path: string, { replySchema, decides, textField, says }: Utterable): Speaker {
  const { decision, fields } = fieldsOf(replySchema)
  return {
    path,
    fields,
    ...(decision === undefined ? {} : { decision }),
    ...(decides === undefined ? {} : { decides }),
    ...(textField === undefined ? {} : { textField }),
    ...(says === undefined ? {} : { says }),
  }
}

/** The config keys of a composite with the values that are tried; a value given by the caller is the only one. */
export function configOf(
  composite: AnyComposite,
  given: { readonly [name: string]: unknown } = {},
): readonly ConfigShape[] {
  return Object.entries(composite.config).map(([name, schema]) => ({
    name,
    values: Object.hasOwn(given, name) ? [given[name]] : valuesOf(schema),
  }))
}

// Helpers

function fieldsOf(schema: JsonSchema | undefined): Pick<Speaker, 'decision' | 'fields'> {
  const properties = isObject(schema?.properties) ? (schema.properties as Record<string, JsonSchema>) : {}
  const required = Array.isArray(schema?.required) ? (schema.required as string[]) : []
  const fields: Field[] = []
  let decision: Speaker['decision']
  for (const [name, property] of Object.entries(properties)) {
    const texts = Array.isArray(property.enum) ? property.enum.filter((value) => typeof value === 'string') : []
    if (texts.length > 0 && decision === undefined) decision = { field: name, values: texts }
    else {
      const kind = kindOf(property)
      if (kind !== undefined) fields.push({ name, kind, required: required.includes(name) })
    }
  }
  return { fields, ...(decision === undefined ? {} : { decision }) }
}

function kindOf({ type, items }: JsonSchema): Field['kind'] | undefined {
  if (type === 'string') return 'text'
  if (type === 'boolean') return 'flag'
  if (type === 'integer' || type === 'number') return 'number'
  return type === 'array' && isObject(items) && items.type === 'string' ? 'list' : undefined
}

/** Small numbers first: a loop that runs three times shows what one that runs a hundred times would. */
function valuesOf({ type, minimum, maximum, enum: listed, default: usual }: JsonSchema): readonly unknown[] {
  if (Array.isArray(listed)) return usual === undefined ? listed : [usual, ...listed.filter((value) => value !== usual)]
  if (type === 'boolean') return [false, true]
  if (type === 'integer') {
    const low = typeof minimum === 'number' ? minimum : 0
    const high = typeof maximum === 'number' ? maximum : Number.POSITIVE_INFINITY
    return [...new Set([low, low + 1, low + 2, low + 3, low + 6].filter((value) => value <= high))]
  }
  return usual === undefined ? [] : [usual]
}
