import { isObject } from '../../json/json.ts'
import { saysNothing } from '../contracts/says-nothing.ts'
import type { ManifestNotes } from './notes.ts'
import type { DeclaredOutput, DeclaredService, ServiceInput } from './wiring.ts'

/** Reads one node of a manifest's graph; undefined when it has no name. */
export function readNode(node: Record<string, unknown>, at: string, notes: ManifestNotes): DeclaredService | undefined {
  const name = notes.text(node.id, `${at}/id`)
  if (name === null) return undefined
  return {
    name,
    source: notes.path(node.sourcePath, `${at}/sourcePath`),
    workspace: notes.path(node.workspacePath, `${at}/workspacePath`) ?? `workspace/${name}`,
    inputs: notes
      .objects(node.inputs, `${at}/inputs`)
      .flatMap(([input, place]) => readInput(input, place, notes) ?? []),
    outputs: notes
      .objects(node.outputs, `${at}/outputs`)
      .flatMap(([output, place]) => readOutput(output, place, name, notes) ?? []),
    errors: readNames(node.errors, `${at}/errors`, 'name', notes),
    delegates: readNames(node.delegates, `${at}/delegates`, 'name', notes),
    ...(isObject(node.shape) && { prohibited: textsIn(node.shape.prohibited) }),
    loops: isObject(node.loop),
  }
}

// Helpers

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string' && !saysNothing(item)) : []

/** What a value is, in a word. */
const saying = (value: unknown): string => {
  if (value === undefined) return 'absent'
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 60))
  return typeof value === 'object' && value !== null ? 'no text' : String(value)
}

function readInput(input: Record<string, unknown>, at: string, notes: ManifestNotes): ServiceInput | undefined {
  const name = notes.text(input.name, `${at}/name`)
  if (name === null) return undefined
  const kind = input.from
  if (kind !== 'caller' && kind !== 'service')
    notes.say(`${at}/from`, `is ${saying(kind)}, neither "caller" nor "service"`)
  const from = kind === 'caller' ? 'caller' : typeof input.sourceNodeId === 'string' ? input.sourceNodeId : ''
  return {
    name,
    from: kind === 'caller' || kind === 'service' ? from : '',
    output: typeof input.sourceOutput === 'string' ? input.sourceOutput : null,
    path: notes.path(input.path, `${at}/path`),
    optional: input.optional === true,
    at,
  }
}

function readOutput(
  output: Record<string, unknown>,
  at: string,
  service: string,
  notes: ManifestNotes,
): DeclaredOutput | undefined {
  const name = notes.text(output.name, `${at}/name`)
  if (name === null) return undefined
  const workspace = notes.path(output.workspacePath, `${at}/workspacePath`)
  const named = notes.path(output.bindingPath, `${at}/bindingPath`)
  if (output.public === true && output.bindingPath === undefined)
    notes.say(`${at}/bindingPath`, 'is absent from a public output')
  if (output.public !== undefined && typeof output.public !== 'boolean')
    notes.say(`${at}/public`, `is ${saying(output.public)}, neither true nor false`)
  // What is neither is told by where it lies.
  const isPublic = typeof output.public === 'boolean' ? output.public : named !== null
  return {
    name,
    workspace,
    binding: isPublic ? (named ?? `bindings/${service}/${name}.md`) : null,
    conditional: output.conditional !== undefined && output.conditional !== false,
  }
}

/** Names as texts or as the `name` of objects; the strict form is the object. */
function readNames(value: unknown, at: string, key: string, notes: ManifestNotes): readonly string[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((item: unknown, index) => {
    if (isObject(item) && typeof item[key] === 'string') return [item[key]]
    notes.say(
      `${at}/${index}`,
      typeof item === 'string' ? 'is a text where an object with a name belongs' : `has no ${key}`,
    )
    return typeof item === 'string' ? [item] : []
  })
}
