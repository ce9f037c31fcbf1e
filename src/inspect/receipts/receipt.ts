/** One entry of a ledger, as far as it is needed. Source: docs/layouts.md §4.4. */
export interface Receipt {
  readonly node: string
  readonly status: 'rendered' | 'skipped' | 'failed'
  /** The version that stands after it, or ''. */
  readonly version: string
  readonly reason: string
  readonly path: string
  /** The line in a ledger of lines; null in one array. */
  readonly line: number | null
  /** Its place in the ledger, from 1. */
  readonly place: number
}

/** What the ledger of a run says. */
export interface Ledger {
  readonly byNode: ReadonlyMap<string, readonly Receipt[]>
  /** True when all receipts lie in one file, whose order is that of the run. */
  readonly ordered: boolean
  readonly faults: readonly LedgerFault[]
  /** `receipts-` and the start of the hash of the last receipt; '' when there is none. */
  readonly head: string
}

/** A receipt that cannot be trusted. */
export interface LedgerFault {
  readonly node: string
  readonly message: string
  readonly path: string
  readonly line: number | null
}
