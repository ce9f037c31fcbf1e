import { readRunBullet, readTitle } from './envelope.ts'
import { opensPage, readExecutionState } from './execution-state.ts'
import { type LogDraft, newDraft } from './log-draft.ts'
import type { Dialect, LogReading } from './log-reading.ts'
import { readMarkers } from './markers.ts'
import { readFrontFields, readSection, readServiceBullet } from './sections.ts'
import { type LogToken, tokenizeLog } from './tokenize-log.ts'

/** A log of which nothing was read. */
export const EMPTY_LOG: LogReading = {
  dialect: 'markers',
  header: null,
  root: null,
  upstream: [],
  events: [],
  terminators: [],
  claims: [],
  startedAt: null,
  endedAt: null,
  times: new Map(),
}

/**
 * Reads a log in whichever dialect it is written; undefined when no dialect reads anything in it. Each kind of line goes to the
 * reader of the dialect that has it, so that a log which mixes dialects is read by all of them.
 *
 * @param bytes - the log
 * @param services - names that the manifest declares: headings count for these alone
 */
export function readLog(bytes: Uint8Array, services: ReadonlySet<string>): LogReading | undefined {
  const draft = newDraft()
  for (const token of tokenizeLog(bytes)) readToken(token, services, draft)
  if (draft.seen.has('page') && draft.header?.system === '')
    draft.header = { ...draft.header, system: draft.root?.value ?? '' } // a page tells it in a field of its own
  const { header, root, upstream, events, terminators, claims, startedAt, times, seen } = draft
  const isEmpty = events.length === 0 && terminators.length === 0 && claims.length === 0 && !header
  if (isEmpty && !seen.has('title') && !seen.has('page')) return undefined
  const last = terminators.at(-1)
  const stated = terminators.findLast(({ word }) => word !== 'resume')?.at ?? draft.endedAt
  const endedAt = last?.word === 'resume' ? null : stated // what was reopened has not ended
  return { dialect: dialectOf(draft), header, root, upstream, events, terminators, claims, startedAt, endedAt, times }
}

// Helpers

function readToken(token: LogToken, services: ReadonlySet<string>, draft: LogDraft): void {
  if (token.kind === 'heading') {
    draft.under = token.title
    if (opensPage(token.title)) draft.seen.add('page')
    readTitle(token, draft)
    readSection(token, services, draft)
  } else if (token.kind === 'front-matter') readFrontFields(token, draft)
  else if (token.kind === 'marker' || token.kind === 'terminator' || token.kind === 'header') readMarkers(token, draft)
  else if (draft.seen.has('page')) readExecutionState(token, draft)
  else if (token.kind === 'field') readMarkers(token, draft)
  else if (token.kind === 'bullet') {
    readRunBullet(token, services, draft)
    readServiceBullet(token.body, draft)
  }
}

function dialectOf({ seen }: LogDraft): Dialect {
  if (seen.has('page')) return 'execution-state'
  if (seen.has('markers') && (seen.has('sections') || seen.has('front-matter'))) return 'mixed'
  if (seen.has('markers') || seen.has('header')) return seen.has('program') ? 'program-markers' : 'markers'
  return seen.has('front-matter') ? 'sections' : 'envelope'
}
