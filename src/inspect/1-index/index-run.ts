import { TribunalError } from '../../errors.ts'
import type { RunFiles } from '../../trace/run-files.ts'
import type { InspectResult } from '../inspect-run.ts'
import type { Depth } from '../inspection.ts'
import { contentHash } from './content-hash.ts'
import { keepReport, reuseReport, type Wanted } from './kept-report.ts'
import type { Registry, RegistryEntry } from './registry.ts'

/** What the registry knows before a run is read. */
export interface Indexed {
  /** The report of the same bytes at the same depth, or null; light is cheap and always redone. */
  readonly reusable: InspectResult | null
  /** Whether the run of that id has been inspected deep. */
  wasDeep(runId: string): boolean
  /**
   * Puts the result on record.
   *
   * @returns the inspections of its system at its depth that were on record before, oldest first, those of the same bytes left out
   */
  remember(result: InspectResult): readonly RegistryEntry[]
}

/**
 * Stage 1: looks up what is on record.
 *
 * @param at - when the inspection is made, ISO 8601; a registry needs it
 * @throws TribunalError `invalid-input` when there is a registry and no time
 */
export function indexRun(
  files: RunFiles,
  depth: Depth,
  registry: Registry | undefined,
  at: string | undefined,
  wanted: Wanted,
): Indexed | null {
  if (!registry) return null
  if (at === undefined || Number.isNaN(Date.parse(at)))
    throw new TribunalError(
      'invalid-input',
      `A registry needs to know when: give "at" as an ISO time, not ${JSON.stringify(at) ?? 'nothing'}.`,
      {
        details: { path: 'at' },
      },
    )
  const timestamp = new Date(at).toISOString()
  const content_hash = contentHash(files, depth)
  const kept = depth === 'deep' ? registry.report(content_hash, depth) : undefined
  return {
    reusable: kept === undefined ? null : reuseReport(kept, wanted),
    wasDeep: (run_id) => registry.entries({ run_id }).some((entry) => entry.depth === 'deep'),
    remember(result) {
      const { run_id, system, verdict, runtime_fidelity, task_effectiveness } = result.inspection
      const before = registry
        .entries({ system })
        .filter((entry) => entry.depth === depth && entry.content_hash !== content_hash)
      const entry = { run_id, system, depth, verdict, runtime_fidelity, task_effectiveness, timestamp, content_hash }
      registry.record(entry, keepReport(result, wanted))
      return before
    },
  }
}
