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

/**
 * Remembers inspections; at most 500. The one that was recorded longest ago is the oldest and leaves first, whatever the
 * timestamps say: a clock that was once wrong must not keep entries for ever, nor refuse new ones. It never changes scores,
 * verdict or flags.
 */
export interface Registry {
  /** All entries that match, oldest first; without a query, all. */
  entries(query?: { readonly run_id?: string; readonly system?: string }): readonly RegistryEntry[]
  /** Adds an entry with its report as the newest; one of the same run, depth and content leaves for it. */
  record(entry: RegistryEntry, report: string): void
  /** The report of what was inspected, or undefined. */
  report(contentHash: string, depth: Depth): string | undefined
  /** Lets go of what the registry holds open. */
  close(): void
}

/** The most entries that a registry keeps. */
export const MOST_ENTRIES = 500
