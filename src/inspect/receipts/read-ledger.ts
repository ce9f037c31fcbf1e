import { byCodeUnit, hashOf } from '../../json/canonical-json.ts'
import { isObject } from '../../json/json.ts'
import { jsonItems } from '../../json/json-items.ts'
import { filesUnder } from '../../trace/files-under.ts'
import type { RunFile, RunFiles } from '../../trace/run-files.ts'
import { decodeText, textLines } from '../dialects/text-lines.ts'
import { MOST_HOLDERS, parseRunJson } from '../parse-run-json.ts'
import type { Ledger, LedgerFault, Receipt } from './receipt.ts'

/**
 * Reads the receipts of a run and checks what each says of itself: its `content_hash` is the SHA-256 of its canonical JSON without that
 * field, and its `prev` the hash of the receipt of the same node before it.
 *
 * @param place - one file that holds an array, or a folder with a file for each node: lines, a list, or one receipt
 */
export function readLedger(files: RunFiles, place: string, gaps: string[]): Ledger {
  const faults: LedgerFault[] = []
  const ordered = files.stat(place)?.kind === 'file'
  const byNode = new Map<string, Receipt[]>()
  const last = new Map<string, string | null>()
  let head = ''
  let count = 0
  for (const { value, problem, path, line } of ordered
    ? fromArray(files, place, gaps)
    : fromLines(files, place, gaps)) {
    count += 1
    if (count > MOST_RECEIPTS) {
      faults.push({ node: '', message: `it is one of more than ${MOST_RECEIPTS}, and was not read`, path, line })
      break
    }
    const receipt = value ? receiptOf(value, path, line, count) : problem
    if (!value || typeof receipt === 'string') {
      faults.push({ node: value ? nodeOf(value) : ordered ? '' : stemOf(path), message: String(receipt), path, line })
      continue
    }
    const { content_hash: hash, ...rest } = value
    const fault = (message: string) => faults.push({ node: receipt.node, message, path, line })
    if (bare(hash) !== hashOf(rest)) fault('its content does not hash to what it says')
    if (addressOf(value.prev) !== (last.get(receipt.node) ?? null))
      fault(
        last.has(receipt.node) ? 'it does not follow the receipt before it' : 'what it follows is not in the ledger',
      )
    head = `receipts-${bare(hash).slice(0, 12)}`
    last.set(receipt.node, addressOf(hash))
    const known = byNode.get(receipt.node)
    if (known) known.push(receipt)
    else byNode.set(receipt.node, [receipt])
  }
  return { byNode, ordered, faults, head }
}

// Helpers

/** A ledger of lines beyond this many bytes is read no further; one array has to be held while it is read. */
const LARGEST_LINES = 64 * 1024 * 1024
const LARGEST_ARRAY = 16 * 1024 * 1024
const LONGEST_LINE = 1024 * 1024
const MOST_RECEIPTS = 50_000

/** What should be a receipt; without a value, what is wrong with it. */
interface Raw {
  readonly value: Record<string, unknown> | null
  readonly problem: string
  readonly path: string
  readonly line: number | null
}

const rawOf = (value: unknown, problem: string | undefined, path: string, line: number | null): Raw => ({
  value: problem === undefined && isObject(value) ? value : null,
  problem: problem ?? 'it is no object',
  path,
  line,
})

function* fromArray(files: RunFiles, path: string, gaps: string[]): Generator<Raw> {
  noteCut(files.stat(path), LARGEST_ARRAY, gaps)
  for (const { value, fault } of jsonItems(decodeText(files.read(path, LARGEST_ARRAY)), 100, MOST_HOLDERS))
    yield rawOf(value, fault?.message, path, null)
}

function* fromLines(files: RunFiles, folder: string, gaps: string[]): Generator<Raw> {
  for (const file of inNumbers(filesUnder(files.list(), folder))) {
    const { path, kind } = file
    if (kind !== 'file') continue
    if (path.endsWith('.json')) yield* fromJson(files, path, gaps)
    if (path.endsWith('.jsonl')) yield* fromJsonLines(files, file, gaps)
  }
}

/** `2.json` comes before `10.json`: receipts with a file each are numbered. */
function inNumbers(listing: readonly RunFile[]): readonly RunFile[] {
  const padded = (path: string) => path.replace(/\d{1,15}/gu, (digits) => digits.padStart(15, '0'))
  return listing
    .map((file) => [padded(file.path), file] as const)
    .sort(([a], [b]) => byCodeUnit(a, b))
    .map(([, file]) => file)
}

function* fromJsonLines(files: RunFiles, file: RunFile, gaps: string[]): Generator<Raw> {
  const { path, size } = file
  noteCut(file, LARGEST_LINES, gaps)
  const bytes = files.pieces?.(path, LARGEST_LINES) ?? files.read(path, LARGEST_LINES)
  let isFirst = true
  for (const { number, text } of textLines(bytes, LONGEST_LINE)) {
    if (text.trim() === '') continue
    const parsed = parseRunJson(text)
    // Some write one receipt over many lines.
    if (isFirst && !parsed.ok && size <= LONGEST_LINE && /^\s*[[{]\s*$/u.test(text))
      return yield* fromJson(files, path, gaps)
    isFirst = false
    yield rawOf(parsed.value, parsed.ok ? undefined : parsed.message, path, number)
  }
}

/** A machine that keeps no lines writes one receipt, or a list of them. */
function* fromJson(files: RunFiles, path: string, gaps: string[]): Generator<Raw> {
  const text = decodeText(files.read(path, LONGEST_LINE))
  if (text.trimStart().startsWith('[')) return yield* fromArray(files, path, gaps)
  const parsed = parseRunJson(text)
  yield rawOf(parsed.value, parsed.ok ? undefined : parsed.message, path, null)
}

function noteCut(file: RunFile | undefined, limit: number, gaps: string[]): void {
  if (file && file.size > limit) gaps.push(`${file.path} was read to ${limit} of its ${file.size} bytes`)
}

const stemOf = (path: string) => path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/u, '')

const bare = (hash: unknown) => (typeof hash === 'string' ? hash.replace(/^sha256:/u, '') : '')

/** A content address, or null; some write it with its algorithm and some without. */
const addressOf = (hash: unknown) => (typeof hash === 'string' ? bare(hash) : null)

const nodeOf = (value: Record<string, unknown>) => (typeof value.node === 'string' ? value.node.slice(0, 200) : '')

function receiptOf(value: Record<string, unknown>, path: string, line: number | null, place: number): Receipt | string {
  const { status, fingerprints, semantic_diff: diff } = value
  const node = nodeOf(value)
  if (node === '' || node !== value.node) return 'it names no node'
  if (status !== 'rendered' && status !== 'skipped' && status !== 'failed') return 'its status is none that is known'
  const version =
    isObject(fingerprints) && typeof fingerprints['@atomic'] === 'string' ? fingerprints['@atomic'].slice(0, 200) : ''
  const reason = isObject(diff) && typeof diff.failure_reason === 'string' ? diff.failure_reason.slice(0, 200) : ''
  return { node, status, version, reason, path, line, place }
}
