import { byCodeUnit } from '../../json/canonical-json.ts'
import type { Depth, Verdict } from '../inspection.ts'

/** One inspection on record. Source: openprose/prose evals/inspector.prose.md; scores and hash are ours. */
export interface RegistryEntry {
  readonly run_id: string
  readonly system: string
  readonly depth: Depth
  readonly verdict: Verdict
  readonly runtime_fidelity: number
  readonly task_effectiveness: number
  /** When it was inspected, ISO 8601. */
  readonly timestamp: string
  /** SHA-256 of what was inspected. */
  readonly content_hash: string
}

/** Remembers inspections; at most 500, the oldest leave first. It never changes scores, verdict or flags. */
export interface Registry {
  /** All entries that match, oldest first; without a query, all. */
  entries(query?: { readonly run_id?: string; readonly system?: string }): readonly RegistryEntry[]
  /** Adds an entry with its report; one of the same run, depth and content takes the place of the earlier one. */
  record(entry: RegistryEntry, report: string): void
  /** The report of what was inspected, or undefined. */
  report(contentHash: string, depth: Depth): string | undefined
  /** Lets go of what the registry holds open. */
  close(): void
}

/** The most entries that a registry keeps. */
export const MOST_ENTRIES = 500

/** Oldest first; of the same time, by run id, then by depth and content. */
export const byAge = (a: RegistryEntry, b: RegistryEntry): number =>
  byCodeUnit(a.timestamp, b.timestamp) ||
  byCodeUnit(a.run_id, b.run_id) ||
  byCodeUnit(a.depth, b.depth) ||
  byCodeUnit(a.content_hash, b.content_hash)
