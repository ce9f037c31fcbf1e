import { type Command, Option } from 'commander'
import type { Depth } from '../../inspect/inspection.ts'
import type { GateLevel } from '../../report/gate.ts'
import { visibleLine } from '../../report/visible.ts'
import type { CliCommand } from '../command.ts'
import { gateTally } from '../gate-tally.ts'
import { htmlPage } from '../html-page.ts'
import { type ExitCode, type Io, write } from '../io.ts'
import { jsonWriter } from '../json-writer.ts'
import { inspectDirectory, isInspected, type Uninspectable } from '../outcome.ts'
import { paletteOf } from '../palette.ts'
import { registryOf } from '../registry-option.ts'
import { showProgress } from '../show-progress.ts'
import { gateLine, tableWriter } from '../table-writer.ts'

/** `tribunal inspect`: inspects run directories and says, also by its exit code, whether they are good enough. */
export const inspect: CliCommand = {
  name: 'inspect',
  summary: 'inspect finished runs: scores, flags with their evidence, a verdict',
  define(command: Command) {
    command
      .argument('<run-dir...>', 'run directories')
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
      .option('--json', 'write one JSON document to standard output, all else to standard error')
      .option('--html <file>', 'write an HTML page besides')
      .option('--registry <file>', 'where inspections are remembered, or none (default: in your data folder)')
      .addHelpText('after', EXAMPLES)
  },
  run: ([directories], options, io) => run(directories as string[], options as Options, io),
}

// Helpers

interface Options {
  readonly depth: Depth
  readonly gate: GateLevel
  readonly partial?: true
  readonly json?: true
  readonly html?: string
  readonly registry?: string
}

const EXAMPLES = `
Examples:
  tribunal inspect runs/20261130-171500
  tribunal inspect runs/* --depth light --gate partial
  tribunal inspect runs/* --json | jq '.runs[].inspection.verdict'
  tribunal inspect runs/* --html report.html

Exit codes: 0 pass, 1 a verdict is under the gate, 2 a run cannot be inspected or misuse, 3 nothing was checked.`

async function run(directories: readonly string[], options: Options, io: Io): Promise<ExitCode> {
  const { depth, gate: level, partial = false, json = false, html } = options
  const registry = await registryOf(options.registry, io)
  const earlier = registry?.entries() ?? []
  const output = json ? jsonWriter(io, depth, level) : tableWriter(io, directories.length)
  const page = html === undefined ? undefined : htmlPage(html)
  const progress = showProgress(directories.length, io, json)
  const tally = gateTally()
  const uninspectable: Uninspectable[] = []
  try {
    for (const directory of directories) {
      const at = new Date(io.now()).toISOString()
      const outcome = inspectDirectory(directory, { depth, partial, registry, at })
      if (!isInspected(outcome)) uninspectable.push(outcome)
      tally.add(outcome)
      page?.add(outcome)
      await output.add(outcome)
      progress.step()
    }
  } finally {
    progress.stop()
    registry?.close()
  }
  for (const outcome of uninspectable) await write(io.stderr, refusalOf(outcome))
  const result = tally.result(level)
  await output.end(result)
  const said = json ? io.stderr : io.stdout
  if (json) await write(said, `${gateLine(result, paletteOf(said, io))}\n`)
  await page?.write(level, earlier)
  if (html !== undefined) await write(said, `  Page: ${visibleLine(html)}\n`)
  return result.exitCode
}

/** One line, whatever the message holds. */
const refusalOf = ({ path, error: { code, message } }: Uninspectable): string =>
  `error: ${visibleLine(`${path}: cannot be inspected (${code}): ${message}`)}\n`
