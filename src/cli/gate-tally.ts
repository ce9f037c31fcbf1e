import {
  type GateFacts,
  type GateLevel,
  type GateResult,
  gate,
  type JudgedInspection,
  type Refusal,
  settle,
} from '../report/gate.ts'
import type { RecordOf } from '../report/records.ts'
import { isInspected, type LeftOut, type Outcome } from './outcome.ts'

/** Keeps of each outcome what the gate looks at, and nothing else. */
export interface GateTally {
  add(outcome: Outcome): void
  /** A run that nobody can place in time was to be looked at, for all anyone knows: then not all was checked. */
  leftOut(folders: readonly LeftOut[]): void
  result(level: GateLevel): GateResult
}

/** Starts a tally: of runs named on a command line, so no test declared what it wants to see. */
export function gateTally(): GateTally {
  const inspections: JudgedInspection[] = []
  const uninspectable: RecordOf<'uninspectable'>[] = []
  const unplaced: Refusal[] = []
  return {
    add(outcome) {
      if (isInspected(outcome)) {
        const { system, run_id, verdict, runtime_fidelity, task_effectiveness } = outcome.inspection
        const inspection = { system, run_id, verdict, runtime_fidelity, task_effectiveness }
        inspections.push({ inspection, expectation: null, origin: null })
      } else uninspectable.push(uninspectableRecord(outcome))
    },
    leftOut(folders) {
      for (const { path, reason } of folders)
        if (reason === 'time-unknown')
          unplaced.push({
            status: 'unverified',
            rule: 'nothing-checked',
            subject: path,
            origin: null,
            message: `${path} was left out, as nothing says on which side of --since it lies.`,
          })
    },
    result(level) {
      const facts: GateFacts = {
        inspections,
        uninspectable,
        laws: [],
        arbitrations: [],
        files: [],
        unreadable: [],
        scope: { include: null, narrowed: 'no' },
      }
      return settle(facts, level, [...gate(facts, level).refusals, ...unplaced])
    },
  }
}

/** A run that could not be inspected, as the gate and the report know it. */
export const uninspectableRecord = ({
  path,
  error: { code, message },
}: Extract<Outcome, { readonly error: object }>): RecordOf<'uninspectable'> => ({
  kind: 'uninspectable',
  subject: path,
  code,
  message,
  origin: null,
  expectation: null,
})
