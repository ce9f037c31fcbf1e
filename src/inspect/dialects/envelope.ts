import type { LogDraft } from './log-draft.ts'
import { addTimes } from './log-draft.ts'
import { readStatus } from './read-status.ts'
import { readDuration, readTime } from './read-times.ts'
import type { LogToken } from './tokenize-log.ts'

/** Reads the title of an envelope (D5): `# vm.log — system run id`. */
export function readTitle({ title, line, text }: Extract<LogToken, { kind: 'heading' }>, draft: LogDraft): void {
  if (!/^vm[. ]log\b/iu.test(title)) return
  draft.seen.add('title')
  const said = /^vm[. ]log[ \t]*(?:—|–|-|:)[ \t]*(\S+)[ \t]+run[ \t]+(\S+)$/iu.exec(title)
  if (said) draft.header ??= { runId: said[2]!, system: said[1]!, line, text }
}

/**
 * Reads a bullet of the run's own (D3 to D5). Of bullets only five things count, each in the words seen in the wild: a final status,
 * bound inputs, a loaded root, when the run started or ended, and how long its services took.
 */
export function readRunBullet(
  { body, line, text }: Extract<LogToken, { kind: 'bullet' }>,
  services: ReadonlySet<string>,
  draft: LogDraft,
): void {
  const plain = body.replaceAll('*', '')
  const root = /^(?:loaded )?root:\s+`?([^`\s]{1,400})`?/iu.exec(plain)?.[1]
  if (root) draft.root ??= { value: root, line }
  const isClosing = CLOSING.test(draft.under)
  const said = /^(final )?(?:status|outcome):\s+`?([\w-]{1,40})/iu.exec(plain)
  const status = readStatus(said?.[2])
  // A status in the notes on one service is none of the run's.
  if (status && (said?.[1] !== undefined || isClosing)) draft.claims.push({ source: 'prose', status, line, text })
  if (/^(?:caller )?inputs(?: bound)?:/iu.test(plain))
    for (const [, name = ''] of plain.matchAll(/`([\w-]{1,80})(?:=[^`]*)?`/gu))
      draft.events.push({
        line,
        kind: 'completed',
        step: '',
        tag: 'input',
        name,
        qualifier: '',
        word: '',
        note: '',
        text,
      })
  const time = isClosing ? /^(started|ended|finished|completed)(?:_at| at)?:\s+`?([^`]{1,40})`?$/iu.exec(plain) : null
  if (time?.[1]?.toLowerCase() === 'started') draft.startedAt ??= readTime(time[2])
  else if (time) draft.endedAt ??= readTime(time[2])
  readDurations(plain, services, draft)
}

// Helpers

/** Headings under which a log tells of the run as a whole. */
const CLOSING = /\b(?:close|closing|envelope|outcome|run status|summary)\b/iu

/** `timing: reader 12s, writer 1m 3s`: every part names a service and how long it took, or none of them counts. */
function readDurations(body: string, services: ReadonlySet<string>, draft: LogDraft): void {
  const said = /^(?:timings?|durations?|wall[- ]clock):\s+(\S.*)$/iu.exec(body)?.[1]
  const parts = (said ?? '').split(/[,;]\s+/u).map((part) => {
    const [, name = '', length = ''] = /^`?([\w.-]{1,200})`?:?[ \t]+(?:[~≈][ \t]*)?(\d[^,;]{0,40})$/u.exec(part) ?? []
    return { name, durationMs: readDuration(length.replace(/\.$/u, '')) }
  })
  if (parts.every(({ name, durationMs }) => services.has(name) && durationMs !== null))
    for (const { name, durationMs } of parts) addTimes(draft, name, { durationMs })
}
