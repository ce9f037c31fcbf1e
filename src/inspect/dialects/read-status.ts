import type { RunStatus } from './log-reading.ts'

const STATUSES: { readonly [word: string]: RunStatus } = {
  complete: 'completed',
  completed: 'completed',
  done: 'completed',
  success: 'completed',
  succeeded: 'completed',
  finished: 'completed',
  'complete-shortfall': 'completed',
  failed: 'failed',
  failure: 'failed',
  error: 'failed',
  errored: 'failed',
  aborted: 'failed',
  running: 'open',
  pending: 'open',
  'in-progress': 'open',
  in_progress: 'open',
}

/** Reads a word on how a run went; undefined for a word that says nothing known. */
export function readStatus(word: unknown): RunStatus | undefined {
  if (typeof word !== 'string') return undefined
  const key = word.trim().toLowerCase()
  return Object.hasOwn(STATUSES, key) ? STATUSES[key] : undefined
}

/** A point in time with a zone, as ISO 8601 in UTC; null for anything else, so that no zone is ever guessed. */
export function readTime(text: unknown): string | null {
  if (typeof text !== 'string') return null
  const match = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/u.exec(text.trim())
  const time = match ? Date.parse(match[0].replace(' ', 'T')) : Number.NaN
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}
