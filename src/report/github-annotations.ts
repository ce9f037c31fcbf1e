import { casesOf, worstCases } from './cases-of.ts'
import type { TribunalDocument } from './document.ts'
import type { Refusal } from './gate.ts'
import { visible, visibleLine } from './visible.ts'

/** GitHub shows ten errors of a step and drops the others; what is dropped is said in the last one. */
const MOST = 10

/** Code units of a message: GitHub shows nothing of one that is far longer. */
const SAID = 4_000

/**
 * Writes what the gate refuses as workflow commands, which GitHub shows at the file and line of the test.
 *
 * @param document - what one run of the tests found
 * @param refusals - of whichever gate is asked: by default the document's own
 * @returns one command a line; empty when nothing is refused
 */
export function githubAnnotations(
  document: TribunalDocument,
  refusals: readonly Refusal[] = document.gate.refusals,
): string {
  const commands = worstCases(casesOf(document, refusals)).flatMap(({ refusals, origin, line }) =>
    refusals.map(({ rule, message }) => {
      const place = origin === null ? [] : [['file', origin.file] as const]
      const at = line === null ? [] : [['line', String(line)] as const]
      return error([...place, ...at, ['title', `Tribunal: ${rule}`]], message)
    }),
  )
  const kept = commands.length > MOST ? MOST - 1 : MOST
  const rest = commands.length - kept
  const more = rest > 0 ? [error([['title', 'Tribunal']], `${rest} more refusals: see the job's summary.`)] : []
  return [...commands.slice(0, kept), ...more].map((command) => `${command}\n`).join('')
}

// Helpers

const error = (properties: readonly (readonly [string, string])[], message: string): string => {
  const list = properties.map(([name, value]) => `${name}=${property(visibleLine(value))}`).join(',')
  const told = message.length > SAID ? `${message.slice(0, SAID)}…` : message
  return `::error ${list}::${data(visible(told))}`
}

/** A line's end would end the command, and begin another one. */
const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
