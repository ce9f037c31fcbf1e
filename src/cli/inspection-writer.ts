import type { GateResult } from '../report/gate.ts'
import type { Outcome } from './outcome.ts'

/** Puts outcomes on standard output in the order in which they come; keeps no more of them than it must. */
export interface InspectionWriter {
  add(outcome: Outcome): Promise<void>
  end(gate: GateResult): Promise<void>
}
