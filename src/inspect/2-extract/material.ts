import type { Contract } from '../contracts/contract.ts'
import type { LogReading } from '../dialects/log-reading.ts'
import type { StatusSource } from '../extraction.ts'
import type { Depth } from '../inspection.ts'
import type { Located } from '../layouts/layout.ts'
import type { DeclaredService, Wiring } from '../manifests/wiring.ts'
import type { Ledger, Receipt } from '../receipts/receipt.ts'
import type { ArbitrationFile } from './read-arbitrations.ts'
import type { Call } from './read-calls.ts'
import type { NamedUpstream } from './read-upstream.ts'

/** All that was read of a run, judging nothing: what the evaluator works on and the extraction is published from. */
export interface Material {
  readonly depth: Depth
  readonly layout: string
  readonly located: Located
  readonly runId: string
  readonly system: string
  /** Critical files that are absent, empty, or in the manifest's case no manifest. */
  readonly missing: readonly string[]
  readonly wiring: Wiring
  readonly log: LogReading
  readonly status: Status
  /** The receipts, where the layout has them and this depth reads them. */
  readonly ledger: Ledger | null
  /** Node → the version that it says is published, where the layout has versions. */
  readonly versions: ReadonlyMap<string, string>
  /** Nodes that published something, declared or not, each with one file of it; deep only. */
  readonly publishers: ReadonlyMap<string, string>
  /** What nodes that have receipts and that nothing declares publish; deep only. */
  readonly strays: readonly StrayPublication[]
  /** Earlier versions that a receipt says were rendered and that are not there, where the layout keeps them; deep only. */
  readonly lostVersions: readonly { readonly receipt: Receipt; readonly path: string }[]
  readonly outputs: readonly OutputReading[]
  /** Deep only; null when light, absent or empty. */
  readonly root: Contract | null
  readonly rootSource: string | null
  /** Service → its contract; null when it declares one that is not there. Deep only. */
  readonly contracts: ReadonlyMap<string, Contract | null>
  readonly errorFiles: readonly ErrorFile[]
  /** Input → its content as the caller bound it. Deep only. */
  readonly inputTexts: ReadonlyMap<string, string>
  /** Bindings that no manifest declares, by name; a name that two files share is left out. Deep only. */
  readonly extras: ReadonlyMap<string, ExtraBinding>
  /** Runs that this one names as those it took inputs from. Deep only. */
  readonly upstream: readonly NamedUpstream[]
  /** Who handed work to whom. Deep only. */
  readonly calls: readonly Call[]
  /** Published files that nothing declares and the log does not name. Deep only. */
  readonly unclaimed: readonly string[]
  /** Deep only. */
  readonly workspaces: ReadonlyMap<string, readonly string[]>
  /** Records of decisions that a model was asked for. Deep only. */
  readonly arbitrations: readonly ArbitrationFile[]
  /** Links that leave the run. */
  readonly outside: readonly string[]
  /** Whether a path is a file that holds something. */
  readonly exists: (path: string) => boolean
  readonly gaps: readonly string[]
}

/** How the run ended, and what says so. */
export interface Status {
  readonly completed: boolean
  readonly failed: boolean
  readonly source: StatusSource
  readonly line: number | null
  readonly text: string
}

/** What a node publishes that nothing declares. */
export interface StrayPublication {
  readonly node: string
  readonly path: string
  readonly version: string
  /** Null when there is no file. */
  readonly size: number | null
  /** Whether its content has another address than its name says. */
  readonly changed: boolean
}

/** One declared output and what lies where it belongs. */
export interface OutputReading {
  readonly service: DeclaredService
  readonly name: string
  /** Where others read it: its binding, or its workspace for what is not public. */
  readonly path: string
  readonly isPublic: boolean
  readonly conditional: boolean
  /** Null when there is no file. */
  readonly size: number | null
  /** Its start, deep only; null when absent or not read. */
  readonly text: string | null
  /** True when there is more of it than was read. */
  readonly cut: boolean
  /** Whether the binding equals its workspace copy; `unknown` when one of them could not be seen whole. */
  readonly copy: 'same' | 'differs' | 'unknown'
  readonly workspace: string | null
}

/** A binding that nothing declares. */
export interface ExtraBinding {
  readonly path: string
  readonly text: string
  readonly cut: boolean
}

/** One `__error.md`. */
export interface ErrorFile {
  readonly service: string
  readonly path: string
  /** The error's name, or '' when light did not read it or it has none. */
  readonly error: string
  readonly text: string
}
