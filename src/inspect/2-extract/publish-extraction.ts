import { excerptOf, startOf } from '../excerpt.ts'
import type { Extraction, ManifestSummary } from '../extraction.ts'
import { OUTPUT_EXCERPT } from './limits.ts'
import type { Material } from './material.ts'

/** What of the material leaves the process: the extraction of the inspector's source, bounded. */
export function publishExtraction(material: Material, notes: readonly string[] = []): Extraction {
  const { log, wiring, status } = material
  const marked = (kind: 'completed' | 'failed') => {
    const names = new Set(log.events.filter((event) => event.kind === kind && event.tag === '').map(({ name }) => name))
    return wiring.services.map(({ name }) => name).filter((name) => names.has(name))
  }
  const bindings = material.outputs.filter(({ isPublic }) => isPublic)
  return {
    run_id: material.runId,
    system_name: material.system,
    completed: status.completed,
    failed: status.failed,
    error_count: failuresIn(log),
    services_declared: wiring.services.map(({ name }) => name),
    services_completed: marked('completed'),
    services_errored: marked('failed'),
    bindings_present: bindings.filter(({ size }) => (size ?? 0) > 0).map(({ path }) => path),
    bindings_missing: bindings.filter(({ size }) => (size ?? 0) === 0).map(({ path }) => path),
    ...(material.depth === 'deep' && deepFields(material)),
    notes,
    depth: material.depth,
    layout: material.layout,
    dialect: log.dialect,
    status_source: status.source,
    started_at: log.startedAt,
    ended_at: log.endedAt,
    evidence_gaps: material.gaps,
  }
}

// Helpers

/** A heading over a mark tells of the same failure. */
function failuresIn({ events }: Material['log']): number {
  const failed = events.filter(({ kind }) => kind === 'failed')
  const marked = new Set(failed.filter(({ step }) => step !== '').map(({ name }) => name))
  return failed.filter(({ step, name }) => step !== '' || !marked.has(name)).length
}

function deepFields(material: Material): Partial<Extraction> {
  return {
    ...(material.rootSource !== null && { root_source: material.rootSource }),
    manifest_summary: summaryOf(material),
    service_outputs: outputsOf(material),
    workspace_artifacts: nullMap([...material.workspaces]),
    error_details: material.errorFiles.map(({ path, service, error, text }) => ({
      path,
      service,
      error: excerptOf(error),
      text: startOf(text, OUTPUT_EXCERPT),
    })),
  }
}

function summaryOf({ wiring }: Material): ManifestSummary {
  const after = new Map<string, string[]>(wiring.services.map(({ name }) => [name, []]))
  for (const { producer, consumer } of wiring.edges) after.get(consumer)?.push(producer)
  return {
    execution_order: [...after].map(([service, producers]) => ({ service, after: producers })),
    wiring: wiring.services.flatMap(({ name, inputs }) =>
      inputs.map((input) => ({
        service: name,
        input: input.name,
        from: input.output === null ? input.from : `${input.from}.${input.output}`,
      })),
    ),
    returns: wiring.returns.map(({ name, path }) => ({ name, from: path })),
  }
}

function outputsOf({ wiring, outputs }: Material): NonNullable<Extraction['service_outputs']> {
  const kept = new Map<string, (readonly [string, string])[]>(wiring.services.map(({ name }) => [name, []]))
  for (const { service, name, text } of outputs)
    if (text !== null) kept.get(service.name)?.push([name, startOf(text, OUTPUT_EXCERPT)])
  return nullMap([...kept].map(([service, entries]) => [service, nullMap(entries)] as const))
}

/** A map from names that the run chose: without a prototype, so that `__proto__` is a name like any other. */
function nullMap<T>(entries: readonly (readonly [string, T])[]): { readonly [name: string]: T } {
  const map: { [name: string]: T } = Object.create(null)
  for (const [name, value] of entries) map[name] = value
  return map
}
