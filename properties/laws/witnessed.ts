import type { Violation } from '../../src/invariants/invariant.ts'

/** A violation with the way that led to it: where something was born, each hop, where it was seen. */
export interface WitnessedViolation extends Violation {
  readonly witness: readonly string[]
}
