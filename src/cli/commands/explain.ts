import { existsSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { TribunalError } from '../../errors.ts'
import type { Depth, Verdict } from '../../inspect/inspection.ts'
import { visibleLine } from '../../report/visible.ts'
import { visibleJson } from '../../report/visible-json.ts'
import type { CliCommand } from '../command.ts'
import { didYouMean, nearestOf } from '../did-you-mean.ts'
import { explainFlag, FLAG_IDS, type FlagExplanation, isFlagId } from '../explain-flag.ts'
import { describePart, describeScore, PART_NAMES, type PartName, partIn, scoreNameOf } from '../explain-report.ts'
import { type ExitCode, type Io, write } from '../io.ts'
import { type Palette, paletteOf } from '../palette.ts'
import { readingRegistry } from '../reading-registry.ts'
import { type FoundReport, findReport } from '../subjects/find-report.ts'
import { textTable } from '../text-table.ts'
import { whyVerdict } from '../why-verdict.ts'
import { wrapText } from '../wrap-text.ts'

/** `tribunal explain`: says what a flag means, or how the numbers of a run came about. */
export const explain: CliCommand = {
  name: 'explain',
  summary: 'say what a flag means, or how the scores of a run came about',
  define(command: Command) {
    command
      .argument('[flag or run]', 'a flag, a run directory, or the id of a run on record; nothing lists the flags')
      .option('--part <part>', `of a run, one part and all that was counted: ${PART_NAMES.join(', ')}`)
      .option('--root <folder>', 'the folder that holds the runs named by id')
      .addOption(new Option('--depth <depth>', 'at which depth').choices(['light', 'deep']).default('deep'))
      .option('--partial', 'inspect a run that lacks critical files as well')
      .option('--json', 'write one JSON document')
      .option('--registry <file>', 'where inspections are remembered, or none (default: in your data folder)')
      .addHelpText('after', EXAMPLES)
  },
  run: ([name], options, io) => run(name as string | undefined, options as Options, io),
}

// Helpers

interface Options {
  readonly part?: string
  readonly root?: string
  readonly depth: Depth
  readonly partial?: true
  readonly json?: true
  readonly registry?: string
}

const EXAMPLES = `
Examples:
  tribunal explain stale-binding
  tribunal explain runs/20261130-171500-a1b2c3
  tribunal explain runs/20261130-171500-a1b2c3 --part execution_order

A directory that has the name of a flag is written ./like-this.

Exit codes: 0 explained, 2 no such flag, part or run, the run cannot be
inspected, or misuse.`

async function run(name: string | undefined, options: Options, io: Io): Promise<ExitCode> {
  const part = partOf(options.part)
  if (name === undefined) {
    if (part !== undefined)
      throw new TribunalError('invalid-input', `Of which run? Give its directory before --part ${part}.`)
    return flags(io, options.json)
  }
  if (part === undefined && isFlagId(name)) {
    const flag = explainFlag(name)
    const text = options.json ? document({ flag }) : describeFlag(flag, paletteOf(io.stdout, io), io.stdout.columns)
    await write(io.stdout, text)
    return 0
  }
  if (isFlagId(name) && !existsSync(name))
    throw new TribunalError(
      'invalid-input',
      `"${name}" is a flag, and only runs have parts. Leave --part out, or name a run's directory.`,
    )
  const report = await reportOf(name, options, io)
  const palette = paletteOf(io.stdout, io)
  await write(
    io.stdout,
    options.json
      ? document({ run: facts(report, part) })
      : `${described(report, part, palette, io.stdout.columns).join('\n')}\n`,
  )
  return 0
}

function partOf(name: string | undefined): PartName | undefined {
  const part = PART_NAMES.find((candidate) => candidate === name)
  if (name === undefined || part) return part
  throw new TribunalError('invalid-input', `No score has a part "${name}".${didYouMean(name, PART_NAMES)}`)
}

async function reportOf(name: string, options: Options, io: Io): Promise<FoundReport> {
  const { root, depth, partial = false, part } = options
  const registry = await readingRegistry(options.registry, io, false)
  try {
    return findReport(name, { root, depth, partial, registry })
  } catch (error) {
    // What is no run may have been meant as a flag.
    const near = part === undefined && !existsSync(name) ? nearestOf(name, FLAG_IDS) : undefined
    if (near === undefined) throw error
    throw new TribunalError('invalid-input', `There is neither a flag nor a run "${name}". Did you mean ${near}?`)
  } finally {
    registry?.close()
  }
}

const document = (content: object): string =>
  `${visibleJson({ format: 'tribunal-explanation', version: 1, ...content })}\n`

async function flags(io: Io, json: true | undefined): Promise<ExitCode> {
  const all = FLAG_IDS.map(explainFlag)
  const rows = all.map((flag) => [flag.id, flag.severity, flag.raised_when])
  const columns = [{ title: 'flag' }, { title: 'severity' }, { title: 'raised when', share: 1 }]
  const table = textTable(columns, rows, paletteOf(io.stdout, io), io.stdout.columns)
  await write(io.stdout, json ? document({ flags: all }) : `${table}\n`)
  return 0
}

function describeFlag(flag: FlagExplanation, palette: Palette, columns: number | undefined): string {
  const { runtime_fidelity, task_effectiveness } = flag.caps
  const costs = [
    ...(runtime_fidelity === null ? [] : [`runtime fidelity is at most ${runtime_fidelity}`]),
    ...(task_effectiveness === null ? [] : [`task effectiveness is at most ${task_effectiveness}`]),
    ...VERDICTS[flag.best_verdict],
  ]
  const rows = [
    ['raised when', flag.raised_when],
    ['costs', costs.length === 0 ? 'nothing' : costs.join('; ')],
    ['cause in', LAYERS[flag.layer]],
    ['what to do', flag.remedy],
  ] as const
  const width = Math.max(30, Math.min(columns || 100, 100) - 15)
  return [
    `${palette.bold(flag.id)} (${flag.severity})`,
    ...rows.flatMap(([title, text]) =>
      wrapText(text, width).map((line, index) => `  ${palette.dim((index === 0 ? title : '').padEnd(11))}  ${line}`),
    ),
    '',
  ].join('\n')
}

const VERDICTS: { readonly [verdict in Verdict]: readonly string[] } = {
  pass: [],
  partial: ['the verdict is partial at best'],
  fail: ['the verdict is fail'],
}

const LAYERS: { readonly [layer in FlagExplanation['layer']]: string } = {
  prose: "the program's text (prose)",
  forme: 'how it was wired (forme)',
  'host-runtime': 'the machine that ran it (host-runtime)',
}

function described(
  report: FoundReport,
  part: PartName | undefined,
  palette: Palette,
  columns: number | undefined,
): string[] {
  const { inspection, evaluation, path } = report
  const head = visibleLine(
    `${path ?? 'on record'} (${inspection.system}, run ${inspection.run_id}, ${inspection.depth})`,
  )
  if (part !== undefined) return [head, '', ...describePart(report, part, palette, columns)]
  return [
    head,
    '',
    ...describeScore('runtime_fidelity', evaluation.runtime_fidelity, palette),
    '',
    ...describeScore('task_effectiveness', evaluation.task_effectiveness, palette),
    '',
    `${palette.bold('verdict')} ${inspection.verdict}: ${whyVerdict(report)}`,
  ]
}

function facts(report: FoundReport, part: PartName | undefined): object {
  const { path, inspection, evaluation } = report
  const { run_id, system, depth, verdict } = inspection
  const head = { path, run_id, system, depth, verdict, why: whyVerdict(report) }
  if (part === undefined)
    return { ...head, runtime_fidelity: evaluation.runtime_fidelity, task_effectiveness: evaluation.task_effectiveness }
  const { breakdown: _, ...score } = evaluation[scoreNameOf(part)]
  return { ...head, part, score_name: scoreNameOf(part), score, counted: partIn(report, part) }
}
