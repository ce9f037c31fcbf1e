import { filesUnder } from '../../trace/files-under.ts'
import type { RunFiles } from '../../trace/run-files.ts'
import type { Contract } from '../contracts/contract.ts'
import type { LogReading } from '../dialects/log-reading.ts'
import type { Wiring } from '../manifests/wiring.ts'

/** One way in which run directories are laid out: all that is known of it, so that another one is another file and a line in the list. */
export interface Layout {
  readonly id: string
  /** Whether something is there that only this layout has; decided by what is there, never by what an output holds. */
  recognise(files: RunFiles): boolean
  /** Whether it may be this one all the same, where no layout has anything of its own: of several, the first in the list. */
  fallsBack?(files: RunFiles): boolean
  /** Where its control files lie. */
  locate(files: RunFiles): Located
  /** The folder in which its outputs are published; `bindings` unless told otherwise. */
  readonly published?: string
  /** What its nodes publish beside their receipts, where it has any. */
  readonly versions?: Versions
  /** Reads what was declared. */
  wire(sources: WiringSources): Wiring
}

/** What nodes with receipts publish. */
export interface Versions {
  /** The version that a node says is published, or ''. */
  of(files: RunFiles, node: string): string
  /** Where what a node publishes lies, or would lie. */
  file(files: RunFiles, node: string): string
  /** Each node of which something is published, and one file of it. */
  nodes(files: RunFiles): ReadonlyMap<string, string>
  /** Where a version of a node is kept, also when another one is published; absent where only what is published is kept. */
  kept?(node: string, version: string): string | null
}

/** The control files of one run, each of them critical; null where the layout has none. */
export interface Located {
  readonly log: string | null
  readonly root: string | null
  readonly manifest: string | null
  /** False where the log does not say which root it ran. */
  readonly logNamesRoot?: boolean
  /** True where every file of outputs is one statement's, which the log marks. */
  readonly logMarksOutputs?: boolean
  /** Where receipts lie: a file that holds all of them, or a folder with a file for each node. */
  readonly receipts?: string
  /** Files of another layout that this one may have as well. */
  readonly also?: readonly string[]
}

/** What a layout may read the wiring from. */
export interface WiringSources {
  readonly files: RunFiles
  /** The manifest's text, or null when it is absent. */
  readonly manifest: string | null
  /** The root's text and contract; null when it is absent, or light did not need it. */
  readonly rootText: string | null
  readonly root: Contract | null
  /** The log read without knowing any name. */
  readonly marks: () => LogReading | undefined
}

/** Whether a folder is there and holds something: machines make folders ahead of need. */
export const hasFolder = (files: RunFiles, path: string): boolean =>
  files.hasFolder?.(path) !== false && filesUnder(files.list(), path).length > 0
