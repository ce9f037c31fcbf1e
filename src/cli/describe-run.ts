import { withoutTrend } from '../inspect/4-synthesize/trend.ts'
import type { ChildReport, Evidence, Flag, ScoreReport, Severity, UpstreamReport } from '../inspect/inspection.ts'
import { visibleLine } from '../report/visible.ts'
import type { Inspected } from './outcome.ts'
import { type Palette, verdictTone } from './palette.ts'
import { wrapText } from './wrap-text.ts'

/**
 * Says in a few lines how one run came out: what its scores are made of, then its flags, the worst first, each with where to look.
 *
 * @param columns - of the terminal; a pipe has none, and gets lines as long as they are
 */
export function describeRun(
  { path, inspection, evaluation, extraction }: Inspected,
  palette: Palette,
  columns?: number,
): string {
  const { verdict, system, run_id, summary, flags } = inspection
  const tone = verdictTone(verdict, palette)
  const worstFirst = [...flags].sort((a, b) => RANK[a.severity] - RANK[b.severity])
  const trend = summary.slice(withoutTrend(summary).length).trim()
  // Some terminals say 0 where they do not know.
  const width = columns || Number.POSITIVE_INFINITY
  return [
    `${tone(palette.inverse(` ${verdict.toUpperCase()} `))} ${palette.bold(visibleLine(path))}`,
    `  ${visibleLine(`${system}, run ${run_id}`)}`,
    ...scoreLines('fidelity', evaluation.runtime_fidelity, palette, width),
    ...scoreLines('effectiveness', evaluation.task_effectiveness, palette, width),
    ...extraction.notes.map((note) => `  ${visibleLine(note)}`),
    ...upTo(MOST_OTHERS, othersOf(evaluation), 'runs inside it or before it').map((line) => `  ${line}`),
    ...(trend === '' ? [] : wrapText(visibleLine(plain(trend)), width - 2).map((line) => `  ${line}`)),
    '',
    ...upTo(MOST_FLAGS, worstFirst, 'flags').flatMap((flag) =>
      typeof flag === 'string' ? [`  ${flag}`] : flagLines(flag, palette, width),
    ),
    ...gapsOf(evaluation.evidence_gaps)
      .flatMap((line) => wrapText(line, width - 2))
      .map((line) => palette.dim(`  ${line}`)),
    ...(flags.length + evaluation.evidence_gaps.length === 0 ? [] : ['']),
  ].join('\n')
}

/** One place in a run, as long as the line it may take. */
export function placeLine({ path, line, excerpt }: Evidence, palette: Palette, room: number): string {
  const where = visibleLine(line === undefined ? path : `${path}:${line}`)
  const most = Math.max(SHORTEST_EXCERPT, Math.min(LONGEST_EXCERPT, room - where.length - 2))
  const points = Array.from(visibleLine(excerpt.slice(0, 2 * LONGEST_EXCERPT)).trim())
  const text = points.length > most ? `${points.slice(0, most - 1).join('')}…` : points.join('')
  return `${palette.cyan(where)}  ${palette.dim(text)}`.trimEnd()
}

/** Backslashes of Markdown are for renderers; a terminal is none. */
export const plain = (markdown: string): string => markdown.replace(/\\([!-/:-@[-`{-~])/g, '$1')

// Helpers

/** Runs inside this one, and those that it took inputs from: how they fare changes none of its numbers, and is told. */
function othersOf({ children, upstream }: Inspected['evaluation']): string[] {
  const outcome = ({ verdict, runtime_fidelity, task_effectiveness, error }: ChildReport | UpstreamReport) =>
    verdict === null ? (error ?? 'not inspected') : `${verdict} ${runtime_fidelity}/${task_effectiveness}`
  return [
    ...children.map((child) => `holds ${visibleLine(child.path)}: ${outcome(child)}`),
    ...upstream.map((other) => `builds on ${visibleLine(other.run_id)}: ${outcome(other)}`),
  ]
}

const MOST_OTHERS = 5
const MOST_FLAGS = 12
const MOST_PLACES = 3
const MOST_GAPS = 3
const LONGEST_EXCERPT = 100
const SHORTEST_EXCERPT = 20

const RANK: { readonly [severity in Severity]: number } = { critical: 0, warning: 1, info: 2 }

/** The first few of a list, and in words how many are left out. */
const upTo = <T>(most: number, list: readonly T[], noun: string): (T | string)[] =>
  list.length <= most ? [...list] : [...list.slice(0, most), `… and ${list.length - most} more ${noun}`]

/** 69 (execution_order 100, binding_integrity 50, vm_log_completeness 0, error_handling –), capped by incomplete-run */
function scoreLines<Part extends string>(
  name: string,
  { score, breakdown, capped_by }: ScoreReport<Part>,
  palette: Palette,
  width: number,
): string[] {
  const parts = Object.entries<{ readonly score: number | null }>(breakdown)
    .map(([part, { score }]) => `${part} ${score ?? '–'}`)
    .join(', ')
  const caps = capped_by.length === 0 ? '' : `, capped by ${capped_by.join(', ')}`
  return hanging(
    `  ${name.padEnd(13)}  ${palette.bold(String(score).padStart(3))} `,
    21,
    `(${parts})${caps}`,
    palette.dim,
    width,
  )
}

function flagLines({ id, severity, description, evidence }: Flag, palette: Palette, width: number): string[] {
  const tone = { critical: palette.red, warning: palette.yellow, info: palette.dim }[severity]
  const words = `${id}: ${visibleLine(plain(description))}`
  const lines = hanging(`  ${tone(severity.padEnd(8))}  `, 12, words, (line) => line, width)
  return [
    lines[0]!.replace(`${id}:`, `${palette.bold(id)}:`),
    ...lines.slice(1),
    ...upTo(MOST_PLACES, evidence, 'places').map((place) =>
      typeof place === 'string'
        ? `            ${palette.dim(place)}`
        : `            ${placeLine(place, palette, width - 12)}`,
    ),
  ]
}

/** A text behind a start, its further lines under its first. */
const hanging = (
  start: string,
  indent: number,
  text: string,
  tone: (text: string) => string,
  width: number,
): string[] =>
  wrapText(text, width - indent).map((line, index) => (index === 0 ? start : ' '.repeat(indent)) + tone(line))

const gapsOf = (gaps: readonly string[]): string[] =>
  upTo(
    MOST_GAPS,
    gaps.map((gap) => `not seen: ${visibleLine(gap)}`),
    'things not seen',
  )
