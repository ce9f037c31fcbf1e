import type { RunFiles } from '../../trace/run-files.ts'
import type { LogEvent, LogReading } from '../dialects/log-reading.ts'
import { EMPTY_LOG } from '../dialects/read-log.ts'
import type { Depth } from '../inspection.ts'
import type { Located, Versions } from '../layouts/layout.ts'
import type { Wiring } from '../manifests/wiring.ts'
import { readLedger } from '../receipts/read-ledger.ts'
import type { Ledger } from '../receipts/receipt.ts'
import { LIMITS } from './limits.ts'
import type { Material } from './material.ts'
import { addressed, readOr, sizeOf } from './read-outputs.ts'

/** Reads receipts and published versions. Light reads receipts only where they stand for the log. */
export function readPublished(
  files: RunFiles,
  { log, receipts }: Located,
  versions: Versions | undefined,
  { services }: Wiring,
  depth: Depth,
  gaps: string[],
): Pick<Material, 'ledger' | 'versions' | 'publishers' | 'strays' | 'lostVersions'> {
  const isLog = log === null
  const none = { ledger: null, versions: new Map(), publishers: new Map(), strays: [], lostVersions: [] }
  if (receipts === undefined || (depth === 'light' && !isLog)) return none
  if (isLog && files.stat(receipts)?.kind !== 'file') return none
  const ledger = readLedger(files, receipts, gaps)
  return {
    ledger,
    versions: new Map(services.map(({ name }) => [name, versions?.of(files, name) ?? ''])),
    publishers: depth === 'deep' ? (versions?.nodes(files) ?? new Map()) : new Map(),
    strays: depth === 'deep' && versions ? straysOf(files, ledger, versions, services, gaps) : [],
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

/** So many nodes that nothing declares are looked at. */
const MOST_STRAYS = 200

function straysOf(
  files: RunFiles,
  { byNode }: Ledger,
  versions: Versions,
  services: Wiring['services'],
  gaps: string[],
): Material['strays'] {
  const declared = new Set(services.map(({ name }) => name))
  const nodes = [...byNode.keys()].filter((node) => !declared.has(node))
  if (nodes.length > MOST_STRAYS)
    gaps.push(`of ${nodes.length} nodes that nothing declares, ${MOST_STRAYS} were looked at`)
  let room: number = LIMITS.allOutputs
  return nodes.slice(0, MOST_STRAYS).map((node) => {
    const path = versions.file(files, node)
    const size = sizeOf(files, path)
    const isRead = size !== null && size <= Math.min(LIMITS.output, room)
    if (isRead) room -= size
    const bytes = isRead ? readOr(files, path, LIMITS.output, gaps) : undefined
    const changed = bytes !== undefined && addressed(path, bytes, false) === 'differs'
    return { node, path, version: versions.of(files, node), size, changed }
  })
}

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
