import { type Command, InvalidArgumentError, Option } from 'commander'
import { TribunalError } from '../../errors.ts'
import type { RegistryEntry } from '../../inspect/1-index/registry.ts'
import type { Depth } from '../../inspect/inspection.ts'
import { visibleLine } from '../../report/visible.ts'
import { visibleJson } from '../../report/visible-json.ts'
import type { CliCommand } from '../command.ts'
import { didYouMean } from '../did-you-mean.ts'
import { type ExitCode, type Io, write } from '../io.ts'
import { paletteOf, verdictTone } from '../palette.ts'
import { readingRegistry } from '../reading-registry.ts'
import { registryPath } from '../registry-option.ts'
import { sinceOption } from '../subjects/since-option.ts'
import { textTable } from '../text-table.ts'

/** `tribunal history`: shows the inspections on record, system by system. */
export const history: CliCommand = {
  name: 'history',
  summary: 'show verdicts and scores over time',
  define(command: Command) {
    command
      .argument('[system]', 'only this one')
      .option('--since <when>', 'only what was inspected since a date (UTC) or a time with a zone', sinceOption)
      .addOption(new Option('--depth <depth>', 'only inspections of this depth').choices(['light', 'deep']))
      .option('--limit <count>', 'only the latest of each system', limit)
      .option('--json', 'write one JSON document')
      .option('--registry <file>', 'where inspections are remembered (default: in your data folder)')
      .addHelpText('after', EXAMPLES)
  },
  run: ([system], options, io) => run(system as string | undefined, options as Options, io),
}

// Helpers

interface Options {
  readonly since?: number
  readonly depth?: Depth
  readonly limit?: number
  readonly json?: true
  readonly registry?: string
}

const EXAMPLES = `
Examples:
  tribunal history
  tribunal history harbour-bulletin --limit 10
  tribunal history --since 2026-11-01 --json

At most 500 inspections are on record. A change in brackets is against the
inspection before of the same system and depth.

Exit codes: 0 shown, 2 no such system, no such registry, or misuse.`

/** An inspection, with how its scores stand against the one before of the same system and depth; null for the first. */
interface Dated extends RegistryEntry {
  readonly fidelity_change: number | null
  readonly effectiveness_change: number | null
}

async function run(system: string | undefined, options: Options, io: Io): Promise<ExitCode> {
  const { since, depth, limit } = options
  const registry = await readingRegistry(options.registry, io, true)
  const all = registry?.entries() ?? []
  registry?.close()
  const systems = new Set(all.map((entry) => entry.system))
  if (system !== undefined && !systems.has(system))
    throw new TribunalError(
      'invalid-input',
      `No inspection of the system "${system}" is on record.${didYouMean(system, systems)}`,
    )
  const asked = withChanges(all).filter(
    (entry) =>
      (system === undefined || entry.system === system) &&
      (depth === undefined || entry.depth === depth) &&
      (since === undefined || Date.parse(entry.timestamp) >= since),
  )
  const names = [...new Set(asked.map((entry) => entry.system))]
  const shown = names.map((name) => {
    const entries = asked.filter((entry) => entry.system === name)
    return [name, limit === undefined ? entries : entries.slice(-limit)] as const
  })
  if (options.json) {
    const entries = shown.flatMap(([, entries]) => entries)
    await write(io.stdout, `${visibleJson({ format: 'tribunal-history', version: 1, entries })}\n`)
    return 0
  }
  if (shown.length === 0) {
    const where = visibleLine(registryPath(options.registry) ?? 'none')
    await write(
      io.stdout,
      `${all.length === 0 ? 'No inspection is on record' : 'No inspection on record is of that kind'} (${where}).\n`,
    )
  }
  for (const [name, entries] of shown) await write(io.stdout, tableOf(name, entries, io))
  return 0
}

function withChanges(entries: readonly RegistryEntry[]): Dated[] {
  const before = new Map<string, RegistryEntry>()
  return entries.map((entry) => {
    const key = JSON.stringify([entry.system, entry.depth])
    const last = before.get(key)
    before.set(key, entry)
    return {
      ...entry,
      fidelity_change: last ? entry.runtime_fidelity - last.runtime_fidelity : null,
      effectiveness_change: last ? entry.task_effectiveness - last.task_effectiveness : null,
    }
  })
}

function tableOf(system: string, entries: readonly Dated[], io: Io): string {
  const palette = paletteOf(io.stdout, io)
  const isNarrow = (io.stdout.columns || 80) < 80
  const rows = entries.map((entry) => [
    entry.timestamp.slice(0, isNarrow ? 10 : 16).replace('T', ' '),
    entry.verdict,
    score(entry.runtime_fidelity, entry.fidelity_change),
    score(entry.task_effectiveness, entry.effectiveness_change),
    entry.depth,
    visibleLine(entry.run_id),
  ])
  const table = textTable(
    [
      { title: isNarrow ? 'inspected' : 'inspected, UTC' },
      { title: 'verdict', paint: (verdict) => verdictTone(verdict, palette)(verdict) },
      { title: 'fidelity', short: 'fid.' },
      { title: 'effectiveness', short: 'eff.' },
      { title: 'depth' },
      { title: 'run', share: 1 },
    ],
    rows,
    palette,
    io.stdout.columns,
  )
  return `${palette.bold(visibleLine(system))}\n${table}\n\n`
}

const score = (value: number, change: number | null): string =>
  `${String(value).padStart(3)}${change ? ` (${change > 0 ? '+' : '−'}${Math.abs(change)})` : ''}`

function limit(text: string): number {
  const number = /^\d{1,3}$/u.test(text) ? Number(text) : 0
  if (number >= 1 && number <= 500) return number
  throw new InvalidArgumentError('Give a whole number from 1 to 500.')
}
