import type { LogEvent, LogReading, ServiceTimes, StatusClaim, Terminator } from './log-reading.ts'

/** What is known of a log while it is read, line by line. Each dialect's reader adds what it understands. */
export interface LogDraft {
  header: LogReading['header']
  root: LogReading['root']
  upstream: readonly string[]
  startedAt: string | null
  endedAt: string | null
  readonly events: LogEvent[]
  terminators: Terminator[]
  claims: StatusClaim[]
  readonly times: Map<string, ServiceTimes>
  /** What the log has shown of itself: by these its dialect is told. */
  readonly seen: Set<'page' | 'markers' | 'sections' | 'front-matter' | 'header' | 'title' | 'program'>
  /** The heading above, and the service that it names, or ''. */
  under: string
  service: string
  /** Names of which a status page said how they stand. */
  readonly stated: Set<string>
}

/** A log of which nothing was read yet. */
export const newDraft = (): LogDraft => ({
  header: null,
  root: null,
  upstream: [],
  startedAt: null,
  endedAt: null,
  events: [],
  terminators: [],
  claims: [],
  times: new Map(),
  seen: new Set(),
  under: '',
  service: '',
  stated: new Set(),
})

/** Adds what one more place states of a service's times: the first start and the last end count, durations add up. */
export function addTimes(draft: LogDraft, service: string, said: Partial<ServiceTimes>): void {
  const known = draft.times.get(service)
  const durations = [known?.durationMs, said.durationMs].filter((ms) => typeof ms === 'number')
  draft.times.set(service, {
    startedAt: known?.startedAt ?? said.startedAt ?? null,
    endedAt: said.endedAt ?? known?.endedAt ?? null,
    durationMs: durations.length === 0 ? null : durations.reduce((sum, ms) => sum + ms, 0),
  })
}
