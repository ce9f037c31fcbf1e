import { type Case, casesOf, worstCases } from './cases-of.ts'
import type { TribunalDocument } from './document.ts'
import { markdownCode, markdownText } from './markdown-text.ts'

/** How much a piece of Markdown may say. */
export interface MarkdownRoom {
  /** Rows of each table, 1 or more. */
  readonly rows: number
  /** UTF-8 bytes of the whole, 1,000 or more. */
  readonly bytes: number
}

/** A pull-request comment: GitHub takes 65,536 characters, a reader a screen or two. */
const COMMENT: MarkdownRoom = { rows: 15, bytes: 60_000 }

/**
 * Writes what was found as Markdown for a pull-request comment: the gate, what it refuses, and the inspections, the worst first.
 *
 * @param document - what one run of the tests found
 * @param room - rows and bytes
 */
export function markdown(document: TribunalDocument, room: MarkdownRoom = COMMENT): string {
  let { rows } = room
  for (;;) {
    const text = written(document, rows)
    if (Buffer.byteLength(text) <= room.bytes || rows === 1) return text
    rows = Math.max(1, Math.floor(rows / 2))
  }
}

// Helpers

function written(document: TribunalDocument, rows: number): string {
  const { gate, seed, laws, uninspectable, inspections } = document
  const cases = worstCases(casesOf(document))
  const refused = cases.filter(({ refusals }) => refusals.length > 0)
  const seeded = seed === null ? '' : ` Seed ${seed}.`
  return [
    // A bot finds its own comment by this, and renews it instead of adding another.
    '<!-- tribunal -->',
    `## ${gate.status === 'pass' ? '✅' : '❌'} Tribunal: ${HEADLINES[gate.status]}`,
    '',
    `${tally(document)} Gate: ${gate.level}. Exit code ${gate.exit_code}.${seeded}`,
    ...section('Refused', refused, rows, ['case', 'rule', 'why', 'test'], (one) => [
      markdownCode(one.name),
      one.refusals.map(({ rule }) => rule).join(', '),
      one.refusals.map(({ message }) => markdownText(message, 300)).join(' '),
      placeOf(one),
    ]),
    ...section(
      'Inspections',
      cases.filter(({ kind }) => kind === 'inspection'),
      rows,
      ['verdict', 'fidelity', 'effectiveness', 'system', 'worst flag'],
      ({ facts, name }) => {
        const value = (wanted: string) => String(facts.find(([fact]) => fact === wanted)?.[1] ?? '')
        const expected = value('expected') === '' ? '' : ` (expected ${markdownText(value('expected'))})`
        const verdict = `${SIGNS[value('verdict')] ?? ''} ${value('verdict')}${expected}`
        const scores = [value('runtime_fidelity'), value('task_effectiveness')]
        return [verdict, ...scores, markdownCode(name), markdownCode(value('worst_flag'))]
      },
    ),
    ...(laws.length + uninspectable.length + inspections.length === 0 ? ['', 'Nothing was checked.'] : []),
    '',
  ].join('\n')
}

/** What a gate came to, as a heading says it. */
export const HEADLINES = {
  pass: 'the gate is satisfied',
  'under-gate': 'under the gate',
  'cannot-inspect': 'something cannot be inspected',
  unverified: 'something was never checked',
}

const SIGNS: { readonly [verdict: string]: string } = { pass: '✅', partial: '🟡', fail: '❌' }

function tally({ inspections, uninspectable, laws, arbitrations, trials }: TribunalDocument): string {
  const verdicts = (['fail', 'partial', 'pass'] as const).flatMap((verdict) => {
    const count = inspections.filter(({ inspection }) => inspection.verdict === verdict).length
    return count === 0 ? [] : [`${count} ${verdict}`]
  })
  const parts = [
    inspections.length === 0 ? '' : `${plural(inspections.length, 'inspection')} (${verdicts.join(', ')})`,
    uninspectable.length === 0 ? '' : `${plural(uninspectable.length, 'run')} without a report`,
    laws.length === 0
      ? ''
      : `${plural(laws.length, 'law')} (${laws.filter(({ status }) => status === 'held').length} held)`,
    trials.length === 0 ? '' : plural(trials.length, 'trial'),
    arbitrations.length === 0 ? '' : plural(arbitrations.length, 'arbitration'),
  ].filter((part) => part !== '')
  return parts.length === 0 ? 'No records.' : `${parts.join(', ')}.`
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

function section(
  title: string,
  cases: readonly Case[],
  rows: number,
  head: readonly string[],
  cells: (one: Case) => readonly string[],
): string[] {
  if (cases.length === 0) return []
  const row = (texts: readonly string[]) => `| ${texts.join(' | ')} |`
  return [
    '',
    `### ${title}`,
    '',
    row(head),
    row(head.map(() => '---')),
    ...cases.slice(0, rows).map((one) => row(cells(one))),
    ...(cases.length > rows ? ['', `… and ${cases.length - rows} more in \`tribunal.json\`.`] : []),
  ]
}

function placeOf({ origin, line }: Case): string {
  if (origin === null) return ''
  const file = markdownCode(line === null ? origin.file : `${origin.file}:${line}`)
  return origin.test === '' ? file : `${file} ${markdownText(origin.test, 120)}`
}
