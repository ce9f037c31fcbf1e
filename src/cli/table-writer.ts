import type { Flag } from '../inspect/inspection.ts'
import type { GateResult } from '../report/gate.ts'
import { visibleLine } from '../report/visible.ts'
import { describeRun } from './describe-run.ts'
import type { InspectionWriter } from './inspection-writer.ts'
import { type Io, write } from './io.ts'
import { isInspected, type Outcome } from './outcome.ts'
import { type Palette, paletteOf, verdictTone } from './palette.ts'
import { type Column, textTable } from './text-table.ts'

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
      if (described.length < MOST_DESCRIBED) described.push(describeRun(outcome, palette, io.stdout.columns))
      else undescribed++
    },
    async end(gate) {
      const more =
        undescribed === 0 ? [] : [`… and what is wrong with ${undescribed} more: --html FILE or --json shows it.\n`]
      const table = `${textTable(columnsIn(palette), rows, palette, io.stdout.columns)}\n`
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

const columnsIn = (palette: Palette): readonly Column[] => [
  { title: 'verdict', paint: (verdict) => verdictTone(verdict, palette)(verdict) },
  { title: 'fidelity', short: 'fid.', isNumber: true },
  { title: 'effectiveness', short: 'eff.', isNumber: true },
  { title: 'system', share: 2 },
  { title: 'run', share: 4 },
  { title: 'worst flag', share: 3 },
]

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
