import type { LogDraft } from './log-draft.ts'
import { addTimes } from './log-draft.ts'
import { readMarker } from './read-marker.ts'
import { readTime, readTimesNote } from './read-times.ts'
import type { LogToken } from './tokenize-log.ts'

/**
 * Reads the marker grammar of the service era and of today (D1b, D2), and of the program era (D1): `# run:id system`, fields, then
 * `N→ name ✓ (note)`, and lines that end, reopen or test the run.
 */
export function readMarkers(token: LogToken, draft: LogDraft): void {
  const { line, text } = token
  if (token.kind === 'marker') {
    const event = readMarker(token)
    draft.seen.add('markers')
    if (/^(?:loop|block|retry):/u.test(token.body)) draft.seen.add('program')
    draft.events.push(event)
    if (event.tag === '' && event.note !== '' && (event.kind === 'completed' || event.kind === 'failed')) {
      const times = readTimesNote(event.note)
      if (times) addTimes(draft, event.name, times)
    }
  } else if (token.kind === 'terminator') {
    const word = token.word as LogDraft['terminators'][number]['word']
    draft.terminators.push({ line, text, word, rest: token.rest, at: readTime(token.rest.split(/\s/u, 1)[0]) })
  } else if (token.kind === 'header') {
    draft.seen.add('header')
    if (token.system.endsWith('.prose')) draft.seen.add('program')
    draft.header ??= { runId: token.runId, system: token.system, line, text }
  } else if (token.kind === 'field' && draft.events.length === 0) readHeaderField(token, draft)
}

/** `root:`, `program:` and `upstream:`, wherever a dialect has them. */
export function readHeaderField({ key, value, line }: Extract<LogToken, { kind: 'field' }>, draft: LogDraft): void {
  if ((key === 'root' || key === 'program') && value !== '') draft.root ??= { value, line }
  if (key === 'upstream') draft.upstream = idsIn(value)
}

// Helpers

/** `[a, b]  # a comment`: what stands in the brackets, or before the comment; quoted or not. */
function idsIn(value: string): string[] {
  const list = /^\[([^\]]*)/u.exec(value)?.[1] ?? value.replace(/(?:^|\s)#.*$/u, '')
  return list
    .split(/[\s,]+/u)
    .map((id) => id.replace(/^["'`]|["'`]$/gu, ''))
    .filter((id) => !['', 'none', '(none)', 'null', '-', '—'].includes(id))
}
