import { type Command, InvalidArgumentError, Option } from 'commander'
import { TribunalError } from '../../errors.ts'
import type { Depth } from '../../inspect/inspection.ts'
import type { GateLevel } from '../../report/gate.ts'
import { visibleLine } from '../../report/visible.ts'
import type { CliCommand } from '../command.ts'
import { gateTally } from '../gate-tally.ts'
import { htmlPage } from '../html-page.ts'
import { inspectAll } from '../inspect-all.ts'
import { type ExitCode, type Io, write } from '../io.ts'
import { jsonLinesWriter, jsonWriter } from '../json-writer.ts'
import { outFolder } from '../out-folder.ts'
import { isInspected, type LeftOut, type Uninspectable } from '../outcome.ts'
import { paletteOf } from '../palette.ts'
import { registryOf, registryPath } from '../registry-option.ts'
import { sayLeftOut } from '../say-left-out.ts'
import { showProgress } from '../show-progress.ts'
import { findRuns, isFolder } from '../subjects/find-runs.ts'
import { selectRuns } from '../subjects/select-runs.ts'
import { sinceOption } from '../subjects/since-option.ts'
import { gateLine, tableWriter } from '../table-writer.ts'

/** `tribunal inspect`: inspects run directories and says, also by its exit code, whether they are good enough. */
export const inspect: CliCommand = {
  name: 'inspect',
  summary: 'inspect finished runs: scores, flags with their evidence, a verdict',
  define(command: Command) {
    command
      .argument('[run...]', 'run directories, folders that hold some, patterns ("runs/2026*"), or ids with --root')
      .option('--root <folder>', 'the folder that holds the runs named by id; alone, all of them')
      .option('--system <name>', 'only runs of this system')
      .option('--since <when>', 'only runs since a date (UTC) or a time with a zone; see below', sinceOption)
      .addOption(
        new Option('--depth <depth>', 'light reads the log, the manifest and file sizes; deep reads all')
          .choices(['light', 'deep'])
          .default('deep'),
      )
      .addOption(
        new Option('--gate <verdict>', 'the lowest verdict that is good enough')
          .choices(['pass', 'partial'])
          .default('pass'),
      )
      .option('--partial', 'inspect a run that lacks critical files as well; it cannot pass')
      .addOption(
        new Option('--json', 'write one JSON document to standard output, all else to standard error').conflicts(
          'jsonl',
        ),
      )
      .option('--jsonl', 'write one line of JSON for each run, as soon as it is there')
      .option('--out <folder>', 'write a file for each run besides: <run id>.inspection.json')
      .option('--html <file>', 'write an HTML page besides')
      .option('--registry <file>', 'where inspections are remembered, or none (default: in your data folder)')
      .option('--concurrency <count>', 'how many runs are inspected at once, 1 to 32, each in a process', count, 1)
      .addHelpText('after', EXAMPLES)
  },
  run: ([operands], options, io) => run(operands as string[], options as Options, io),
}

// Helpers

interface Options {
  readonly root?: string
  readonly system?: string
  readonly since?: number
  readonly depth: Depth
  readonly gate: GateLevel
  readonly partial?: true
  readonly json?: true
  readonly jsonl?: true
  readonly out?: string
  readonly html?: string
  readonly registry?: string
  readonly concurrency: number
}

const EXAMPLES = `
Examples:
  tribunal inspect runs/20261130-171500-a1b2c3
  tribunal inspect runs --since 2026-11-30 --gate partial
  tribunal inspect --root runs 20261130-171500-a1b2c3 20261130-182000-d4e5f6
  tribunal inspect "runs/202611*" --json | jq '.runs[].inspection.verdict'
  tribunal inspect runs --jsonl --out inspections --concurrency 4

--since goes by the end that a run states with a zone, else its start, else the
time in its id. The zone of an id is unknown: where that matters, the run is
left out, which is said, and the exit code is not 0.

Exit codes: 0 pass, 1 a verdict is under the gate, 2 a run cannot be inspected
or misuse, 3 nothing was checked, or the time of a run is unknown.`

async function run(operands: readonly string[], options: Options, io: Io): Promise<ExitCode> {
  const { depth, gate: level, partial = false, html } = options
  if (operands.length === 0 && options.root === undefined)
    throw new TribunalError(
      'invalid-input',
      'Nothing to inspect. Name a run directory, or the folder of runs with --root.',
    )
  const { subjects, strangers } = findRuns(operands, rootOf(options.root))
  const { chosen, leftOut: unwanted } = selectRuns(subjects, options)
  const leftOut = [...strangers.map((path): LeftOut => ({ path, reason: 'no-run' })), ...unwanted]
  const out = options.out === undefined ? undefined : await outFolder(options.out)
  const registry = await registryOf(options.registry, io)
  const earlier = html === undefined ? [] : (registry?.entries() ?? [])
  const isForMachines = options.json === true || options.jsonl === true
  const output = options.jsonl
    ? jsonLinesWriter(io)
    : options.json
      ? jsonWriter(io, depth, level, leftOut)
      : tableWriter(io, chosen.length)
  const page = html === undefined ? undefined : htmlPage(html)
  const progress = showProgress(chosen.length, io, isForMachines)
  const tally = gateTally()
  const uninspectable: Uninspectable[] = []
  const { concurrency } = options
  const path = registry ? registryPath(options.registry) : null
  const plan = { depth, partial, registry, registryPath: path, concurrency, now: io.now }
  await sayLeftOut(leftOut, io)
  try {
    for await (const outcome of inspectAll(chosen, plan)) {
      if (!isInspected(outcome)) uninspectable.push(outcome)
      tally.add(outcome)
      page?.add(outcome)
      await out?.add(outcome)
      await output.add(outcome)
      progress.step()
    }
  } finally {
    progress.stop()
    registry?.close()
  }
  tally.leftOut(leftOut)
  for (const outcome of uninspectable) await write(io.stderr, refusalOf(outcome))
  const result = tally.result(level)
  await output.end(result)
  const said = isForMachines ? io.stderr : io.stdout
  if (isForMachines) await write(said, `${gateLine(result, paletteOf(said, io))}\n`)
  if (out) await write(said, `  Files: ${out.count} in ${visibleLine(options.out!)}\n`)
  await page?.write(level, earlier)
  if (html !== undefined) await write(said, `  Page: ${visibleLine(html)}\n`)
  return result.exitCode
}

function rootOf(root: string | undefined): string | undefined {
  if (root === undefined || isFolder(root)) return root
  throw new TribunalError('invalid-input', `--root ${root} is no folder. Give the folder that holds the runs.`)
}

function count(text: string): number {
  const number = /^\d{1,2}$/u.test(text) ? Number(text) : 0
  if (number >= 1 && number <= 32) return number
  throw new InvalidArgumentError('Give a whole number from 1 to 32.')
}

/** One line, whatever the message holds. */
const refusalOf = ({ path, error: { code, message } }: Uninspectable): string =>
  `error: ${visibleLine(`${path}: cannot be inspected (${code}): ${message}`)}\n`
