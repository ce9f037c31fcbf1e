import { FLAGS } from '../inspect/3-evaluate/flags/flag-table.ts'
import { CAPS } from '../inspect/3-evaluate/score.ts'
import type { Flag, FlagId, Severity } from '../inspect/inspection.ts'

/** What a flag means, from the table that the evaluator goes by. Schema: explanation.schema.json. */
export interface FlagExplanation {
  readonly id: FlagId
  readonly severity: Severity
  readonly raised_when: string
  readonly layer: Flag['layer']
  /** The most that is left of each score; null where the flag leaves it alone. */
  readonly caps: { readonly runtime_fidelity: number | null; readonly task_effectiveness: number | null }
  /** The best verdict that a run with this flag can have. */
  readonly best_verdict: 'pass' | 'partial'
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
    caps: { runtime_fidelity: cap(fidelity), task_effectiveness: cap(effectiveness) },
    best_verdict: severity === 'critical' ? 'partial' : 'pass',
    remedy,
  }
}
