import { ManifestNotes } from './notes.ts'
import { orderEdges } from './order-edges.ts'
import type { DeclaredService, Edge, Irregularity } from './wiring.ts'

/** What a compiled topology declares. */
export interface Topology {
  readonly services: readonly DeclaredService[]
  readonly edges: readonly Edge[]
  /** Nodes that no other node reads: what the whole is for. */
  readonly ends: readonly string[]
  /** Producers outside the topology that an entry point reads. */
  readonly external: readonly string[]
  readonly irregular: readonly Irregularity[]
}

/**
 * Reads `{ nodes: [{ node }], edges: [{ subscriber, producer }] }`.
 *
 * @param at - the JSON pointer at which it stands
 * @param published - where a node's published artefact lies; null when there is none
 */
export function readTopology(
  topology: Record<string, unknown>,
  at: string,
  published: (node: string) => string | null,
): Topology {
  const notes = new ManifestNotes()
  const names = new Set<string>()
  for (const [node, pointer] of notes.objects(topology.nodes, `${at}/nodes`)) {
    const name = notes.text(node.node, `${pointer}/node`)
    if (name !== null && names.has(name)) notes.say(`${pointer}/node`, `names "${name}" twice`)
    if (name !== null) names.add(name)
  }
  const entries = new Set<unknown>(Array.isArray(topology.entry_points) ? topology.entry_points : [])
  const external = new Set<string>()
  const edges = notes.objects(topology.edges, `${at}/edges`).flatMap(([edge, pointer]): readonly Edge[] => {
    const producer = notes.text(edge.producer, `${pointer}/producer`) ?? ''
    const consumer = notes.text(edge.subscriber, `${pointer}/subscriber`) ?? ''
    if (producer !== '' && !names.has(producer) && entries.has(consumer)) external.add(producer)
    for (const name of [producer, consumer])
      if (name !== '' && !names.has(name) && !external.has(name)) notes.say(pointer, `"${name}" is no node`)
    return names.has(producer) && names.has(consumer) && producer !== consumer ? [{ producer, consumer }] : []
  })
  const { kept, contrary } = orderEdges(edges, [...names])
  for (const { producer, consumer } of contrary)
    notes.say(`${at}/edges`, `"${consumer}" reads "${producer}" in a circle`)
  const read = new Set(edges.map(({ producer }) => producer))
  return {
    services: [...names].map((name) => nodeOf(name, published(name))),
    edges: kept,
    ends: [...names].filter((name) => !read.has(name)),
    external: [...external],
    irregular: notes.irregular,
  }
}

/** Nodes that published something where no topology can be read: that they were to, nothing says. */
export const undeclaredNodes = (
  nodes: readonly string[],
  published: (node: string) => string | null,
): readonly DeclaredService[] => nodes.map((node) => ({ ...nodeOf(node, published(node)), derived: true }))

// Helpers

/** A node's output is called by its file; a content address is no name. */
function stemOf(path: string): string {
  const stem = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/u, '')
  return stem.startsWith('sha256_') ? 'published' : stem
}

const nodeOf = (name: string, binding: string | null): DeclaredService => ({
  name,
  source: null,
  workspace: `workspace/${name}`,
  inputs: [],
  outputs: binding === null ? [] : [{ name: stemOf(binding), binding, workspace: null, conditional: false }],
  errors: [],
  delegates: [],
  loops: true, // a node renders again whenever what it reads has moved
})
