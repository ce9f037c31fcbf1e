import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
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
  const tree = treeOf(text, errors)
  if (tree === 'too-deep') throw refusal(name, ['it nests too deep'])
  if (tree === undefined) throw refusal(name, ['it holds no JSON'])
  // What follows the first fault is mostly its consequence.
  const [first] = errors
  if (first !== undefined) throw refusal(name, [`line ${lineAt(text, first.offset)}: ${wordsOf(first)}`])
  const twice = [...repeated(tree)]
  if (twice.length > 0)
    throw refusal(
      name,
      twice.map(({ key, offset }) => `line ${lineAt(text, offset)}: "${key}" stands there twice`),
    )
  const decoded = decodePolicy(getNodeValue(tree))
  if ('value' in decoded) return decoded.value
  throw refusal(name, decoded.faults)
}

// Helpers

/** The parser goes down with the text, and runs out of stack there. */
function treeOf(text: string, errors: ParseError[]): Node | undefined | 'too-deep' {
  try {
    return parseTree(text, errors, { allowTrailingComma: true })
  } catch (error) {
    if (error instanceof RangeError) return 'too-deep'
    throw error
  }
}

/** Keys of which only the last would count, so that a rule may stand in a policy and be none. */
function* repeated({ type, children = [] }: Node): Generator<{ key: string; offset: number }> {
  const seen = new Set<string>()
  for (const child of children) {
    const [name] = type === 'object' ? (child.children ?? []) : []
    const key = String(name?.value)
    if (name !== undefined && seen.has(key)) yield { key, offset: name.offset }
    seen.add(key)
    yield* repeated(child)
  }
}

/** As a sentence says it: `comma expected`. */
const wordsOf = ({ error }: ParseError): string =>
  printParseErrorCode(error)
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

const decodePolicy = decoder<Policy>(schema)

const refusal = (name: string, faults: readonly string[]) =>
  new TribunalError(
    'invalid-input',
    `The policy ${name} cannot be used: ${faults.slice(0, 12).join('; ')}. \`tribunal init\` writes one to begin with.`,
    { details: { faults } },
  )
