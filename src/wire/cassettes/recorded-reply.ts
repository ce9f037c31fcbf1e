import { isCredential } from '../told-headers.ts'
import type { AnsweredReply, CassetteBody, CassetteEvent } from './cassette.ts'
import { exactJson } from './exact-json.ts'
import { redactEvents } from './redact-events.ts'
import { redactUrl } from './redact-url.ts'
import type { Redaction } from './redaction.ts'
import { PLACEHOLDERS } from './secret-patterns.ts'
import { readEvents } from './sse-events.ts'

/** A reply as it came, its body decoded. */
export interface ReceivedReply {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array
  /** How it ended, where that was too early. */
  readonly end?: AnsweredReply['end']
}

/** A reply in the form in which it is kept. */
export function recordedReply({ status, headers, body, end }: ReceivedReply, redaction: Redaction): AnsweredReply {
  const ending = end === undefined ? {} : { end }
  return { status, headers: keptHeaders(headers, redaction), ...contentOf(headers, body, end, redaction), ...ending }
}

/** Whether a reply is a stream of server-sent events. */
export const isEventStream = (headers: Headers): boolean =>
  /^text\/event-stream\b/i.test(headers.get('content-type') ?? '')

// Helpers

function contentOf(headers: Headers, body: Uint8Array, end: AnsweredReply['end'], redaction: Redaction) {
  if (!isEventStream(headers)) return bodyOf(body, headers.get('content-type') ?? '', redaction)
  const events = readEvents(Buffer.from(body).toString('utf8'), end === undefined)
  return { events: redactEvents(events, redaction) }
}

function bodyOf(body: Uint8Array, type: string, redaction: Redaction): CassetteBody {
  if (body.length === 0) return {}
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    // A text in another encoding can be searched byte by byte; in a picture, what looks like a secret is none.
    const bytes = Buffer.from(body)
    const kept = /^text\//i.test(type) ? Buffer.from(redaction.text(bytes.toString('latin1')), 'latin1') : bytes
    return { base64: kept.toString('base64') }
  }
  const json = exactJson(text)
  return json === undefined
    ? { text: linesOf(text, redaction) ?? redaction.text(text) }
    : { json: redaction.json(json) }
}

/** A stream of lines of JSON says its texts in fragments as well; a line from which nothing has to go stays as it was written. */
function linesOf(text: string, redaction: Redaction): string | undefined {
  const lines = text.split('\n')
  const events: CassetteEvent[] = []
  for (const line of lines) {
    const data = line.trim() === '' ? undefined : exactJson(line)
    if (data === undefined && line.trim() !== '') return undefined
    events.push(data === undefined ? {} : { data })
  }
  const kept = redactEvents(events, redaction)
  return lines
    .map((line, i) => (JSON.stringify(kept[i]) === JSON.stringify(events[i]) ? line : JSON.stringify(kept[i]!.data)))
    .join('\n')
}

/** The body is kept decoded and whole, so that what says otherwise goes; and so does what is another each time, or for browsers. */
const DROPPED: ReadonlySet<string> = new Set([
  'alt-svc',
  'cf-ray',
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'report-to',
  'nel',
  'server-timing',
  'trailer',
  'transfer-encoding',
  'via',
])

function keptHeaders(headers: Headers, redaction: Redaction): { readonly [name: string]: string } {
  const kept: Record<string, string> = {}
  for (const [name, value] of [...headers].sort(([a], [b]) => (a < b ? -1 : 1)))
    if (!DROPPED.has(name) && !name.startsWith('access-control-')) kept[name] = keptValue(name, value, redaction)
  return kept
}

function keptValue(name: string, value: string, redaction: Redaction): string {
  if (redaction.isNamed(name)) return PLACEHOLDERS.own
  if (/cookie/.test(name)) return PLACEHOLDERS.cookie
  // `x-ratelimit-remaining-tokens` counts something.
  if (isCredential(name) && !/^\d{1,15}$/.test(value) && !/ratelimit/.test(name)) return PLACEHOLDERS.key
  if (/(?:request|trace|correlation)[_-]?id$|organi[sz]ation|project/.test(name)) return PLACEHOLDERS.id
  return name === 'location' && URL.canParse(value) ? redactUrl(value, redaction) : redaction.text(value)
}
