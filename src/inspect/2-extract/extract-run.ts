import { TribunalError } from '../../errors.ts'
import type { RunFiles } from '../../trace/run-files.ts'
import { parseContract } from '../contracts/parse-contract.ts'
import type { LogReading } from '../dialects/log-reading.ts'
import { EMPTY_LOG, readLog } from '../dialects/read-log.ts'
import { decodeText } from '../dialects/text-lines.ts'
import { excerptOf } from '../excerpt.ts'
import type { Depth } from '../inspection.ts'
import type { Layout } from '../layouts/layout.ts'
import type { Wiring } from '../manifests/wiring.ts'
import { boundWiring } from './bound-wiring.ts'
import { findUnclaimed } from './find-unclaimed.ts'
import { gapsOf } from './gaps-of.ts'
import { LIMITS } from './limits.ts'
import type { Material } from './material.ts'
import { readArbitrations } from './read-arbitrations.ts'
import { readCalls } from './read-calls.ts'
import { readDeep } from './read-deep.ts'
import { readErrorFiles } from './read-error-files.ts'
import { readOutputs, sizeOf } from './read-outputs.ts'
import { logOfLedger, readPublished } from './read-published.ts'
import { readUpstream } from './read-upstream.ts'
import { settleStatus } from './settle-status.ts'

/**
 * Stage 2: reads a run as its layout lays it out. Light reads the log, the manifest and sizes; deep reads all.
 *
 * @param runId - used when the run itself states none
 * @throws TribunalError `corrupted-log` when no dialect reads the log, `unreadable-run` when a critical file cannot be read
 */
export function extractRun(files: RunFiles, layout: Layout, depth: Depth, runId: string | undefined): Material {
  const located = layout.locate(files)
  const gaps: string[] = []
  const text = (path: string | null, limit: number) => {
    const size = path === null ? null : sizeOf(files, path)
    if (path === null || size === null || size === 0) return null
    if (size > limit) gaps.push(`${path} was read to ${limit} of its ${size} bytes`)
    return files.read(path, limit)
  }
  const decoded = (bytes: Uint8Array | null) => (bytes ? decodeText(bytes) : null)
  const manifest = decoded(text(located.manifest, LIMITS.manifest))
  const needsRoot = depth === 'deep' || manifest === null
  const rootSource = needsRoot ? decoded(text(located.root, LIMITS.root)) : null
  const root = rootSource === null ? null : parseContract(located.root ?? '', rootSource)
  if (root?.isCut) gaps.push(`${located.root} has more lines than are read of a contract`)
  const log = logIn(files, located.log)
  const marks = () => log?.read(new Set())
  const wiring = boundWiring(layout.wire({ files, manifest, rootText: rootSource, root, marks }))
  for (const gap of wiring.gaps) gaps.push(gap)
  const published = readPublished(files, located, layout.versions, wiring, depth, gaps)
  const { ledger } = published
  const reading = ledger && located.log === null ? logOfLedger(ledger) : logOf(log, wiring, gaps)
  const place = layout.published ?? 'bindings'
  const unclaimed =
    depth === 'deep' && layout.versions === undefined ? findUnclaimed(files.list(), wiring, reading, place) : []
  const errorFiles = readErrorFiles(files, wiring.services, depth, gaps)
  const outputs = readOutputs(files, wiring.services, depth, gaps)
  const { boundRuns, ...material } = readDeep(files, wiring, place, depth, gaps)
  const arbitrations = readArbitrations(files, depth, gaps)
  const strays = located.logMarksOutputs ? [] : unclaimed
  const unjudged = depth === 'deep' ? gapsOf(files, wiring, reading, root, material.contracts, strays) : []
  for (const gap of unjudged) gaps.push(gap)
  return {
    depth,
    layout: layout.id,
    located,
    runId: firstOf(reading.header?.runId, wiring.runId ?? '', ledger?.head, runId, 'unknown'),
    system: firstOf(wiring.system, reading.header?.system, root?.name, 'unknown'),
    missing: [
      located.log,
      located.root,
      located.manifest,
      located.log === null ? (located.receipts ?? null) : null,
    ].filter(
      (path): path is string =>
        path !== null && ((sizeOf(files, path) ?? 0) === 0 || (path === located.manifest && !wiring.readable)),
    ),
    wiring,
    log: reading,
    status: settleStatus(reading, errorFiles.length > 0, ledger, wiring),
    ...published,
    outputs,
    root: depth === 'deep' ? root : null,
    rootSource: depth === 'deep' ? rootSource : null,
    errorFiles,
    ...material,
    unclaimed,
    upstream: depth === 'deep' ? readUpstream(reading, located.log ?? '', boundRuns) : [],
    calls: depth === 'deep' ? readCalls(files.list(), wiring.services, reading, located.log ?? '') : [],
    arbitrations,
    outside: outsideOf(files, wiring, depth),
    exists: (path) => (sizeOf(files, path) ?? 0) > 0,
    gaps,
  }
}

// Helpers

const firstOf = (...names: (string | undefined)[]): string =>
  excerptOf(names.find((name) => name !== undefined && name !== '') ?? '')

/** Links that leave the run: all of them when all files are listed, else those where something declared belongs. */
function outsideOf(files: RunFiles, { services }: Wiring, depth: Depth): readonly string[] {
  const declared = () => services.flatMap(({ outputs }) => outputs.flatMap(({ binding }) => binding ?? []))
  const found = depth === 'deep' ? files.list() : declared().flatMap((path) => files.stat(path) ?? [])
  return found.filter(({ kind }) => kind === 'outside').map(({ path }) => path)
}

/** A log, to be read as often as it takes: a large one in pieces. */
interface Log {
  readonly path: string
  read(services: ReadonlySet<string>): LogReading | undefined
}

function logIn(files: RunFiles, path: string | null): Log | null {
  const size = path === null ? null : sizeOf(files, path)
  if (path === null || size === null || size === 0) return null
  const pieces = size > LIMITS.logAtOnce ? files.pieces?.(path, LIMITS.log) : undefined
  const bytes = pieces ?? files.read(path, LIMITS.log)
  return { path, read: (services) => readLog(bytes, services, size > LIMITS.log) }
}

function logOf(log: Log | null, { services }: Wiring, gaps: string[]): LogReading {
  if (!log) return EMPTY_LOG
  const { path } = log
  const reading = log.read(new Set(services.map(({ name }) => name)))
  if (!reading)
    throw new TribunalError(
      'corrupted-log',
      `${path} holds neither a header nor an event that any dialect reads. Restore it, or inspect another copy of the run.`,
      { details: { path } },
    )
  if (reading.isCut)
    gaps.push(
      `${path} goes on beyond what is read of a log: what follows its ${reading.events.length} events is unknown`,
    )
  return reading
}
