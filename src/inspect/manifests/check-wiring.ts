import type { ManifestNotes } from './notes.ts'
import { outputsOf } from './outputs-of.ts'
import type { OrderStep } from './read-forme-manifest.ts'
import type { DeclaredService, Wiring } from './wiring.ts'

/**
 * Notes where a manifest breaks the rules of its kind: each service once in the order, after all that it depends on,
 * and its dependencies naming every producer of its inputs. Source: docs/layouts.md §4.2.
 */
export function checkWiring(
  { services }: Pick<Wiring, 'services'>,
  steps: readonly OrderStep[],
  notes: ManifestNotes,
): void {
  const byName = new Map(services.map((service) => [service.name, service]))
  const outputOf = outputsOf(services)
  const done = new Set<string>(['caller'])
  for (const { names, after, pointer } of steps) {
    const known = new Set(after)
    for (const name of after)
      if (!byName.has(name) && name !== 'caller')
        notes.say(`${pointer}/dependsOn`, `names "${name}", which is no service`)
      else if (!done.has(name)) notes.say(`${pointer}/dependsOn`, `"${name}" comes later in the order`)
    for (const name of names) {
      const service = byName.get(name)
      if (!service) notes.say(`${pointer}/nodeId`, `"${name}" is no service`)
      else if (done.has(name)) notes.say(`${pointer}/nodeId`, `"${name}" is in the order twice`)
      else checkInputs(service, byName, outputOf, known, pointer, notes)
    }
    for (const name of names) done.add(name)
  }
  for (const { name } of services) if (!done.has(name)) notes.say('/executionOrder', `"${name}" is not in the order`)
}

// Helpers

function checkInputs(
  service: DeclaredService,
  byName: ReadonlyMap<string, DeclaredService>,
  outputOf: ReturnType<typeof outputsOf>,
  after: ReadonlySet<string>,
  pointer: string,
  notes: ManifestNotes,
): void {
  for (const from of new Set(service.inputs.map((input) => input.from)))
    if (from !== '' && from !== service.name && !after.has(from))
      notes.say(`${pointer}/dependsOn`, `leaves out "${from}", which an input of "${service.name}" comes from`)
  for (const { name, from, output, at = pointer } of service.inputs) {
    const producer = byName.get(from)
    if (from !== 'caller' && from !== '' && !producer)
      notes.say(`${at}/sourceNodeId`, `input "${name}" of "${service.name}" comes from "${from}", which is no service`)
    else if (producer && output !== null && !outputOf(from, output))
      notes.say(
        `${at}/sourceOutput`,
        `input "${name}" of "${service.name}" comes from "${from}.${output}", which is no output`,
      )
  }
}
