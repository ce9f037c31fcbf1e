import type { CompositeDescription, SlotDescription } from '../composites/describe.ts'
import type { Run } from './run.ts'

/** The last call of each slot that gave a reply, within a run's own scope. */
export type LastCalls = ReadonlyMap<string, number>

/**
 * Writes what the run was wired to do, before any of it happened, as an OpenProse manifest.
 * A looping slot is one node. Source: docs/layouts.md, 4.2.
 *
 * @param run - a finished run
 * @param composite - what was run
 * @param last - which call of a slot its binding comes from
 */
export function runManifest(run: Run, composite: CompositeDescription, last: LastCalls): object {
  const names = Object.keys(composite.slots)
  const [bound] = composite.bounds
  const loop = bound === undefined ? {} : { loop: { bound, limit: run.header.config[bound] } }
  return {
    id: composite.name,
    systemName: composite.name,
    runId: run.header.runId,
    sourcePath: 'root.prose.md',
    caller: {
      requires: composite.inputs.map((name) => ({ name, path: `bindings/caller/${name}.md` })),
      returns: returnedSlots(composite).map((source) => ({ name: composite.slots[source]!.output, source })),
    },
    graph: names.map((id) => ({
      id,
      sourcePath: `sources/${id}.prose.md`,
      workspacePath: `workspace/${id}/`,
      inputs: inputsOf(composite, composite.slots[id]!, false),
      sideChannelInputs: inputsOf(composite, composite.slots[id]!, true),
      outputs: [outputOf(id, composite.slots[id]!, last.get(id) ?? 1)],
      errors: [],
      delegates: [],
      ...loop,
    })),
    executionOrder: orderOf(composite),
    environment: [],
    tools: [],
    warnings: [],
  }
}

/** The slots whose bindings are what a run returns: those that its result is made of, by default the primary one. */
export function returnedSlots({ returns, slots }: CompositeDescription): readonly string[] {
  const named = Object.values(returns).flatMap(({ from = [] }) => from)
  if (named.length > 0) return [...new Set(named)]
  const names = Object.keys(slots)
  return [names.find((name) => slots[name]!.primary) ?? names.at(-1)!]
}

// Helpers

const slotOf = (composite: CompositeDescription, label: string): string | undefined => {
  const [name = ''] = label.split('.')
  return Object.hasOwn(composite.slots, name) ? name : undefined
}

const outputOf = (id: string, { output }: SlotDescription, call: number) => ({
  name: output,
  workspacePath: `workspace/${id}/${call}/${output}.md`,
  bindingPath: `bindings/${id}/${output}.md`,
  public: true,
})

/** What a slot takes in the first time; what flows back in a loop would be a cycle and stands apart. */
function inputsOf(composite: CompositeDescription, { must }: SlotDescription, loopsBack: boolean): object[] {
  const labels = must.filter((label) => label.endsWith('?') === loopsBack)
  const names = new Set(labels.map((label) => slotOf(composite, label) ?? label.replace(/\?$/, '')))
  return [...names].map((name) => {
    const producer = composite.slots[name]
    if (producer === undefined) return { name, from: 'caller', path: `bindings/caller/${name}.md` }
    const { output } = producer
    const path = `bindings/${name}/${output}.md`
    return { name: output, from: 'service', sourceNodeId: name, sourceOutput: output, path }
  })
}

/** Only what a slot needs the first time orders the run. */
function dependenciesOf(composite: CompositeDescription, { must }: SlotDescription): readonly string[] {
  const needed = must.filter((label) => !label.endsWith('?')).map((label) => slotOf(composite, label) ?? 'caller')
  return [...new Set(needed)]
}

/** Producers before consumers, else as declared. */
function orderOf(
  composite: CompositeDescription,
): { readonly nodeId: string; readonly dependsOn: readonly string[] }[] {
  const steps = Object.keys(composite.slots).map((nodeId) => ({
    nodeId,
    dependsOn: dependenciesOf(composite, composite.slots[nodeId]!),
  }))
  const ordered: typeof steps = []
  const placed = new Set(['caller'])
  while (ordered.length < steps.length) {
    const left = steps.filter(({ nodeId }) => !placed.has(nodeId))
    const next = left.find(({ dependsOn }) => dependsOn.every((name) => placed.has(name))) ?? left[0]!
    placed.add(next.nodeId)
    ordered.push(next)
  }
  return ordered
}
