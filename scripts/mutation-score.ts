import { readdirSync, readFileSync } from 'node:fs'
import REASONS from './mutation-reasons.json' with { type: 'json' }

/**
 * What Stryker found in each area, counted; `npm run mutation` ends with it. Wording is left out (test/mutation/wording.js says
 * what that is) and counted apart. Of what survives, each has a reason in mutation-reasons.json or is listed. Exit code 1 for one
 * without a reason, for a reason whose mutant is gone, and under the score to reach.
 *
 * `npx tsx scripts/mutation-score.ts decisions` looks at one area; `--entries` lists as mutation-reasons.json wants it.
 */
const REACH = 90
const FOLDER = '.tribunal/mutation'

/** Why mutants survive that no test should kill: line by line of a file, as `what it was → what it became`. */
interface Reason {
  readonly file: string
  readonly why: string
  readonly mutants: { readonly [line: string]: readonly string[] }
}

interface Report {
  readonly files: { readonly [file: string]: { readonly source: string; readonly mutants: readonly Found[] } }
}

interface Found {
  readonly status: string
  readonly statusReason?: string
  readonly replacement?: string
  readonly location: { readonly start: Place; readonly end: Place }
}

/** From 1, both. */
interface Place {
  readonly line: number
  readonly column: number
}

interface Mutant {
  readonly area: string
  readonly file: string
  readonly line: number
  /** The line it begins in, without indentation. */
  readonly at: string
  /** `what it was → what it became`. */
  readonly change: string
  readonly end: 'killed' | 'reasoned' | 'alive' | 'wording'
}

const reasons = new Map(
  (REASONS as unknown as readonly Reason[]).flatMap(({ file, why, mutants }) =>
    Object.entries(mutants).flatMap(([at, changes]) =>
      changes.map((change) => [keyOf({ file, at, change }), why] as const),
    ),
  ),
)
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
const areas = readdirSync(FOLDER)
  .flatMap((name) => /^([a-z]+)\.json$/.exec(name)?.[1] ?? [])
  .filter((area) => wanted.length === 0 || wanted.includes(area))
const mutants = areas.flatMap(mutantsOf)
const logic = mutants.filter(({ end }) => end !== 'wording')
const alive = logic.filter(({ end }) => end === 'alive')
const files = new Set(mutants.map(({ file }) => file))
const surviving = new Set(mutants.filter(({ end }) => end === 'reasoned').map(keyOf))
const outdated = [...reasons.keys()].filter((key) => files.has(key.split('\n')[0] as string) && !surviving.has(key))

for (const { file, line, at, change } of alive)
  console.log(process.argv.includes('--entries') ? JSON.stringify([file, at, change]) : `${file}:${line}  ${change}`)
for (const key of outdated) console.log(`no longer survives, yet has a reason: ${key.replaceAll('\n', '  ')}`)
for (const area of areas) console.log(`${area}: ${counts(logic.filter((mutant) => mutant.area === area))}`)
console.log(`logic: ${counts(logic)}`)
console.log(`wording: ${mutants.length - logic.length} left out`)
process.exitCode = alive.length + outdated.length > 0 || share(logic) < REACH ? 1 : 0

// Helpers

function mutantsOf(area: string): readonly Mutant[] {
  const report = JSON.parse(readFileSync(`${FOLDER}/${area}.json`, 'utf8')) as Report
  return Object.entries(report.files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n')
    const starts = [0]
    for (const line of lines) starts.push((starts.at(-1) as number) + line.length + 1)
    const offset = ({ line, column }: Place) => (starts[line - 1] as number) + column - 1
    return mutants.map((mutant): Mutant => {
      const { start, end } = mutant.location
      const found = {
        file,
        at: (lines[start.line - 1] as string).trim(),
        change: `${short(source.slice(offset(start), offset(end)))} → ${short(mutant.replacement ?? '')}`,
      }
      return { area, line: start.line, ...found, end: endOf(mutant, keyOf(found)) }
    })
  })
}

function endOf({ status, statusReason }: Found, key: string): Mutant['end'] {
  if (status === 'Ignored' && statusReason === 'wording') return 'wording'
  if (status === 'Killed' || status === 'Timeout') return 'killed'
  return reasons.has(key) ? 'reasoned' : 'alive'
}

function keyOf({ file, at, change }: Pick<Mutant, 'file' | 'at' | 'change'>): string {
  return [file, at, change].join('\n')
}

function counts(of: readonly Mutant[]): string {
  const number = (end: Mutant['end']) => of.filter((mutant) => mutant.end === end).length
  const killed = `${number('killed')} of ${of.length} killed (${share(of).toFixed(1)} %)`
  return `${killed}, ${number('reasoned')} survive with a reason, ${number('alive')} without`
}

function share(of: readonly Mutant[]): number {
  return of.length === 0 ? 100 : (100 * of.filter(({ end }) => end === 'killed').length) / of.length
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 100 ? `${line.slice(0, 100)}…` : line
}
