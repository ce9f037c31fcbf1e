import { openRegistry } from '../src/inspect/1-index/open-registry.ts'
import type { RegistryEntry } from '../src/inspect/1-index/registry.ts'
import { canonicalJson, hashOf } from '../src/json/canonical-json.ts'
import type { TribunalDocument } from '../src/report/document.ts'

/**
 * Tells a registry of this run's inspections, and gives what it knew before; what has not changed since is remembered once.
 *
 * @param file - the registry
 * @param document - what this run found
 * @returns earlier inspections of the same systems, oldest first
 * @throws TribunalError `store-unusable` when the file cannot be used
 */
export function rememberRun(file: string, { inspections }: TribunalDocument): readonly RegistryEntry[] {
  const registry = openRegistry(file)
  try {
    const systems = new Set(inspections.map(({ inspection }) => inspection.system))
    const before = registry.entries().filter(({ system }) => systems.has(system))
    const timestamp = new Date().toISOString()
    for (const { inspection, evaluation } of inspections) {
      const { run_id, system, depth, verdict, runtime_fidelity, task_effectiveness } = inspection
      const content_hash = hashOf(inspection)
      const scores = { runtime_fidelity, task_effectiveness }
      registry.record(
        { run_id, system, depth, verdict, ...scores, timestamp, content_hash },
        canonicalJson({ inspection, evaluation }),
      )
    }
    return before
  } finally {
    registry.close()
  }
}
