import { MOST_ENTRIES, type Registry, type RegistryEntry } from './registry.ts'

/**
 * A registry that lives as long as the process.
 *
 * @example
 * ```ts
 * import { inspectRun, memoryRegistry } from 'vitest-tribunal'
 *
 * const registry = memoryRegistry()
 * inspectRun('fixtures/runs/perfect', { registry, at: '2026-01-01T00:00:00Z' })
 * console.log(registry.entries().length) // 1
 * ```
 */
export function memoryRegistry(): Registry {
  let entries: RegistryEntry[] = []
  const reports = new Map<string, string>()
  return {
    entries: ({ run_id, system } = {}) =>
      entries.filter(
        (entry) =>
          (run_id === undefined || entry.run_id === run_id) && (system === undefined || entry.system === system),
      ),
    record: (entry, report) => {
      const others = entries.filter((other) => keyOf(other) !== keyOf(entry))
      entries = [...others, Object.freeze({ ...entry })].slice(-MOST_ENTRIES)
      reports.set(reportKey(entry), report)
      const kept = new Set(entries.map(reportKey))
      for (const key of reports.keys()) if (!kept.has(key)) reports.delete(key)
    },
    report: (content_hash, depth) => reports.get(reportKey({ content_hash, depth })),
    close: () => {},
  }
}

// Helpers

const keyOf = ({ run_id, depth, content_hash }: RegistryEntry) => JSON.stringify([run_id, depth, content_hash])
const reportKey = ({ depth, content_hash }: Pick<RegistryEntry, 'depth' | 'content_hash'>) => `${depth} ${content_hash}`
