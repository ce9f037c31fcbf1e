import { worstFlagOf } from './cases-of.ts'
import type { TribunalDocument } from './document.ts'
import { isExpected } from './is-excused.ts'
import type { InspectionRecord, LawRecord } from './records.ts'
import { severityOf } from './severity-of.ts'
import { visible, visibleLine } from './visible.ts'

/** How the text is to look. */
export interface TerminalLook {
  readonly color: boolean
  /** Columns, 40 or more. */
  readonly width: number
  /** Path of the HTML page; null when none was written. */
  readonly page: string | null
}

/**
 * Writes what a run of the tests found as a few lines for a terminal: a table of inspections with the worst first, what
 * was refused, the gate in one line and where the report is.
 *
 * @param document - what was found
 * @param look - colours, width and the report's path
 */
export function terminal(document: TribunalDocument, look: TerminalLook): string {
  const paint = painter(look.color)
  const { gate } = document
  const refusals = gate.refusals.slice(0, REFUSALS)
  const lines = [
    '',
    ...table(document.inspections, look.width, paint),
    ...refusals.map(
      ({ message, status }) =>
        `  ${paint(status === 'unverified' ? 'yellow' : 'red', '✗')} ${shortened(visibleLine(message))}`,
    ),
    ...more(gate.refusals.length - refusals.length, 'refusals'),
    ...document.laws
      .filter(isBroken)
      .slice(0, LAWS)
      .flatMap((law) => scriptOf(law, look.width, paint)),
    ` ${gate.status === 'pass' ? paint('green', '✓') : paint('red', '✗')} ${paint('bold', visibleLine(headline(document)))}`,
    ...(look.page === null ? [] : [`   Report: ${visibleLine(look.page)}`]),
  ]
  return lines.join('\n')
}

// Helpers

const ROWS = 12
/** Code units of a refusal: a few lines of a terminal. The report has all of it. */
const SAID = 1_000

const shortened = (text: string): string =>
  text.length > SAID ? `${text.slice(0, SAID)}… (all of it is in the report)` : text
const REFUSALS = 10
const LAWS = 3
const SCRIPT_LINES = 24

const isBroken = ({ status, counterexample, expectation }: LawRecord): boolean =>
  status === 'broken' && counterexample !== null && !isExpected(expectation, status)

/** The smallest script that breaks a law, as a test to paste: cut where a terminal ends, since the report has all of it. */
function scriptOf({ law, subject, seed, path, counterexample }: LawRecord, width: number, paint: Paint): string[] {
  const lines = visible(counterexample ?? '').split('\n')
  const replay = path === null ? `seed ${seed}` : `seed ${seed}, path ${path}`
  return [
    '',
    `  ${paint('bold', visibleLine(`The smallest script that breaks ${law} of ${subject} (${replay}):`))}`,
    ...lines
      .slice(0, SCRIPT_LINES)
      .map((line) => `    ${pad(inert(line.replaceAll('\t', '  ')), width - 4).trimEnd()}`),
    ...more(lines.length - SCRIPT_LINES, 'lines in the report'),
    '',
  ]
}

/** A line of a job's log that begins with one of these is a command to the machine that runs it. */
const inert = (line: string): string => line.replace(/^(\s*)(::|##\[)/, '$1⟨$2⟩')

function headline({ gate }: TribunalDocument): string {
  if (gate.status === 'pass') return gate.message
  const [first = gate.message] = gate.message.split('. ')
  return `${first}. Exit code ${gate.exit_code}.`
}

function table(records: readonly InspectionRecord[], width: number, paint: Paint): string[] {
  if (records.length === 0) return []
  const worstFirst = [...records].sort((a, b) => severityOf(b) - severityOf(a))
  const shown = worstFirst.slice(0, ROWS)
  const rows = shown.map(cells)
  const alike = (row: readonly string[]): boolean => rows.filter((other) => other[3] === row[3]).length > 1
  const head = ['verdict', 'fid', 'eff', 'system', 'worst flag']
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => columns(row[i]!))))
  const room = Math.max(20, width - widths[0]! - 3 - 3 - 12)
  widths[4] = Math.min(widths[4]!, Math.floor(room * 0.5))
  widths[3] = Math.min(widths[3]!, room - widths[4])
  const line = (row: readonly string[]): string[] => row.map((cell, i) => pad(cell, widths[i]!))
  return [
    `  ${paint('dim', line(head).join('  ').trimEnd())}`,
    ...rows.flatMap((row, index) => {
      const [verdict = '', ...rest] = line(row)
      const told = `  ${[paint(TONES[row[0]!.split(' ')[0]!] ?? 'dim', verdict), ...rest].join('  ').trimEnd()}`
      const test = shown[index]!.origin?.test ?? ''
      // Rows of one system and run are told apart by what tried them.
      return test === '' || !alike(row)
        ? [told]
        : [told, `    ${paint('dim', pad(visibleLine(`in ${test}`), width - 4).trimEnd())}`]
    }),
    ...more(records.length - rows.length, 'inspections'),
    '',
  ]
}

const TONES: { readonly [verdict: string]: Tone } = { pass: 'green', partial: 'yellow', fail: 'red' }

function cells(record: InspectionRecord): string[] {
  const { inspection, expectation } = record
  const { verdict, runtime_fidelity, task_effectiveness, system, run_id } = inspection
  const worst = worstFlagOf(record)
  return [
    `${verdict}${asideOf(expectation, verdict)}`,
    String(runtime_fidelity),
    String(task_effectiveness),
    visibleLine(`${system} ${run_id}`),
    worst === undefined ? '' : visibleLine(worst.id),
  ]
}

/** That what is good is expected goes without saying. */
function asideOf(expectation: InspectionRecord['expectation'], verdict: string): string {
  if (expectation === null) return ''
  if (!isExpected(expectation, verdict)) return ` (not ${expectation.expected})`
  return verdict === 'pass' ? '' : ' (expected)'
}

const more = (count: number, noun: string): string[] => (count > 0 ? [`  … and ${count} more ${noun}`] : [])

/** Wide characters take two columns in a terminal. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u

const columns = (text: string): number => [...text].reduce((sum, sign) => sum + (WIDE.test(sign) ? 2 : 1), 0)

function pad(text: string, width: number): string {
  const short = columns(text) <= width ? text : `${[...text].slice(0, Math.max(0, width - 1)).join('')}…`
  return short + ' '.repeat(Math.max(0, width - columns(short)))
}

type Tone = 'red' | 'green' | 'yellow' | 'dim' | 'bold'
type Paint = (tone: Tone, text: string) => string

const CODES: { readonly [tone in Tone]: readonly [number, number] } = {
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  dim: [2, 22],
  bold: [1, 22],
}

const painter =
  (color: boolean): Paint =>
  (tone, text) =>
    color ? `\u001b[${CODES[tone][0]}m${text}\u001b[${CODES[tone][1]}m` : text
