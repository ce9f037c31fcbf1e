import { readFileSync, statSync } from 'node:fs'
import type { ArbitrationRecord } from '../arbitration/arbitration-record.ts'
import { checkArbitrationRecord, type RecordCheck } from '../arbitration/check-record.ts'
import { LIMITS } from '../arbitration/contract.ts'
import type { ArbitrationFinding } from '../arbitration/record-finding.ts'
import { parseJson } from '../json/parse-json.ts'
import { visibleLine } from '../report/visible.ts'
import { type ExitCode, type Io, MISUSE, write } from './io.ts'
import { type Palette, paletteOf } from './palette.ts'

/**
 * Checks stored arbitration records against the contract and says what each shows.
 *
 * @param files - paths of JSON files, each one record
 * @param io - where to write
 * @returns 0 when all hold, 1 when one breaks the contract, 2 when one cannot be read or is no record of a known contract
 */
export async function arbitrateCheck(files: readonly string[], io: Io): Promise<ExitCode> {
  const palette = paletteOf(io.stdout, io)
  let worst: ExitCode = 0
  for (const file of files) {
    const read = readRecord(file)
    if ('why' in read) {
      await write(io.stderr, `error: ${visibleLine(`${file}: ${read.why}`)}\n`)
      worst = MISUSE
    } else {
      await write(io.stdout, describe(file, read, palette))
      if (read.check.status === 'broken' && worst === 0) worst = 1
    }
  }
  return worst
}

// Helpers

/** A thousand samples at their limits stay under this. */
const MOST_BYTES = 256 * 1024 * 1024

const MOST_FINDINGS = 50

interface Read {
  readonly record: ArbitrationRecord
  readonly check: RecordCheck
}

function readRecord(file: string): Read | { readonly why: string } {
  try {
    const stat = statSync(file)
    if (!stat.isFile())
      return { why: 'is no file. Give the path of a record, as arbitration/1.json of a run directory.' }
    if (stat.size > MOST_BYTES) return { why: `has ${stat.size} bytes; a record has at most ${MOST_BYTES}.` }
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
    const parsed = parseJson(text, { maxDepth: LIMITS.depth + 8 })
    if (!parsed.ok) return { why: `is no strict JSON: ${parsed.message}.` }
    const check = checkArbitrationRecord(parsed.value)
    if (check.status !== 'unreadable') return { record: parsed.value as unknown as ArbitrationRecord, check }
    const [first, ...more] = check.findings
    const others = more.length === 0 ? '' : `, and ${more.length} more`
    return {
      why: `is no arbitration record that can be checked: ${first!.pointer || 'the whole'} ${first!.message}${others}.`,
    }
  } catch (error) {
    return { why: `cannot be read: ${error instanceof Error ? error.message : String(error)}` }
  }
}

function describe(file: string, { record, check: { status, findings } }: Read, palette: Palette): string {
  const { form, outcome } = record
  const tone = status === 'holds' ? palette.green : palette.red
  const said = `${form}: ${JSON.stringify(outcome.action)} by the ${outcome.source} (${outcome.why})`
  return [
    `${tone(palette.inverse(` ${status.toUpperCase()} `))} ${palette.bold(visibleLine(file))}`,
    `  ${visibleLine(said)}`,
    ...findings.slice(0, MOST_FINDINGS).map((one) => lineOf(one, palette)),
    ...(findings.length > MOST_FINDINGS ? [`  … and ${findings.length - MOST_FINDINGS} more findings`] : []),
    '',
  ].join('\n')
}

function lineOf({ id, severity, pointer, message }: ArbitrationFinding, palette: Palette): string {
  const tone = { critical: palette.red, warning: palette.yellow, info: palette.dim }[severity]
  return `  ${tone(severity.padEnd(8))}  ${palette.bold(id)}: ${visibleLine(`${pointer} ${message}`.trim())}`
}
