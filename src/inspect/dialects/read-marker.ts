import type { LogEvent, LogEventKind } from './log-reading.ts'
import type { LogToken } from './tokenize-log.ts'

/**
 * Reads one marker line: `N→ [tag] name (qualifier) MARK word (note)`. The first mark outside brackets, code and quotes
 * decides; a line without one mentions its name and completes nothing.
 */
export function readMarker(token: Extract<LogToken, { kind: 'marker' }>): LogEvent {
  const tagged = token.body.startsWith('[') ? /^\[([\w-]{1,40})\](.*)$/u.exec(token.body) : null
  const body = (tagged?.[2] ?? token.body).trim()
  const unscoped = body.startsWith('#') ? body.replace(/^#\d+(?:[ \t]+|$)/u, '') : body
  // Spread last: an object that begins as a copy of another grows slowly.
  const place = { line: token.line, step: token.step, tag: tagged?.[1] ?? '', text: token.text }
  const parallel = unscoped.startsWith('∥') ? /^∥(start|done)(.*)$/u.exec(unscoped) : null
  if (parallel) {
    const { before, note } = splitNote(parallel[2]!.trim())
    const kind = parallel[1] === 'start' ? 'parallel-start' : 'parallel-done'
    return { kind, name: before, qualifier: '', word: '', note, ...place }
  }
  const at = markAt(unscoped)
  if (at === -1) return { kind: 'mentioned', name: unscoped.trim(), qualifier: '', word: '', note: '', ...place }
  const subject = splitNote(unscoped.slice(0, at).trim())
  const after = splitFirst(
    unscoped
      .slice(at + 1)
      .replace('\u{FE0F}', '')
      .trim(),
  )
  const kind = kindOf(unscoped[at]!, after.word)
  return { kind, name: bare(subject.before), qualifier: subject.note, word: after.word, note: after.note, ...place }
}

// Helpers

/** A name may be set in code or bold, and a colon or a dash may lead from it to the mark. */
function bare(name: string): string {
  const plain = /[:—–-]$/u.test(name) ? name.replace(/(?::|[ \t][—–-])$/u, '').trimEnd() : name
  return /^[*`]/u.test(plain) ? plain.replace(/^[*`]{1,3}|[*`]{1,3}$/gu, '') : plain
}

const MARKS: { readonly [mark: string]: LogEventKind } = {
  '✓': 'completed',
  '✗': 'failed',
  '∅': 'skipped',
  '⊘': 'skipped',
  '⚠': 'warned',
  '⇒': 'delegated',
  '⟳': 'resumed',
  // The same two signs as other fonts and keyboards have them.
  '✔': 'completed',
  '✅': 'completed',
  '✘': 'failed',
  '❌': 'failed',
}

const kindOf = (mark: string, word: string): LogEventKind =>
  mark === '⊘' && word === 'terminated' ? 'terminated' : MARKS[mark]!

function markAt(text: string): number {
  let depth = 0
  let quote = ''
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!
    if (quote !== '') quote = char === quote ? '' : quote
    else if (char === '`' || char === '"') quote = char
    else if (char === '(') depth += 1
    else if (char === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0 && char > '\u007F' && Object.hasOwn(MARKS, char) && (at === 0 || /[\s)]/u.test(text[at - 1]!)))
      return at
  }
  return -1
}

/** `name (note)` → name and note; the note runs from the first bracket to the last. */
function splitNote(text: string): { before: string; note: string } {
  const open = text.indexOf('(')
  if (open === -1 || !text.endsWith(')')) return { before: text, note: '' }
  return { before: text.slice(0, open).trim(), note: text.slice(open + 1, -1).trim() }
}

/** `word (note)` → the first word, and what stands in brackets. */
function splitFirst(text: string): { word: string; note: string } {
  const word = /^[^\s(]+/u.exec(text)?.[0] ?? ''
  const rest = text.slice(word.length).trim()
  return { word, note: rest.startsWith('(') && rest.endsWith(')') ? rest.slice(1, -1).trim() : rest }
}
