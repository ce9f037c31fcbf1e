import type { LogEvent, LogEventKind } from './log-reading.ts'
import type { LogToken } from './tokenize-log.ts'

/**
 * Reads a heading that states how a service went: `### name — completed`, `## name — failed (Error)`, `## name → output`.
 *
 * @param services - names that the manifest declares; any other heading is none of ours
 */
export function readSection(
  token: Extract<LogToken, { kind: 'heading' }>,
  services: ReadonlySet<string>,
): LogEvent | undefined {
  if (token.level < 2 || token.level > 3) return undefined
  const separator = /[ \t](—|–|-|→|->)[ \t]/u.exec(token.title)
  if (!separator) return undefined
  const name = token.title.slice(0, separator.index).replaceAll('`', '').trim()
  if (!services.has(name)) return undefined
  const state = token.title.slice(separator.index + separator[0].length).trim()
  const arrow = separator[1] === '→' || separator[1] === '->'
  return {
    line: token.line,
    step: '',
    tag: '',
    name,
    qualifier: '',
    text: token.text,
    ...(arrow ? { kind: 'mentioned' as const, word: '', note: state } : stateOf(state)),
  }
}

// Helpers

const STATES: readonly (readonly [pattern: RegExp, kind: LogEventKind])[] = [
  [/^(?:completed?|done|succeeded|✓)(?![\w-])/iu, 'completed'],
  [/^(?:failed|failure|error|errored|✗)(?![\w-])/iu, 'failed'],
  [/^(?:skipped|deferred|not run)(?![\w-])/iu, 'skipped'],
]

function stateOf(state: string): { kind: LogEventKind; word: string; note: string } {
  const found = STATES.find(([pattern]) => pattern.test(state))
  const note = /\(([^()]{0,200})\)/u.exec(state)?.[1] ?? ''
  if (found) return { kind: found[1], word: found[1] === 'failed' ? note : '', note }
  // A lone name in capitals and lower case, such as AllCallsFailed, is an error's name.
  return /^[A-Z][a-z]+(?:[A-Z][a-z0-9]*)+$/u.test(state)
    ? { kind: 'failed', word: state, note: '' }
    : { kind: 'mentioned', word: '', note: state }
}
