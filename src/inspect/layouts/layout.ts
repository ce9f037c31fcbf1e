import type { RunFiles } from '../../trace/run-files.ts'
import type { Contract } from '../contracts/contract.ts'
import type { LogReading } from '../dialects/log-reading.ts'
import type { Wiring } from '../manifests/wiring.ts'

/** One way in which run directories are laid out. */
export interface Layout {
  readonly id: string
  /** Whether the directory is laid out so; decided by what is there, never by what an output holds. */
  recognise(files: RunFiles): boolean
  /** Where its control files lie; each of them is critical. */
  locate(files: RunFiles): Located
  /** Reads what was declared. */
  wire(sources: WiringSources): Wiring
}

/** The control files of one run; null where the layout has none. */
export interface Located {
  readonly log: string | null
  readonly root: string | null
  readonly manifest: string | null
  /** False where the log does not say which root it ran. */
  readonly logNamesRoot?: boolean
  /** Where receipts lie: a file that holds all of them, or a folder with a file for each node. */
  readonly receipts?: string
  /** Where nodes publish, when that is not `bindings`. */
  readonly published?: string
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

/** Whether a folder is there and may hold something. */
export const hasFolder = (files: RunFiles, path: string): boolean =>
  files.hasFolder?.(path) ?? files.list().some((file) => file.path.startsWith(`${path}/`))
