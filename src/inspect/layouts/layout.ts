import type { RunFiles } from '../../trace/run-files.ts'
import type { Contract } from '../contracts/contract.ts'
import type { Wiring } from '../manifests/wiring.ts'

/** One way in which run directories are laid out. */
export interface Layout {
  readonly id: string
  /** Whether the directory is laid out so; decided by what is there, never by what an output holds. */
  recognise(files: RunFiles): boolean
  /** Where its control files lie. */
  locate(files: RunFiles): Located
  /** Reads what was declared. */
  wire(sources: WiringSources): Wiring
}

/** The control files of one run; null where the layout has none. */
export interface Located {
  readonly log: string | null
  readonly root: string | null
  readonly manifest: string | null
}

/** What a layout may read the wiring from. */
export interface WiringSources {
  /** The manifest's text, or null when it is absent. */
  readonly manifest: string | null
  /** The root's contract; null when it is absent, or light did not read it. */
  readonly root: Contract | null
}
