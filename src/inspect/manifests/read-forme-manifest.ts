import { isObject } from '../../json/json.ts'
import { checkWiring } from './check-wiring.ts'
import { ManifestNotes } from './notes.ts'
import { orderEdges } from './order-edges.ts'
import { outputsOf } from './outputs-of.ts'
import { MOST_EDGES, pairEdges } from './pair-edges.ts'
import { readNode } from './read-node.ts'
import type { DeclaredInput, DeclaredReturn, DeclaredService, Edge, Wiring } from './wiring.ts'

/** Reads `forme.manifest.json` as it is found in the wild: nothing in it is fatal but that it is no object. */
export function readFormeManifest(manifest: Record<string, unknown>): Wiring {
  const notes = new ManifestNotes()
  const caller = isObject(manifest.caller) ? manifest.caller : {}
  if (!isObject(manifest.caller)) notes.say('/caller', manifest.caller === undefined ? 'is absent' : 'is no object')
  const services = distinct(
    notes.objects(manifest.graph, '/graph').flatMap(([node, at]) => readNode(node, at, notes) ?? []),
    notes,
  )
  const steps = readSteps(manifest.executionOrder, notes)
  const known = new Set(services.map(({ name }) => name))
  const edges = [
    ...orderedEdges(steps, known, notes),
    ...services.flatMap(({ name, inputs }) => inputs.map(({ from }) => ({ producer: from, consumer: name }))),
  ].filter(({ producer, consumer }) => known.has(producer) && known.has(consumer) && producer !== consumer)
  const { kept, contrary } = orderEdges(edges, [...steps.flatMap(({ names }) => names), ...known])
  for (const { producer, consumer } of contrary)
    notes.say('/executionOrder', `"${consumer}" is to follow "${producer}" and to precede it`)
  notes.names(manifest.warnings, '/warnings')
  const wiring = {
    system:
      typeof manifest.systemName === 'string'
        ? manifest.systemName.slice(0, 200)
        : (notes.text(manifest.id, '/id') ?? ''),
    runId: typeof manifest.runId === 'string' ? manifest.runId.slice(0, 200) : null,
    inputs: readInputs(caller.requires, notes),
    returns: readReturns(caller.returns, services, notes),
    services,
    edges: kept,
    readable: true,
    external: [],
    actions: [],
    omitted: readOmitted(manifest.derivation, notes),
    gaps: [],
    irregular: notes.irregular,
    outside: notes.outside,
  }
  checkWiring(wiring, steps, notes)
  return wiring
}

/** One step of the declared order. */
export interface OrderStep {
  readonly names: readonly string[]
  readonly after: readonly string[]
  readonly pointer: string
}

// Helpers

/** Which services of the root were left out on purpose, as a derivation states it. */
function readOmitted(derivation: unknown, notes: ManifestNotes): readonly string[] {
  if (isObject(derivation)) return notes.names(derivation.omitted_services, '/derivation/omitted_services')
  if (derivation !== undefined) notes.say('/derivation', 'is no object')
  return []
}

function distinct(services: readonly DeclaredService[], notes: ManifestNotes): readonly DeclaredService[] {
  const byName = new Map<string, DeclaredService>()
  for (const service of services)
    if (byName.has(service.name)) notes.say('/graph', `names "${service.name}" twice`)
    else byName.set(service.name, service)
  return [...byName.values()]
}

function readSteps(order: unknown, notes: ManifestNotes): readonly OrderStep[] {
  return notes.objects(order, '/executionOrder').map(([step, pointer]) => {
    if (typeof step.nodeId !== 'string') notes.say(`${pointer}/nodeId`, 'is absent')
    return {
      names: typeof step.nodeId === 'string' ? [step.nodeId] : notes.names(step.parallel, `${pointer}/parallel`),
      after: notes.names(step.dependsOn, `${pointer}/dependsOn`),
      pointer,
    }
  })
}

function orderedEdges(steps: readonly OrderStep[], known: ReadonlySet<string>, notes: ManifestNotes): readonly Edge[] {
  const declared = (names: readonly string[]) => names.filter((name) => known.has(name))
  const pairs = steps.map(({ names, after }) => ({ consumers: declared(names), producers: declared(after) }))
  return [...pairEdges(pairs)].flatMap((edge) => {
    if (!edge) notes.say('/executionOrder', `declares more than ${MOST_EDGES} dependencies: the rest is passed over`)
    return edge ?? []
  })
}

function readInputs(requires: unknown, notes: ManifestNotes): readonly DeclaredInput[] {
  return notes.objects(requires, '/caller/requires').flatMap(([input, at]) => {
    const name = notes.text(input.name, `${at}/name`)
    if (name === null) return []
    return [
      { name, path: notes.path(input.path, `${at}/path`), optional: input.optional === true || 'default' in input },
    ]
  })
}

function readReturns(
  returns: unknown,
  services: readonly DeclaredService[],
  notes: ManifestNotes,
): readonly DeclaredReturn[] {
  const outputOf = outputsOf(services)
  return notes.objects(returns, '/caller/returns').flatMap(([entry, at]) => {
    const name = notes.text(entry.name, `${at}/name`)
    const stated = typeof entry.source === 'string' ? entry.source.slice(0, 400) : ''
    const direct = name === null ? undefined : outputOf(stated, name)
    if (!direct) notes.say(`${at}/source`, `"${stated}" declares no output "${name ?? ''}"`)
    if (name === null) return []
    // `publisher.bulletin` names the output with its service.
    const dot = stated.lastIndexOf('.')
    const dotted = direct || dot === -1 ? undefined : outputOf(stated.slice(0, dot), stated.slice(dot + 1))
    const output = direct ?? dotted
    const source = dotted ? stated.slice(0, dot) : stated
    const path = output?.binding ?? output?.workspace ?? `bindings/${source}/${name}.md`
    return [{ name, service: source, path, optional: entry.optional === true || output?.conditional === true }]
  })
}
