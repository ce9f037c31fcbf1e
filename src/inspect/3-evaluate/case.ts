import type { Material, OutputReading } from '../2-extract/material.ts'
import type { DecidedClause } from './decide-contracts.ts'
import type { Excuses } from './excuses.ts'
import type { ServiceState } from './service-states.ts'

/** All that the parts and the flags are judged by. */
export interface Case {
  readonly material: Material
  readonly states: readonly ServiceState[]
  readonly byName: ReadonlyMap<string, ServiceState>
  /** Declared outputs by path. */
  readonly outputs: ReadonlyMap<string, OutputReading>
  /** What the run returns, each with its output. */
  readonly returns: readonly ReturnedOutput[]
  readonly rootClauses: readonly DecidedClause[]
  readonly serviceClauses: ReadonlyMap<string, readonly DecidedClause[]>
  /** Decided invariants of the root, under null, and of the services. */
  readonly invariants: ReadonlyMap<string | null, readonly DecidedClause[]>
  /** True where nothing says what was to be done but what was done: then that it is there shows little. */
  readonly isUndeclared: boolean
  /** Services whose contract is declared and not there. */
  readonly unseenContracts: ReadonlySet<string>
  readonly excuses: Excuses
}

/** An output that the run returns. */
export interface ReturnedOutput {
  readonly name: string
  readonly path: string
  readonly output: OutputReading | undefined
  readonly optional: boolean
}
