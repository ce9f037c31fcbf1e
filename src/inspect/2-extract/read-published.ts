import type { RunFiles } from '../../trace/run-files.ts'
import type { LogEvent, LogReading } from '../dialects/log-reading.ts'
import { EMPTY_LOG } from '../dialects/read-log.ts'
import { decodeText } from '../dialects/text-lines.ts'
import type { Depth } from '../inspection.ts'
import type { Located } from '../layouts/layout.ts'
import { nodeFolder } from '../layouts/mounted.ts'
import { publishedVersion } from '../layouts/reactor.ts'
import type { Wiring } from '../manifests/wiring.ts'
import { readLedger } from '../receipts/read-ledger.ts'
import type { Ledger } from '../receipts/receipt.ts'

/** Reads receipts and published versions. Light reads receipts only where they stand for the log. */
export function readPublished(
  files: RunFiles,
  { log, receipts }: Located,
  { services }: Wiring,
  depth: Depth,
  gaps: string[],
): { readonly ledger: Ledger | null; readonly versions: ReadonlyMap<string, string> } {
  const isLog = log === null
  if (receipts === undefined || (depth === 'light' && !isLog)) return { ledger: null, versions: new Map() }
  if (isLog && files.stat(receipts)?.kind !== 'file') return { ledger: null, versions: new Map() }
  const version = (node: string) => (isLog ? publishedVersion(files, node) : stampedVersion(files, node))
  return {
    ledger: readLedger(files, receipts, gaps),
    versions: new Map(services.map(({ name }) => [name, version(name)])),
  }
}

/** A ledger whose order is that of the run, told as a log. */
export function logOfLedger(ledger: Ledger): LogReading {
  const receipts = [...ledger.byNode.values()].flat().sort((a, b) => a.place - b.place)
  const events = receipts.map(
    ({ node, status, place, reason }): LogEvent => ({
      line: place,
      kind: status === 'rendered' ? 'completed' : status,
      step: String(place),
      tag: '',
      name: node,
      qualifier: String(place), // each render is one of its own: none is a repetition
      word: reason,
      note: '',
      text: `receipt ${place}: ${node} ${status}`,
    }),
  )
  return { ...EMPTY_LOG, dialect: 'receipts', events }
}

// Helpers

/** The address in a node's `.version`. */
function stampedVersion(files: RunFiles, node: string): string {
  const path = `${nodeFolder(files, node)}/.version`
  return files.stat(path)?.kind === 'file' ? decodeText(files.read(path, 1_024)).trim() : ''
}
