import { TribunalError } from '../../errors.ts'
import schema from '../../schemas/baseline.schema.json' with { type: 'json' }
import { decoder } from '../decoder.ts'
import type { Baseline } from './baseline.ts'

/**
 * Reads a baseline.
 *
 * @param text - the file's text
 * @param name - what the file is called, for the message
 * @throws TribunalError `invalid-input` naming every offending place
 */
export function readBaseline(text: string, name: string): Baseline {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw refusal(name, ['it is no JSON'], cause)
  }
  const decoded = decodeBaseline(value)
  if ('value' in decoded) return decoded.value
  throw refusal(name, decoded.faults)
}

// Helpers

const decodeBaseline = decoder<Baseline>(schema)

const refusal = (name: string, faults: readonly string[], cause?: unknown) =>
  new TribunalError(
    'invalid-input',
    `The baseline ${name} cannot be used: ${faults.slice(0, 12).join('; ')}. \`tribunal baseline accept\` writes one.`,
    { cause, details: { faults } },
  )
