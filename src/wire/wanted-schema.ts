import type { JsonSchema } from '../json/json.ts'
import { objectIn } from './body-fields.ts'

/** What a request says of the form of its reply: a schema, or any object; undefined for words. */
export function wantedSchema({ type }: Record<string, unknown>, schema: unknown): JsonSchema | undefined {
  if (type === 'json_schema') return objectIn(schema)
  return type === 'json_object' ? { type: 'object' } : undefined
}
