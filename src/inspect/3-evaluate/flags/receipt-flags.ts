import type { Flag } from '../../inspection.ts'
import type { Receipt } from '../../receipts/receipt.ts'
import type { Case } from '../case.ts'
import { atFile, atLog } from '../evidence.ts'
import { isThere, type ServiceState } from '../service-states.ts'
import { flag } from './flag-table.ts'

/** Where receipts, what was published, and the log do not bear each other out. A mark of completion alone shows nothing. */
export function* receiptFlags(subject: Case): Generator<Flag> {
  const { ledger } = subject.material
  if (!ledger) return
  for (const { node, message, path, line } of ledger.faults)
    yield flag('receipt-broken', `A receipt${node === '' ? '' : ` of "${node}"`} is not to be trusted: ${message}.`, [
      { path, ...(line !== null && { line }), excerpt: message },
    ])
  for (const state of subject.states) yield* nodeFlags(state, ledger.byNode.get(state.service.name) ?? [], subject)
  const declared = new Set(subject.states.map(({ service }) => service.name))
  yield* strayFlags(declared, subject)
  const external = new Set(subject.material.wiring.external)
  for (const [node, receipts] of ledger.byNode)
    if (!declared.has(node) && !external.has(node))
      yield flag(
        'conflicting-evidence',
        `There are receipts of "${node}", which the manifest does not name.`,
        receipts.slice(0, 1).map(atReceipt),
      )
}

// Helpers

/** What a node published of which no receipt says that it rendered, though nothing declares the node either. */
function* strayFlags(declared: ReadonlySet<string>, { material }: Case): Generator<Flag> {
  const names = [...declared, ...material.wiring.external]
  const rendered = [...(material.ledger?.byNode ?? [])].flatMap(([node, receipts]) =>
    receipts.some(({ status }) => status === 'rendered') ? [node] : [],
  )
  // A folder may be called by the last part of a node's name.
  const known = new Set([...names, ...rendered].flatMap((name) => [name, name.slice(name.lastIndexOf('.') + 1)]))
  for (const [node, path] of material.publishers)
    if (!known.has(node))
      yield flag('receipt-broken', `"${node}" published, and no receipt and no manifest knows of it.`, [
        atFile(path, 'no receipt'),
      ])
}

const atReceipt = ({ path, line, node, status, place }: Receipt) => ({
  path,
  ...(line !== null && { line }),
  excerpt: `receipt ${place}: ${node} ${status}`,
})

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
  if (there.length === 0)
    yield flag('receipt-broken', `"${service.name}" has a receipt, but what it published is not there.`, [
      atReceipt(rendered),
      ...outputs.map(({ path }) => atFile(path, 'absent')),
    ])
  const version = material.versions.get(service.name) ?? ''
  if (there.length > 0 && version !== rendered.version)
    yield flag(
      'receipt-broken',
      version === ''
        ? `"${service.name}" published without saying which version.`
        : `"${service.name}" published another version than its last receipt names.`,
      [atReceipt(rendered), atFile(there[0]!.path, version === '' ? 'no version' : version)],
    )
}
