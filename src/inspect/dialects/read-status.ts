import type { RunStatus } from './log-reading.ts'

const STATUSES: { readonly [word: string]: RunStatus } = {
  complete: 'completed',
  completed: 'completed',
  done: 'completed',
  success: 'completed',
  succeeded: 'completed',
  finished: 'completed',
  shortfall: 'completed',
  'complete-shortfall': 'completed',
  failed: 'failed',
  failure: 'failed',
  error: 'failed',
  errored: 'failed',
  aborted: 'failed',
  cancelled: 'failed',
  canceled: 'failed',
  running: 'open',
  pending: 'open',
  paused: 'open',
  interrupted: 'open',
  'in-progress': 'open',
  in_progress: 'open',
}

/** Reads a word on how a run went, and passes over a note after it; undefined for a word that says nothing known. */
export function readStatus(word: unknown): RunStatus | undefined {
  if (typeof word !== 'string') return undefined
  const key = /^([\w-]{1,40})(?:$|\s*[(,;—–])/u.exec(word.trim())?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(STATUSES, key) ? STATUSES[key] : undefined
}
