import type { Dialect, LogEvent, LogReading, StatusClaim, Terminator } from './log-reading.ts'
import { readMarker } from './read-marker.ts'
import { readSection } from './read-section.ts'
import { readStatus, readTime } from './read-status.ts'
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
}

/**
 * Reads a log in whichever dialect it is written; undefined when no dialect reads anything in it.
 *
 * @param bytes - the log
 * @param services - names that the manifest declares: headings count for these alone
 */
export function readLog(bytes: Uint8Array, services: ReadonlySet<string>): LogReading | undefined {
  const facts = { ...EMPTY_LOG }
  const events: LogEvent[] = []
  const terminators: Terminator[] = []
  const claims: StatusClaim[] = []
  const seen = {
    markers: false,
    sections: false,
    loops: false,
    page: false,
    frontMatter: false,
    header: false,
    titled: false,
  }
  let under = ''
  for (const token of tokenizeLog(bytes)) {
    if (token.kind === 'marker') {
      seen.markers = true
      seen.loops ||= /^(?:loop|block|retry):/u.test(token.body)
      events.push(readMarker(token))
    } else if (token.kind === 'terminator') terminators.push(terminatorOf(token))
    else if (token.kind === 'header') {
      seen.header = true
      facts.header ??= pick(token)
    } else if (token.kind === 'front-matter') {
      seen.frontMatter = true
      readFields(token, facts, claims)
    } else if (token.kind === 'field') {
      if (seen.page || events.length === 0) readField(token, facts, claims, seen.page)
    } else if (token.kind === 'bullet') readBullet(token, facts, events, claims, under)
    else {
      seen.page ||= /^execution state$/iu.test(token.title)
      seen.titled ||= /^vm[. ]log\b/iu.test(token.title)
      if (seen.titled) facts.header ??= titleOf(token)
      under = token.title
      const event = readSection(token, services)
      seen.sections ||= event !== undefined
      if (event) events.push(event)
    }
  }
  if (
    events.length === 0 &&
    terminators.length === 0 &&
    claims.length === 0 &&
    !facts.header &&
    !seen.titled &&
    !seen.page
  )
    return undefined
  const startedAt = facts.startedAt
  const endedAt = [...terminators].reverse().find((line) => line.word !== 'resume')?.at ?? facts.endedAt
  return { ...facts, dialect: dialectOf(seen, facts.header), events, terminators, claims, startedAt, endedAt }
}

// Helpers

type Facts = { -readonly [key in keyof LogReading]: LogReading[key] }
type Seen = {
  readonly [trait in 'markers' | 'sections' | 'loops' | 'page' | 'frontMatter' | 'header' | 'titled']: boolean
}

function dialectOf(seen: Seen, header: LogReading['header']): Dialect {
  if (seen.page) return 'execution-state'
  if (seen.markers && (seen.sections || seen.frontMatter)) return 'mixed'
  if (seen.markers || seen.header)
    return seen.loops || header?.system.endsWith('.prose') ? 'program-markers' : 'markers'
  return seen.frontMatter ? 'sections' : 'envelope'
}

const pick = ({ runId, system, line, text }: Extract<LogToken, { kind: 'header' }>) => ({ runId, system, line, text })

function terminatorOf({ line, text, word, rest }: Extract<LogToken, { kind: 'terminator' }>): Terminator {
  return { line, text, word: word as Terminator['word'], rest, at: readTime(rest.split(/\s/u, 1)[0]) }
}

function readFields(token: Extract<LogToken, { kind: 'front-matter' }>, facts: Facts, claims: StatusClaim[]): void {
  const { data } = token
  const lines = token.text.split('\n')
  const lineOf = (key: string) =>
    token.line +
    Math.max(
      0,
      lines.findIndex((line) => line.startsWith(`${key}:`)),
    )
  const said = (key: string) => (typeof data[key] === 'string' ? (data[key] as string) : '')
  const system = said('system') || said('program')
  if (said('run_id') !== '')
    facts.header ??= { runId: said('run_id'), system, line: lineOf('run_id'), text: `run_id: ${said('run_id')}` }
  if (said('root') !== '') facts.root ??= { value: said('root'), line: lineOf('root') }
  facts.startedAt ??= readTime(data.started_at)
  facts.endedAt ??= readTime(data.ended_at)
  const status = readStatus(data.status)
  if (status) claims.push({ source: 'front-matter', status, line: lineOf('status'), text: `status: ${said('status')}` })
}

/** A page states all in fields; elsewhere only what stands before the first event is the header's. */
function readField(
  { key, value, line, text }: Extract<LogToken, { kind: 'field' }>,
  facts: Facts,
  claims: StatusClaim[],
  isPage: boolean,
): void {
  if ((key === 'root' || key === 'program') && value !== '') facts.root ??= { value, line }
  if (key === 'upstream')
    facts.upstream = value
      .replace(/^\[|\]$/gu, '')
      .split(/[\s,]+/u)
      .filter((id) => id !== '')
  if (!isPage) return
  if (key === 'run' && value !== '') facts.header ??= { runId: value, system: '', line, text }
  if (key === 'started' || key === 'started_at') facts.startedAt ??= readTime(value)
  const status = key === 'status' ? readStatus(value) : undefined
  if (status) claims.push({ source: 'prose', status, line, text })
}

/** Headings under which a log tells how the run as a whole went. */
const CLOSING = /\b(?:close|closing|envelope|outcome|run status|summary)\b/iu

/** `# vm.log — system run id` */
function titleOf({ title, line, text }: Extract<LogToken, { kind: 'heading' }>): LogReading['header'] {
  const said = /^vm[. ]log[ \t]*(?:—|–|-|:)[ \t]*(\S+)[ \t]+run[ \t]+(\S+)$/iu.exec(title)
  return said ? { runId: said[2]!, system: said[1]!, line, text } : null
}

/** Of bullets only three things count: a final status, bound inputs, and a loaded root, each in the words seen in the wild. */
function readBullet(
  { body, line, text }: Extract<LogToken, { kind: 'bullet' }>,
  facts: Facts,
  events: LogEvent[],
  claims: StatusClaim[],
  under: string,
): void {
  const root = /^(?:loaded )?root:\s+`?([^`\s]{1,400})`?/iu.exec(body)?.[1]
  if (root) facts.root ??= { value: root, line }
  const said = /^(final )?status:\s+`?([\w-]{1,40})/iu.exec(body)
  const status = readStatus(said?.[2])
  // A status in the notes on one service is none of the run's.
  if (status && (said?.[1] !== undefined || CLOSING.test(under))) claims.push({ source: 'prose', status, line, text })
  if (/^caller inputs bound:/iu.test(body))
    for (const [, name = ''] of body.matchAll(/`([\w-]{1,80})=/gu))
      events.push({ line, kind: 'completed', step: '', tag: 'input', name, qualifier: '', word: '', note: '', text })
}
