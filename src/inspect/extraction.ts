import type { Depth } from './inspection.ts'

/** What the extractor read, judging nothing. Source: openprose/prose evals/inspector.prose.md; fields after `notes` are ours. */
export interface Extraction {
  readonly run_id: string
  readonly system_name: string
  readonly completed: boolean
  readonly failed: boolean
  /** Marks of failure on parsed lines of the log. */
  readonly error_count: number
  readonly services_declared: readonly string[]
  readonly services_completed: readonly string[]
  readonly services_errored: readonly string[]
  /** Declared bindings that are there and hold at least one byte. */
  readonly bindings_present: readonly string[]
  readonly bindings_missing: readonly string[]
  /** Up to 1 MiB of the root source; deep only. */
  readonly root_source?: string
  /** Deep only. */
  readonly manifest_summary?: ManifestSummary
  /** Service → output → its first 500 code points; deep only. */
  readonly service_outputs?: { readonly [service: string]: { readonly [output: string]: string } }
  /** Service → files in its workspace; deep only. */
  readonly workspace_artifacts?: { readonly [service: string]: readonly string[] }
  /** Deep only. */
  readonly error_details?: readonly ErrorDetail[]
  /** Remarks such as "prior deep available". */
  readonly notes: readonly string[]
  readonly depth: Depth
  /** Which layout the directory has. */
  readonly layout: string
  /** Which grammar the log follows. */
  readonly dialect: string
  /** What said whether the run completed. */
  readonly status_source: StatusSource
  /** As the run states them with a zone; null where it does not. */
  readonly started_at: string | null
  readonly ended_at: string | null
  /** What could not be seen, said plainly. */
  readonly evidence_gaps: readonly string[]
}

/** What can say whether a run completed, strongest first. */
export type StatusSource = 'terminator' | 'front-matter' | 'prose' | 'receipts' | 'disk' | 'none'

/** Execution order and wiring, as the manifest declares them. */
export interface ManifestSummary {
  readonly execution_order: readonly { readonly service: string; readonly after: readonly string[] }[]
  readonly wiring: readonly { readonly service: string; readonly input: string; readonly from: string }[]
  readonly returns: readonly { readonly name: string; readonly from: string }[]
}

/** One `__error.md`. */
export interface ErrorDetail {
  readonly path: string
  readonly service: string
  readonly error: string
  /** Its first 500 code points. */
  readonly text: string
}
