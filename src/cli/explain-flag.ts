import { FLAGS } from '../inspect/3-evaluate/flags/flag-table.ts'
import { CAPS, GOAL_MISSED } from '../inspect/3-evaluate/score.ts'
import type { Flag, FlagId, Severity, Verdict } from '../inspect/inspection.ts'

/** What a flag means, from the table that the evaluator goes by. Schema: explanation.schema.json. */
export interface FlagExplanation {
  readonly id: FlagId
  readonly severity: Severity
  readonly raised_when: string
  readonly layer: Flag['layer']
  /** The most that is left of each score; null where the flag leaves it alone. */
  readonly caps: { readonly runtime_fidelity: number | null; readonly task_effectiveness: number | null }
  /** The best verdict that a run with this flag can have. */
  readonly best_verdict: Verdict
  readonly remedy: string
}

/** Tells flags from other names. */
export const isFlagId = (name: string): name is FlagId => Object.hasOwn(FLAGS, name)

/** All flags, the worst first. */
export const FLAG_IDS = Object.keys(FLAGS) as readonly FlagId[]

/** Explains one flag. */
export function explainFlag(id: FlagId): FlagExplanation {
  const { severity, fidelity, effectiveness, layer, raised, remedy } = FLAGS[id]
  const cap = (concern: Severity | null) => (concern === null ? null : CAPS[concern])
  return {
    id,
    severity,
    raised_when: raised,
    layer,
    caps: {
      runtime_fidelity: cap(fidelity),
      task_effectiveness: id === 'root-output-missing' ? GOAL_MISSED : cap(effectiveness),
    },
    best_verdict: FAILS.includes(id) ? 'fail' : severity === 'critical' ? 'partial' : 'pass',
    remedy,
  }
}

// Helpers

/** A run that did not complete fails, and so does one that misses its goal: with these there is nothing to weigh. */
const FAILS: readonly FlagId[] = ['incomplete-run', 'root-output-missing']
