/** What a log says, whatever dialect it says it in. Every fact keeps its line, from 1. */
export interface LogReading {
  readonly dialect: Dialect
  readonly header: {
    readonly runId: string
    readonly system: string
    readonly line: number
    readonly text: string
  } | null
  /** The `root:` or `program:` field. */
  readonly root: { readonly value: string; readonly line: number } | null
  readonly upstream: readonly string[]
  readonly events: readonly LogEvent[]
  readonly terminators: readonly Terminator[]
  /** What says whether the run completed, in the order of the log, terminators left out. */
  readonly claims: readonly StatusClaim[]
  /** As stated with a zone; null where not. */
  readonly startedAt: string | null
  readonly endedAt: string | null
  /** Service → the times that the log states of it. */
  readonly times: ReadonlyMap<string, ServiceTimes>
  /** True when there is more in the log than is kept of one: what follows `events` is unknown, how it ended included. */
  readonly isCut: boolean
}

/** When a service ran, as far as the log says so; no time without a zone. */
export interface ServiceTimes {
  readonly startedAt: string | null
  readonly endedAt: string | null
  /** What the log says it took; null when it says nothing. */
  readonly durationMs: number | null
}

/**
 * The grammars seen in real logs. `execution-state` is a status page rewritten in place, `program-markers` the marker lines of
 * the program era, `markers` those of today, `sections` headings with a state, `mixed` both, `envelope` prose sections.
 * Source: docs/layouts.md (D0 to D5).
 */
export type Dialect = 'execution-state' | 'program-markers' | 'markers' | 'sections' | 'mixed' | 'envelope' | 'receipts'

/** One thing that the log says happened. */
export interface LogEvent {
  readonly line: number
  readonly kind: LogEventKind
  /** `13a`: the step's number and its branch; '' where the dialect has none. */
  readonly step: string
  /** `input` of `[input]`, or ''. */
  readonly tag: string
  readonly name: string
  /** What stands in brackets between name and mark, or ''. */
  readonly qualifier: string
  /** The word after the mark: an error's name, `rendered`, `deferred` …, or ''. */
  readonly word: string
  /** What stands in brackets after the mark, or ''. */
  readonly note: string
  /** The line, for evidence. */
  readonly text: string
}

export type LogEventKind =
  | 'completed'
  | 'failed'
  | 'skipped'
  | 'terminated'
  | 'warned'
  | 'delegated'
  | 'resumed'
  | 'parallel-start'
  | 'parallel-done'
  | 'mentioned'

/** A line that ends, reopens or tests a run. */
export interface Terminator {
  readonly line: number
  readonly word: 'end' | 'error' | 'resume' | 'test'
  /** The time after it, where it is one with a zone. */
  readonly at: string | null
  readonly rest: string
  readonly text: string
}

/** A statement on how the run went, other than a terminator. */
export interface StatusClaim {
  readonly source: 'front-matter' | 'prose'
  readonly status: RunStatus
  readonly line: number
  readonly text: string
}

export type RunStatus = 'completed' | 'failed' | 'open'
