import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import { TribunalError } from '../../errors.ts'
import schema from '../../schemas/policy.schema.json' with { type: 'json' }
import { decoder } from '../decoder.ts'
import type { Policy } from './policy.ts'

/** No policy that a person wrote is longer. */
const LIMIT = 1_000_000

/**
 * Reads a policy: JSON with comments and trailing commas.
 *
 * @param text - the file's text
 * @param name - what the file is called, for the message
 * @throws TribunalError `invalid-input` naming every offending place
 */
export function readPolicy(text: string, name: string): Policy {
  if (text.length > LIMIT) throw refusal(name, [`it has ${text.length} characters, more than ${LIMIT}`])
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  if (errors.length > 0)
    throw refusal(
      name,
      errors.map(
        ({ error, offset }) => `line ${text.slice(0, offset).split('\n').length}: ${printParseErrorCode(error)}`,
      ),
    )
  const decoded = decodePolicy(value)
  if ('value' in decoded) return decoded.value
  throw refusal(name, decoded.faults)
}

// Helpers

const decodePolicy = decoder<Policy>(schema)

const refusal = (name: string, faults: readonly string[]) =>
  new TribunalError(
    'invalid-input',
    `The policy ${name} cannot be used: ${faults.slice(0, 12).join('; ')}. \`tribunal init\` writes one to begin with.`,
    { details: { faults } },
  )
