import Table from 'cli-table3'
import type { Flag } from '../inspect/inspection.ts'
import type { GateResult } from '../report/gate.ts'
import { visibleLine } from '../report/visible.ts'
import { describeRun } from './describe-run.ts'
import type { InspectionWriter } from './inspection-writer.ts'
import { type Io, write } from './io.ts'
import { isInspected, type Outcome } from './outcome.ts'
import { type Palette, paletteOf } from './palette.ts'

/** Writes for people: what is wrong with each run, then a table of all, then the gate in one line. */
export function tableWriter(io: Io, total: number): InspectionWriter {
  const palette = paletteOf(io.stdout, io)
  const rows: Row[] = []
  const described: string[] = []
  let undescribed = 0
  return {
    async add(outcome) {
      rows.push(rowOf(outcome))
      if (!isInspected(outcome) || (total > 1 && outcome.inspection.verdict === 'pass')) return
      if (described.length < MOST_DESCRIBED) described.push(describeRun(outcome, palette))
      else undescribed++
    },
    async end(gate) {
      const more =
        undescribed === 0 ? [] : [`… and what is wrong with ${undescribed} more: --html FILE or --json shows it.\n`]
      const table = `${tableOf(rows, palette, io.stdout.columns)}\n`
      await write(io.stdout, [...described, ...more, table, `${gateLine(gate, palette)}\n`].join('\n'))
    },
  }
}

/** The gate's result on one line; which runs it refuses has been said already. */
export function gateLine({ status, exitCode, message }: GateResult, palette: Palette): string {
  if (status === 'pass') return `${palette.green('✓')} ${palette.bold(message)}`
  const [counts = message] = message.split('. ')
  return `${palette.red('✗')} ${palette.bold(`${counts}. Exit code ${exitCode}.`)}`
}

// Helpers

/** More than this nobody reads in a terminal. */
const MOST_DESCRIBED = 10

/** verdict, fidelity, effectiveness, system, run, worst flag. */
type Row = readonly [string, string, string, string, string, string]

const HEAD: Row = ['verdict', 'fidelity', 'effectiveness', 'system', 'run', 'worst flag']

function rowOf(outcome: Outcome): Row {
  const path = visibleLine(outcome.path)
  if (!isInspected(outcome)) return ['error', '–', '–', '–', path, outcome.error.code]
  const { verdict, runtime_fidelity, task_effectiveness, system, flags } = outcome.inspection
  const scores = [String(runtime_fidelity), String(task_effectiveness)] as const
  return [verdict, ...scores, visibleLine(system), path, worstOf(flags)]
}

function worstOf(flags: readonly Flag[]): string {
  const notable = flags.filter(({ severity }) => severity !== 'info')
  const worst = notable.find(({ severity }) => severity === 'critical') ?? notable[0]
  if (worst === undefined) return ''
  return notable.length === 1 ? worst.id : `${worst.id} +${notable.length - 1}`
}

function tableOf(rows: readonly Row[], palette: Palette, columns: number | undefined): string {
  const table = new Table({
    head: HEAD.map((title) => palette.dim(title)),
    colAligns: ['left', 'right', 'right', 'left', 'left', 'left'],
    colWidths: widthsWithin(columns, rows),
    chars: NO_LINES,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 2 },
  })
  const tones: { readonly [verdict: string]: (text: string) => string } = {
    pass: palette.green,
    partial: palette.yellow,
    fail: palette.red,
    error: palette.red,
  }
  for (const [verdict, ...rest] of rows) table.push([tones[verdict]!(verdict), ...rest])
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
}

/** Only names and paths give way where a terminal is too narrow; a pipe gets all of them. */
function widthsWithin(columns: number | undefined, rows: readonly Row[]): (number | null)[] {
  const widths = HEAD.map((title, i) => 2 + Math.max(title.length, ...rows.map((row) => row[i]!.length)))
  const over = widths.reduce((sum, width) => sum + width, 0) - (columns ?? Number.POSITIVE_INFINITY)
  if (over <= 0) return HEAD.map(() => null)
  const [system = 0, run = 0] = widths.slice(3)
  const room = Math.max(24, system + run - over)
  const forSystem = Math.min(system, Math.floor(room / 3))
  return [null, null, null, forSystem, Math.min(run, room - forSystem), null]
}

const NO_LINES = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  mid: '',
  'mid-mid': '',
  'left-mid': '',
  'right-mid': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  middle: '',
  right: '',
}
