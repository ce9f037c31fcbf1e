import type { LogDraft } from './log-draft.ts'
import { addTimes } from './log-draft.ts'
import type { LogEvent, LogEventKind } from './log-reading.ts'
import { readStatus } from './read-status.ts'
import { readDuration, readTime } from './read-times.ts'
import type { LogToken } from './tokenize-log.ts'

/** Reads front matter with a status (D3, D4): run, system, times, and how it went. */
export function readFrontFields(token: Extract<LogToken, { kind: 'front-matter' }>, draft: LogDraft): void {
  const { data } = token
  const lines = token.text.split('\n')
  const lineOf = (key: string) =>
    token.line +
    Math.max(
      0,
      lines.findIndex((line) => line.startsWith(`${key}:`)),
    )
  const said = (key: string) => (typeof data[key] === 'string' ? (data[key] as string) : '')
  draft.seen.add('front-matter')
  if (said('run_id') !== '')
    draft.header ??= {
      runId: said('run_id'),
      system: said('system') || said('program'),
      line: lineOf('run_id'),
      text: `run_id: ${said('run_id')}`,
    }
  if (said('root') !== '') draft.root ??= { value: said('root'), line: lineOf('root') }
  draft.startedAt ??= readTime(data.started_at)
  draft.endedAt ??= readTime(data.ended_at)
  const status = readStatus(data.status)
  if (status)
    draft.claims.push({ source: 'front-matter', status, line: lineOf('status'), text: `status: ${said('status')}` })
}

/**
 * Reads a heading that states how a service went (D3 to D5): `### name — completed`, `## name — failed (Error)`, `## name → output`.
 *
 * @param services - names that the manifest declares; any other heading is none of ours
 */
export function readSection(
  token: Extract<LogToken, { kind: 'heading' }>,
  services: ReadonlySet<string>,
  draft: LogDraft,
): void {
  if (token.level < 2 || token.level > 3) return
  const separator = /[ \t](—|–|-|→|->)[ \t]/u.exec(token.title)
  const name = (separator ? token.title.slice(0, separator.index) : token.title).replaceAll('`', '').trim()
  draft.service = services.has(name) ? name : ''
  if (!separator || draft.service === '') return
  const state = token.title.slice(separator.index + separator[0].length).trim()
  const { line, text } = token
  draft.seen.add('sections')
  const gave = separator[1] === '→' || separator[1] === '->'
  draft.events.push({ line, step: '', tag: '', name, qualifier: '', text, ...stateOf(state, gave) })
}

/** A bullet under a service's heading may state its times; nothing else in it counts. */
export function readServiceBullet(body: string, draft: LogDraft): void {
  const said = /^\**(started|ended|finished|completed|duration|took)(?:_at|_ms| at)?\**:\**\s+`?([^`]{1,60})`?$/iu.exec(
    body,
  )
  if (!said || draft.service === '') return
  const key = said[1]!.toLowerCase()
  const value = said[2]!.trim()
  if (key === 'duration' || key === 'took') addTimes(draft, draft.service, { durationMs: readDuration(value) })
  else {
    const at = readTime(value)
    if (at !== null) addTimes(draft, draft.service, key === 'started' ? { startedAt: at } : { endedAt: at })
  }
}

// Helpers

const STATES: readonly (readonly [pattern: RegExp, kind: LogEventKind])[] = [
  [/^(?:completed?|done|succeeded|✓)(?![\w-])/iu, 'completed'],
  [/^(?:failed|failure|error|errored|✗)(?![\w-])/iu, 'failed'],
  [/^(?:skipped|deferred|not run|⊘|∅)(?![\w-])/iu, 'skipped'],
]

/** @param gave - an arrow stands before it: what follows may be the output that came of it */
function stateOf(state: string, gave: boolean): Pick<LogEvent, 'kind' | 'word' | 'note'> {
  const found = STATES.find(([pattern]) => pattern.test(state))
  const note = /\(([^()]{0,200})\)/u.exec(state)?.[1] ?? ''
  if (found) return { kind: found[1], word: found[1] === 'failed' ? note : '', note }
  // A lone name in capitals and lower case, such as AllCallsFailed, is an error's name.
  return /^[A-Z][a-z]+(?:[A-Z][a-z0-9]*)+$/u.test(state)
    ? { kind: 'failed', word: state, note: '' }
    : { kind: gave && isOutput(state) ? 'completed' : 'mentioned', word: '', note: state }
}

/** One name, and no word for what has not come to an end. */
const isOutput = (state: string): boolean =>
  /^`?[\w-]{1,200}(?:\.\w{1,10})?`?$/u.test(state) && readStatus(state) !== 'open'
