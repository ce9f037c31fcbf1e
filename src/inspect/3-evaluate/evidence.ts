import type { Material } from '../2-extract/material.ts'
import type { Clause } from '../contracts/contract.ts'
import { excerptOf } from '../excerpt.ts'
import type { Evidence } from '../inspection.ts'
import type { Irregularity } from '../manifests/wiring.ts'
import type { Receipt } from '../receipts/receipt.ts'
import { logOf } from './log-of.ts'

/** A line of the log. */
export function atLog(material: Material, { line, text }: { readonly line: number; readonly text: string }): Evidence {
  const path = logOf(material)
  const excerpt = excerptOf(text)
  // A ledger in one array has places, not lines.
  return material.log.dialect === 'receipts' ? { path, excerpt } : { path, line, excerpt }
}

/** A whole file, or its absence. */
export const atFile = (path: string, excerpt: string): Evidence => ({ path, excerpt: excerptOf(excerpt) })

/** A receipt: its line, or its place in a ledger that is one array. */
export const atReceipt = ({ path, line, node, status, place }: Receipt): Evidence => ({
  path,
  ...(line !== null && { line }),
  excerpt: excerptOf(`receipt${line === null ? ` ${place}` : ''}: ${node} ${status}`),
})

/** A clause of a contract. */
export const atClause = (path: string, clause: Clause): Evidence => ({
  path,
  line: clause.line,
  excerpt: excerptOf(clause.text),
})

/** A place in the manifest, or in the root where that declares all there is. */
export const atManifest = (material: Material, { pointer, message }: Irregularity): Evidence => ({
  path: (material.located.manifest ?? material.located.root)!,
  excerpt: excerptOf(`${pointer} ${message}`),
})
