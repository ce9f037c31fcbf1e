import type { JsonSchema } from '../json/json.ts'

/**
 * Builds the schema of an answer for a provider that can enforce one: the contract's output, narrowed to this list of actions
 * and closed to other keys.
 *
 * @param actions - the allowed actions, in the caller's order
 */
export function replySchema(actions: readonly string[]): JsonSchema {
  const action = { enum: actions }
  const reason = { type: 'string' }
  return {
    type: 'object',
    anyOf: [
      form(
        'decided',
        { action, confidence: { type: 'number', minimum: 0, maximum: 1 } },
        { reason, stable: { type: 'boolean' } },
      ),
      form(
        'ambiguous',
        { candidate_actions: { type: 'array', items: action, minItems: 1, uniqueItems: true } },
        { reason },
      ),
      form('escalate', {}, { reason }),
    ],
  }
}

// Helpers

type Fields = { readonly [name: string]: JsonSchema }

const form = (status: string, required: Fields, optional: Fields): JsonSchema => ({
  type: 'object',
  properties: { status: { const: status }, ...required, ...optional },
  required: ['status', ...Object.keys(required)],
  additionalProperties: false,
})
