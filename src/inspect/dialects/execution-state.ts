import type { LogDraft } from './log-draft.ts'
import type { LogEventKind } from './log-reading.ts'
import { readHeaderField } from './markers.ts'
import { readStatus } from './read-status.ts'
import { readTime } from './read-times.ts'
import type { LogToken } from './tokenize-log.ts'

/**
 * Reads a status page that is rewritten in place (D0): fields, a list of what was done, the bindings, and the program with comments
 * on how far it got. It tells how things stand, not what happened in which order.
 */
export function readExecutionState(token: LogToken, draft: LogDraft): void {
  const { line, text } = token
  if (token.kind === 'field') {
    const { key, value } = token
    readHeaderField(token, draft)
    if (key === 'run' && value !== '') draft.header ??= { runId: value, system: '', line, text }
    if (key === 'started' || key === 'started_at') draft.startedAt ??= readTime(value)
    if (key === 'ended' || key === 'ended_at' || key === 'completed_at') draft.endedAt ??= readTime(value)
    const status = key === 'status' ? readStatus(value) : undefined
    if (status) draft.claims.push({ source: 'prose', status, line, text })
  } else if (token.kind === 'bullet' && LISTS.test(draft.under)) readItem(token.body, token, draft)
  else if (token.kind === 'row' && LISTS.test(draft.under)) {
    const [, name = '', ...rest] = token.cells
    if (rest.length > 0) readItem(`${name}: ${rest.filter((cell) => cell !== '').join(' ')}`, token, draft)
  } else if (token.kind === 'trace') {
    const name = /^(?:let|const|output)?[ \t]*([A-Za-z_][\w-]*)[ \t]*=/u.exec(token.statement)?.[1]
    if (name !== undefined) state(name, stateIn(token.said), token, draft)
  }
}

/** Whether a heading opens such a page. */
export const opensPage = (title: string): boolean => /^execution state$/iu.test(title)

// Helpers

/** Headings under which names are listed with how they stand. */
const LISTS = /\b(?:progress|bindings|index|steps|statements)\b/iu

/** `[x] name (complete)`, `name: bindings/name.md`, `name — pending` */
function readItem(body: string, token: LogToken, draft: LogDraft): void {
  const box = /^\[([ xX✓✗])\][ \t]+/u.exec(body)
  const item =
    /^[*`]{0,3}([A-Za-z_][\w.-]{0,199}?)[*`]{0,3}(?=$|[\s:(→—–])[ \t]*(?::|→|->|—|–|-(?=[ \t]))?[ \t]*(.*)$/u.exec(
      body.slice(box?.[0].length ?? 0),
    )
  if (!item) return
  const [, name = '', rest = ''] = item
  const said = stateIn(rest)
  const checked = box && box[1] !== ' ' ? (box[1] === '✗' ? 'failed' : 'completed') : undefined
  state(name, checked ?? (box ? 'mentioned' : said), token, draft)
}

/** What is said of a name: its state in a word, or where it is bound. */
function stateIn(text: string): LogEventKind {
  const said = text.replace(/^(?:-->|<--)[ \t]*/u, '').replace(/[*`()[\]]/gu, '')
  if (/^(?:pending|not |next|executing|running|retrying|in progress|-?$)/iu.test(said)) return 'mentioned'
  if (/^(?:✓|completed?\b|done\b|finished\b)/iu.test(said) || /^bindings\/\S/u.test(said)) return 'completed'
  if (/^(?:✗|failed\b|error(?:ed)?\b)/iu.test(said)) return 'failed'
  return /^(?:∅|⊘|skipped\b)/iu.test(said) ? 'skipped' : 'mentioned'
}

/** A page may say of one name in several places how it stands: that is one fact, the first that says something. */
function state(name: string, kind: LogEventKind, { line, text }: LogToken, draft: LogDraft): void {
  if (kind === 'mentioned' || draft.stated.has(name)) return
  draft.stated.add(name)
  draft.events.push({ line, kind, step: '', tag: '', name, qualifier: '', word: '', note: '', text })
}
