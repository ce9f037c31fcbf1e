import { readRunBullet, readTitle } from './envelope.ts'
import { opensPage, readExecutionState } from './execution-state.ts'
import { type LogDraft, newDraft } from './log-draft.ts'
import type { Dialect, LogReading } from './log-reading.ts'
import { readMarkers } from './markers.ts'
import { readFrontFields, readSection, readServiceBullet } from './sections.ts'
import type { Bytes } from './text-lines.ts'
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
  isCut: false,
}

/**
 * Reads a log in whichever dialect it is written; undefined when no dialect reads anything in it. Each kind of line goes to the
 * reader of the dialect that has it, so that a log which mixes dialects is read by all of them.
 *
 * @param bytes - the log
 * @param services - names that the manifest declares: headings count for these alone
 * @param isPart - true when the bytes are only its start
 */
export function readLog(bytes: Bytes, services: ReadonlySet<string>, isPart = false): LogReading | undefined {
  const draft = newDraft()
  let room = MOST_KEPT
  let facts = 0
  let isCut = isPart
  for (const token of tokenizeLog(bytes)) {
    if (room < 0) {
      isCut = true
      break
    }
    readToken(token, services, draft)
    const now = factsIn(draft)
    room -= token.text.length + (now - facts) * FACT
    facts = now
  }
  if (draft.seen.has('page') && draft.header?.system === '')
    draft.header = { ...draft.header, system: draft.root?.value ?? '' } // a page tells it in a field of its own
  if (isCut) forgetEnd(draft)
  const { header, root, upstream, events, terminators, claims, startedAt, times, seen } = draft
  const isEmpty = events.length === 0 && terminators.length === 0 && claims.length === 0 && !header
  if (isEmpty && !seen.has('title') && !seen.has('page')) return undefined
  const last = terminators.at(-1)
  const stated = terminators.findLast(({ word }) => word !== 'resume')?.at ?? draft.endedAt
  const endedAt = last?.word === 'resume' ? null : stated // what was reopened has not ended
  const dialect = dialectOf(draft)
  return { dialect, header, root, upstream, events, terminators, claims, startedAt, endedAt, times, isCut }
}

// Helpers

/** The most of one log that is kept, in characters: room for 100,000 lines of 240 characters. */
const MOST_KEPT = 56_000_000

/** What each event costs besides its text. */
const FACT = 320

/** Of a log that goes on beyond what was read nobody knows how it ended, whatever it said on the way. */
function forgetEnd(draft: LogDraft): void {
  draft.terminators = draft.terminators.filter(({ word }) => word === 'resume')
  draft.claims = []
  draft.endedAt = null
}

const factsIn = ({ events, terminators, claims, times }: LogDraft): number =>
  events.length + terminators.length + claims.length + times.size

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
