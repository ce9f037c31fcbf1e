/** What a manifest declares, whatever it is written in. Known before any evidence is read. */
export interface Wiring {
  readonly system: string
  /** The run id that the manifest states, or null. */
  readonly runId: string | null
  readonly inputs: readonly DeclaredInput[]
  readonly returns: readonly DeclaredReturn[]
  readonly services: readonly DeclaredService[]
  /** Producer before consumer; contradictory ones left out. */
  readonly edges: readonly Edge[]
  /** False when the manifest is there and cannot be read as one. */
  readonly readable: boolean
  /** What a strict validator would refuse. */
  readonly irregular: readonly Irregularity[]
  /** What feeds the run from outside and leaves receipts, without being a service. */
  readonly external: readonly string[]
  /** Steps of the order that the machine takes itself. */
  readonly actions: readonly string[]
  /** Services that the root lists and the manifest says it leaves out. */
  readonly omitted: readonly string[]
  /** What the declaration leaves open. */
  readonly gaps: readonly string[]
  /** Paths that lead out of the run; they are never followed. */
  readonly outside: readonly Irregularity[]
}

/** An input that the caller binds. */
export interface DeclaredInput {
  readonly name: string
  readonly path: string | null
  readonly optional: boolean
}

/** What the run returns to its caller: an output of one of its services. */
export interface DeclaredReturn {
  readonly name: string
  readonly service: string
  readonly path: string
  /** True when the manifest lets it be absent. */
  readonly optional: boolean
}

/** One service. */
export interface DeclaredService {
  readonly name: string
  /** Its contract, or null when the manifest names none inside the run. */
  readonly source: string | null
  readonly workspace: string
  readonly inputs: readonly ServiceInput[]
  readonly outputs: readonly DeclaredOutput[]
  readonly errors: readonly string[]
  readonly delegates: readonly string[]
  /** What the manifest says it must not do. */
  readonly prohibited?: readonly string[]
  /** True when the service is called again by design. */
  readonly loops: boolean
  /** True when nothing declares it and the log alone names it: its own marks are then no merit. */
  readonly derived?: boolean
}

/** What a service is given. `from` is a service's name, `caller`, or '' for what comes from neither. */
export interface ServiceInput {
  readonly name: string
  readonly from: string
  readonly output: string | null
  readonly path: string | null
  readonly optional: boolean
  /** Where the manifest says so, as a JSON pointer. */
  readonly at?: string
}

/** What a service leaves. */
export interface DeclaredOutput {
  readonly name: string
  /** The copy that others read; null for what stays in the workspace. */
  readonly binding: string | null
  readonly workspace: string | null
  /** True when a condition decides whether it is there. */
  readonly conditional: boolean
}

/** One dependency: the producer completes first. */
export interface Edge {
  readonly producer: string
  readonly consumer: string
}

/** A place in the manifest, as a JSON pointer or a line, and what is wrong with it. */
export interface Irregularity {
  readonly pointer: string
  readonly message: string
}

/** What is declared where nothing can be read. */
export const NO_WIRING: Wiring = {
  system: '',
  runId: null,
  inputs: [],
  returns: [],
  services: [],
  edges: [],
  readable: true,
  external: [],
  actions: [],
  omitted: [],
  gaps: [],
  irregular: [],
  outside: [],
}
