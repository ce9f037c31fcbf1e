import { withoutTrend } from '../inspect/4-synthesize/trend.ts'
import type { Evidence, Flag, ScoreReport, Severity } from '../inspect/inspection.ts'
import { visibleLine } from '../report/visible.ts'
import type { Inspected } from './outcome.ts'
import { type Palette, verdictTone } from './palette.ts'

/** Says in a few lines how one run came out: what its scores are made of, then its flags, the worst first, each with where to look. */
export function describeRun({ path, inspection, evaluation }: Inspected, palette: Palette): string {
  const { verdict, system, run_id, summary, flags } = inspection
  const tone = verdictTone(verdict, palette)
  const worstFirst = [...flags].sort((a, b) => RANK[a.severity] - RANK[b.severity])
  const trend = summary.slice(withoutTrend(summary).length).trim()
  return [
    `${tone(palette.inverse(` ${verdict.toUpperCase()} `))} ${palette.bold(visibleLine(path))}`,
    `  ${visibleLine(`${system}, run ${run_id}`)}`,
    `  fidelity       ${partsOf(evaluation.runtime_fidelity, palette)}`,
    `  effectiveness  ${partsOf(evaluation.task_effectiveness, palette)}`,
    ...(trend === '' ? [] : [`  ${visibleLine(plain(trend))}`]),
    '',
    ...upTo(MOST_FLAGS, worstFirst, 'flags').flatMap((flag) =>
      typeof flag === 'string' ? [`  ${flag}`] : linesOf(flag, palette),
    ),
    ...gapsOf(evaluation.evidence_gaps).map((line) => palette.dim(`  ${line}`)),
    ...(flags.length + evaluation.evidence_gaps.length === 0 ? [] : ['']),
  ].join('\n')
}

// Helpers

const MOST_FLAGS = 12
const MOST_PLACES = 3
const MOST_GAPS = 3
const LONGEST_EXCERPT = 100

const RANK: { readonly [severity in Severity]: number } = { critical: 0, warning: 1, info: 2 }

/** The first few of a list, and in words how many are left out. */
const upTo = <T>(most: number, list: readonly T[], noun: string): (T | string)[] =>
  list.length <= most ? [...list] : [...list.slice(0, most), `… and ${list.length - most} more ${noun}`]

/** 69 (execution_order 100, binding_integrity 50, vm_log_completeness 0, error_handling –), capped by incomplete-run */
function partsOf<Part extends string>({ score, breakdown, capped_by }: ScoreReport<Part>, palette: Palette): string {
  const parts = Object.entries<{ readonly score: number | null }>(breakdown)
    .map(([part, { score }]) => `${part} ${score ?? '–'}`)
    .join(', ')
  const caps = capped_by.length === 0 ? '' : `, capped by ${capped_by.join(', ')}`
  return `${palette.bold(String(score).padStart(3))} ${palette.dim(`(${parts})${caps}`)}`
}

function linesOf({ id, severity, description, evidence }: Flag, palette: Palette): string[] {
  const tone = { critical: palette.red, warning: palette.yellow, info: palette.dim }[severity]
  return [
    `  ${tone(severity.padEnd(8))}  ${palette.bold(id)}: ${visibleLine(plain(description))}`,
    ...upTo(MOST_PLACES, evidence, 'places').map((place) => `            ${lineOf(place, palette)}`),
  ]
}

export function lineOf(place: Evidence | string, palette: Palette): string {
  if (typeof place === 'string') return palette.dim(place)
  const { path, line, excerpt } = place
  const points = Array.from(visibleLine(excerpt.slice(0, 2 * LONGEST_EXCERPT)).trim())
  const text = points.length > LONGEST_EXCERPT ? `${points.slice(0, LONGEST_EXCERPT).join('')}…` : points.join('')
  return `${palette.cyan(visibleLine(line === undefined ? path : `${path}:${line}`))}  ${palette.dim(text)}`.trimEnd()
}

const gapsOf = (gaps: readonly string[]): string[] =>
  upTo(
    MOST_GAPS,
    gaps.map((gap) => `not seen: ${visibleLine(gap)}`),
    'things not seen',
  )

/** Backslashes of Markdown are for renderers; a terminal is none. */
export const plain = (markdown: string): string => markdown.replace(/\\([!-/:-@[-`{-~])/g, '$1')
