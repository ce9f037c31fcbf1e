import { hashOf } from '../../json/canonical-json.ts'
import { isObject } from '../../json/json.ts'
import { parseJson } from '../../json/parse-json.ts'
import type { RunFiles } from '../../trace/run-files.ts'
import { decodeText, textLines } from '../dialects/text-lines.ts'
import type { Ledger, LedgerFault, Receipt } from './receipt.ts'

/**
 * Reads the receipts of a run and checks what each says of itself: its `content_hash` is the SHA-256 of its canonical JSON without that
 * field, and its `prev` the hash of the receipt of the same node before it.
 *
 * @param place - one file that holds an array, or a folder with a file of lines for each node
 */
export function readLedger(files: RunFiles, place: string, gaps: string[]): Ledger {
  const faults: LedgerFault[] = []
  const ordered = files.stat(place)?.kind === 'file'
  const raw = ordered ? fromArray(files, place, faults) : fromLines(files, place, faults, gaps)
  const byNode = new Map<string, Receipt[]>()
  const last = new Map<string, string>()
  let head = ''
  for (const [index, { value, path, line }] of raw.entries()) {
    const receipt = receiptOf(value, path, line, index + 1)
    if (typeof receipt === 'string') {
      faults.push({ node: nodeOf(value), message: receipt, path, line })
      continue
    }
    const { content_hash: hash, ...rest } = value
    const fault = (message: string) => faults.push({ node: receipt.node, message, path, line })
    if (bare(hash) !== hashOf(rest)) fault('its content does not hash to what it says')
    if ((value.prev ?? null) !== (last.get(receipt.node) ?? null)) fault('it does not follow the receipt before it')
    head = `receipts-${bare(hash).slice(0, 12)}`
    last.set(receipt.node, typeof hash === 'string' ? hash : '')
    const known = byNode.get(receipt.node)
    if (known) known.push(receipt)
    else byNode.set(receipt.node, [receipt])
  }
  return { byNode, ordered, faults, head }
}

// Helpers

/** A ledger beyond this is read no further. */
const LARGEST = 64 * 1024 * 1024

interface Raw {
  readonly value: Record<string, unknown>
  readonly path: string
  readonly line: number | null
}

function fromArray(files: RunFiles, path: string, faults: LedgerFault[]): readonly Raw[] {
  const parsed = parseJson(decodeText(files.read(path, LARGEST)), { allowBom: true })
  if (parsed.ok && Array.isArray(parsed.value))
    return parsed.value.flatMap((value: unknown) => {
      if (isObject(value)) return [{ value, path, line: null }]
      faults.push({ node: '', message: 'it is no object', path, line: null })
      return []
    })
  faults.push({ node: '', message: parsed.ok ? 'it is no list of receipts' : parsed.message, path, line: null })
  return []
}

function fromLines(files: RunFiles, folder: string, faults: LedgerFault[], gaps: string[]): readonly Raw[] {
  const found = files
    .list()
    .filter(({ path, kind }) => kind === 'file' && path.startsWith(`${folder}/`) && path.endsWith('.jsonl'))
  return found.flatMap(({ path, size }) => {
    if (size > LARGEST) gaps.push(`${path} was read to ${LARGEST} of its ${size} bytes`)
    const lines: Raw[] = []
    for (const { number, text } of textLines(files.read(path, LARGEST), LARGEST)) {
      if (text.trim() === '') continue
      const parsed = parseJson(text)
      if (parsed.ok && isObject(parsed.value)) lines.push({ value: parsed.value, path, line: number })
      else
        faults.push({ node: stemOf(path), message: parsed.ok ? 'it is no object' : parsed.message, path, line: number })
    }
    return lines
  })
}

const stemOf = (path: string) => path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/u, '')

const bare = (hash: unknown) => (typeof hash === 'string' ? hash.replace(/^sha256:/u, '') : '')

const nodeOf = (value: Record<string, unknown>) => (typeof value.node === 'string' ? value.node : '')

function receiptOf(value: Record<string, unknown>, path: string, line: number | null, place: number): Receipt | string {
  const { status, fingerprints, semantic_diff: diff } = value
  const node = nodeOf(value)
  if (node === '' || node.length > 200) return 'it names no node'
  if (status !== 'rendered' && status !== 'skipped' && status !== 'failed') return 'its status is none that is known'
  const version = isObject(fingerprints) && typeof fingerprints['@atomic'] === 'string' ? fingerprints['@atomic'] : ''
  const reason = isObject(diff) && typeof diff.failure_reason === 'string' ? diff.failure_reason : ''
  return { node, status, version, reason, path, line, place }
}
