import { type Command, Option } from 'commander'
import type { Depth, Flag, ServiceReport } from '../../inspect/inspection.ts'
import { visibleLine } from '../../report/visible.ts'
import { visibleJson } from '../../report/visible-json.ts'
import type { CliCommand } from '../command.ts'
import { compareReports, type ReportDiff, type Side } from '../compare-reports.ts'
import { plain } from '../describe-run.ts'
import { type ExitCode, type Io, write } from '../io.ts'
import { type Palette, paletteOf } from '../palette.ts'
import { readingRegistry } from '../reading-registry.ts'
import { findReport } from '../subjects/find-report.ts'

/** `tribunal diff`: says what changed from one inspection to another. */
export const diff: CliCommand = {
  name: 'diff',
  summary: 'say what changed between two runs: verdict, scores, parts, flags, services',
  define(command: Command) {
    command
      .argument('<before>', 'a run directory, or the id of a run on record')
      .argument('<after>', 'another')
      .option('--root <folder>', 'the folder that holds the runs named by id')
      .addOption(new Option('--depth <depth>', 'at which depth').choices(['light', 'deep']).default('deep'))
      .option('--partial', 'inspect a run that lacks critical files as well')
      .option('--json', 'write one JSON document')
      .option('--registry <file>', 'where inspections are remembered, or none (default: in your data folder)')
      .addHelpText('after', EXAMPLES)
  },
  run: ([before, after], options, io) => run(before as string, after as string, options as Options, io),
}

// Helpers

interface Options {
  readonly root?: string
  readonly depth: Depth
  readonly partial?: true
  readonly json?: true
  readonly registry?: string
}

const EXAMPLES = `
Examples:
  tribunal diff runs/20261130-171500-a1b2c3 runs/20261130-182000-d4e5f6
  tribunal diff 20261130-171500-a1b2c3 runs/20261130-182000-d4e5f6 --json

Directories are inspected now; of an id, the latest report on record is taken.
Nothing is put on record.

Exit codes: 0 compared, whatever differs, 2 one of the two cannot be inspected
or is not there, or misuse.`

async function run(before: string, after: string, options: Options, io: Io): Promise<ExitCode> {
  const { root, depth, partial = false, json } = options
  const registry = await readingRegistry(options.registry, io, false)
  try {
    const search = { root, depth, partial, registry }
    const changes = compareReports(findReport(before, search), findReport(after, search))
    if (changes.before.system !== changes.after.system)
      await write(io.stderr, 'warning: these are runs of two systems, so that little of this is a change.\n')
    await write(io.stdout, json ? `${visibleJson(changes)}\n` : described(changes, paletteOf(io.stdout, io)))
    return 0
  } finally {
    registry?.close()
  }
}

function described(changes: ReportDiff, palette: Palette): string {
  const { before, after, parts, flags, services } = changes
  const changed = parts.filter((part) => part.before !== part.after)
  const isSame =
    before.verdict === after.verdict &&
    before.runtime_fidelity === after.runtime_fidelity &&
    before.task_effectiveness === after.task_effectiveness &&
    changed.length + flags.gone.length + flags.added.length + services.length === 0
  return [
    `before  ${nameOf(before)}`,
    `after   ${nameOf(after)}`,
    '',
    ...(isSame ? ['Nothing that an inspection counts has changed.'] : []),
    ...(isSame ? [] : [`verdict        ${arrow(before.verdict, after.verdict)}`]),
    ...(isSame ? [] : [`fidelity       ${numbers(before.runtime_fidelity, after.runtime_fidelity, palette)}`]),
    ...(isSame ? [] : [`effectiveness  ${numbers(before.task_effectiveness, after.task_effectiveness, palette)}`]),
    ...section(
      'parts',
      changed.map((part) => `${part.part.padEnd(21)}  ${numbers(part.before, part.after, palette)}`),
    ),
    ...section('flags', [
      ...flags.gone.map((flag) => `${palette.green('-')} ${lineOf(flag)}`),
      ...flags.added.map((flag) => `${palette.red('+')} ${lineOf(flag)}`),
    ]),
    ...section(
      'services',
      services.map(({ name, before: was, after: is }) => {
        const status = arrow(was?.status ?? 'not declared', is?.status ?? 'not declared')
        const clauses = was && is ? `; clauses kept ${arrow(kept(was.contract), kept(is.contract))}` : ''
        return `${visibleLine(name)}  ${status}${clauses}`
      }),
    ),
    '',
  ].join('\n')
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)]

const nameOf = ({ path, system, run_id, depth }: Side): string =>
  visibleLine(`${path ?? 'on record'} (${system}, run ${run_id}, ${depth})`)

const arrow = (before: string, after: string): string => (before === after ? before : `${before} → ${after}`)

function numbers(before: number | null, after: number | null, palette: Palette): string {
  const text = arrow(String(before ?? '–'), String(after ?? '–'))
  const by = (after ?? 0) - (before ?? 0)
  if (before === null || after === null || by === 0) return text
  return `${text} ${by > 0 ? palette.green(`(+${by})`) : palette.red(`(−${-by})`)}`
}

const kept = ({ satisfied, partial, violated, unevaluable }: ServiceReport['contract']): string =>
  `${satisfied} of ${satisfied + partial + violated + unevaluable}`

function lineOf({ id, severity, description, evidence: [first] }: Flag): string {
  const place = first ? ` (${first.path}${first.line === undefined ? '' : `:${first.line}`})` : ''
  return visibleLine(`${severity}  ${id}: ${plain(description)}${place}`)
}
