import type { RunFiles } from '../../trace/run-files.ts'
import type { LogEvent, LogReading } from '../dialects/log-reading.ts'
import { EMPTY_LOG } from '../dialects/read-log.ts'
import type { Depth } from '../inspection.ts'
import type { Located, Versions } from '../layouts/layout.ts'
import type { Wiring } from '../manifests/wiring.ts'
import { readLedger } from '../receipts/read-ledger.ts'
import type { Ledger } from '../receipts/receipt.ts'
import type { Material } from './material.ts'

/** Reads receipts and published versions. Light reads receipts only where they stand for the log. */
export function readPublished(
  files: RunFiles,
  { log, receipts }: Located,
  versions: Versions | undefined,
  { services }: Wiring,
  depth: Depth,
  gaps: string[],
): Pick<Material, 'ledger' | 'versions' | 'publishers' | 'lostVersions'> {
  const isLog = log === null
  const none = { ledger: null, versions: new Map(), publishers: new Map(), lostVersions: [] }
  if (receipts === undefined || (depth === 'light' && !isLog)) return none
  if (isLog && files.stat(receipts)?.kind !== 'file') return none
  const ledger = readLedger(files, receipts, gaps)
  return {
    ledger,
    versions: new Map(services.map(({ name }) => [name, versions?.of(files, name) ?? ''])),
    publishers: depth === 'deep' ? (versions?.nodes(files) ?? new Map()) : new Map(),
    lostVersions: depth === 'deep' && versions?.kept ? lostOf(files, ledger, versions.kept) : [],
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

/** Versions that a node rendered before the one that stands, and of which nothing is there. */
function lostOf(
  files: RunFiles,
  { byNode }: Ledger,
  kept: (node: string, version: string) => string | null,
): Material['lostVersions'] {
  return [...byNode].flatMap(([node, receipts]) => {
    const rendered = new Map(receipts.flatMap((r) => (r.status === 'rendered' ? [[r.version, r] as const] : [])))
    rendered.delete(receipts.findLast(({ status }) => status === 'rendered')?.version ?? '')
    return [...rendered].flatMap(([version, receipt]) => {
      const path = kept(node, version)
      return path !== null && files.stat(path) === undefined ? [{ receipt, path }] : []
    })
  })
}
