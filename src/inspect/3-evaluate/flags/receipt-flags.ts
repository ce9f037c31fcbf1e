import type { OutputReading } from '../../2-extract/material.ts'
import type { Flag } from '../../inspection.ts'
import type { Ledger, Receipt } from '../../receipts/receipt.ts'
import type { Case } from '../case.ts'
import { atFile, atLog, atReceipt } from '../evidence.ts'
import { isThere, type ServiceState } from '../service-states.ts'
import { flag, MOST_EVIDENCE } from './flag-table.ts'

/** Where receipts, what was published, and the log do not bear each other out. A mark of completion alone shows nothing. */
export function* receiptFlags(subject: Case): Generator<Flag> {
  const { ledger } = subject.material
  if (!ledger) return
  for (const { node, message, path, line } of ledger.faults)
    yield flag('receipt-broken', `A receipt${node === '' ? '' : ` of "${node}"`} is not to be trusted: ${message}.`, [
      { path, ...(line !== null && { line }), excerpt: message },
    ])
  for (const state of subject.states) {
    const receipts = ledger.byNode.get(state.service.name) ?? []
    yield* nodeFlags(state, receipts, subject)
    yield* contraryFlags(state, receipts, subject)
  }
  const declared = new Set(subject.states.map(({ service }) => service.name))
  yield* strayFlags(declared, ledger, subject)
  const external = new Set(subject.material.wiring.external)
  for (const [node, receipts] of ledger.byNode)
    if (!declared.has(node) && !external.has(node))
      yield flag(
        'conflicting-evidence',
        `There are receipts of "${node}", which the manifest does not name.`,
        receipts.slice(0, 1).map(atReceipt),
      )
  yield* lostFlags(subject)
}

/** Whether a file that is named by its content's address holds something else. */
export const isChanged = ({ copy, workspace }: OutputReading): boolean => copy === 'differs' && workspace === null

// Helpers

/** The truth that stands is there; of what stood before, the receipts alone are left. */
function* lostFlags({ material: { lostVersions } }: Case): Generator<Flag> {
  if (lostVersions.length > 0)
    yield flag(
      'conflicting-evidence',
      `Receipts name ${lostVersions.length === 1 ? 'an earlier version that is' : `${lostVersions.length} earlier versions that are`} not there.`,
      lostVersions
        .slice(0, MOST_EVIDENCE / 2)
        .flatMap(({ receipt, path }) => [atReceipt(receipt), atFile(path, 'absent')]),
    )
}

/** What a node published of which no receipt says that it rendered, though nothing declares the node either. */
function* strayFlags(declared: ReadonlySet<string>, { byNode }: Ledger, { material }: Case): Generator<Flag> {
  const { publishers, strays, wiring } = material
  const rendered = new Map<string, Receipt>()
  for (const [node, receipts] of byNode)
    for (const receipt of receipts) if (receipt.status === 'rendered') rendered.set(node, receipt)
  // A folder may be called by the last part of a node's name.
  const withLeaves = (names: Iterable<string>) =>
    new Set([...names].flatMap((name) => [name, name.slice(name.lastIndexOf('.') + 1)]))
  const [known, external] = [withLeaves([...declared, ...rendered.keys()]), withLeaves(wiring.external)]
  for (const [node, path] of publishers)
    if (!known.has(node))
      yield flag(
        'receipt-broken',
        `"${node}" published, but ${external.has(node) ? '' : 'no manifest names it and '}no receipt says that it rendered.`,
        [atFile(path, 'no receipt')],
      )
  for (const { node, path, version, size, changed } of strays) {
    const receipt = rendered.get(node)
    if (!receipt) continue
    yield* vouchFlags(node, receipt, version, size === null || size === 0 ? [] : [{ path, size, changed }], [path])
  }
}

/** The log and the receipts of a node, where each says how it went last and they do not say the same. */
function* contraryFlags(
  { service, last }: ServiceState,
  receipts: readonly Receipt[],
  { material }: Case,
): Generator<Flag> {
  const latest = receipts.findLast(({ status }) => status !== 'skipped')
  // That nothing says it ever rendered is told as such.
  if (!receipts.some(({ status }) => status === 'rendered')) return
  if (material.located.log === null || !latest || (last?.kind !== 'completed' && last?.kind !== 'failed')) return
  if ((last.kind === 'failed') !== (latest.status === 'failed'))
    yield flag(
      'conflicting-evidence',
      `The log marks "${service.name}" ${last.kind === 'failed' ? 'failed' : 'done'}; its last receipt says that it ${latest.status}.`,
      [atLog(material, last), atReceipt(latest)],
    )
}

/** An address without its algorithm: some write it with and some without. */
const bare = (version: string): string => version.replace(/^sha256:/u, '')

/** What is wrong between the version that the last receipt names and the one that is published. */
function mismatch(named: string, published: string): string {
  if (published === '') return 'published without saying which version'
  return named === ''
    ? 'published a version, and its last receipt names none'
    : 'published another version than its last receipt names'
}

function* nodeFlags(
  { service, outputs, done }: ServiceState,
  receipts: readonly Receipt[],
  { material }: Case,
): Generator<Flag> {
  const rendered = receipts.filter(({ status }) => status === 'rendered').at(-1)
  const there = outputs.filter(isThere)
  const [mark] = done
  if (!rendered) {
    if (there.length > 0)
      yield flag(
        'receipt-broken',
        `"${service.name}" published, but no receipt says that it rendered.`,
        there.map(({ path, size }) => atFile(path, `${size} bytes`)),
      )
    if (mark && material.located.log !== null)
      yield flag('receipt-broken', `"${service.name}" is marked done, but no receipt says that it rendered.`, [
        atLog(material, mark),
      ])
    return
  }
  const published = there.map((output) => ({ path: output.path, size: output.size!, changed: isChanged(output) }))
  const version = material.versions.get(service.name) ?? ''
  yield* vouchFlags(
    service.name,
    rendered,
    version,
    published,
    outputs.map(({ path }) => path),
  )
}

/** What a node's last successful receipt says against what it published. */
function* vouchFlags(
  node: string,
  rendered: Receipt,
  version: string,
  published: readonly { readonly path: string; readonly size: number; readonly changed: boolean }[],
  places: readonly string[],
): Generator<Flag> {
  const [first] = published
  if (!first) {
    yield flag('receipt-broken', `"${node}" has a receipt, but what it published is not there.`, [
      atReceipt(rendered),
      ...places.map((path) => atFile(path, 'absent')),
    ])
    return
  }
  if (rendered.version === '' || bare(version) !== bare(rendered.version))
    yield flag('receipt-broken', `"${node}" ${mismatch(rendered.version, version)}.`, [
      atReceipt(rendered),
      atFile(first.path, version === '' ? 'no version' : version),
    ])
  const changed = published.filter((one) => one.changed)
  if (changed.length > 0)
    yield flag(
      'receipt-broken',
      `What "${node}" published is not what its receipt names: its content has another address.`,
      [atReceipt(rendered), ...changed.map(({ path, size }) => atFile(path, `${size} bytes`))],
    )
}
