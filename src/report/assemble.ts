import { byCodeUnit, canonicalJson } from '../json/canonical-json.ts'
import type { FileEntry, Scope, TestEntry, TribunalDocument } from './document.ts'
import { type GateLevel, gate } from './gate.ts'
import type { Origin, RecordOf, TribunalRecord } from './records.ts'

/** What a document is assembled from. */
export interface Parts {
  readonly seed: number | null
  readonly scope: Scope
  readonly level: GateLevel
  readonly records: readonly TribunalRecord[]
  readonly tests?: readonly TestEntry[]
  readonly files?: readonly FileEntry[]
  readonly unreadable?: readonly string[]
}

/**
 * Sorts records into a document and gates it.
 *
 * @param parts - records in any order; with their tests and files where tests made them
 */
export function assemble({
  seed,
  scope,
  level,
  records,
  tests = [],
  files = [],
  unreadable = [],
}: Parts): TribunalDocument {
  const of = <K extends TribunalRecord['kind']>(kind: K): RecordOf<K>[] =>
    inOrder(records.filter((record): record is RecordOf<K> => record.kind === kind))
  const document = {
    format: 'tribunal',
    version: 1,
    seed,
    scope,
    inspections: of('inspection'),
    uninspectable: of('uninspectable'),
    trials: of('trial'),
    laws: of('law'),
    arbitrations: of('arbitration'),
    tests: inOrder(tests),
    files: inOrder(files),
    unreadable: [...unreadable].sort(byCodeUnit),
  } as const
  const { exitCode, ...result } = gate(document, level)
  return { ...document, gate: { level, ...result, exit_code: exitCode } }
}

/** A document's text: canonical JSON and a line's end. */
export const writeDocument = (document: TribunalDocument): string => `${canonicalJson(document)}\n`

/**
 * Sorts records, tests and files: by where they were made, then by all that they say, so that the order is the same
 * whoever came first.
 *
 * @param items - in any order
 */
export function inOrder<T>(items: readonly T[]): T[] {
  const keyed = items.map((item) => ({ item, place: placeOf(item), text: '' }))
  const textOf = (one: { item: T; text: string }): string => {
    // Only where two records share a place is all of them looked at.
    one.text ||= canonicalJson(one.item)
    return one.text
  }
  return keyed.sort((a, b) => byCodeUnit(a.place, b.place) || byCodeUnit(textOf(a), textOf(b))).map(({ item }) => item)
}

// Helpers

interface Placed {
  readonly origin?: Origin | null
  readonly project?: string
  readonly file?: string
  readonly test?: string
  readonly inspection?: { readonly system: string; readonly run_id: string }
}

function placeOf(item: unknown): string {
  const { origin, inspection, ...own } = item as Placed
  const { project = '', file = '', test = '' } = origin ?? own
  return [file, test, project, inspection?.system ?? '', inspection?.run_id ?? ''].join('\u0000')
}
