import type { ErrorReport, ServiceReport } from '../inspection.ts'
import type { Case } from './case.ts'
import { classifyError } from './classify-error.ts'
import { declaredErrors } from './declared-errors.ts'
import { outcomeOf } from './effectiveness-parts.ts'

/** The breakdown by service. No layout read so far states a service's own times, so none are made up. */
export function serviceReports(subject: Case): readonly ServiceReport[] {
  return subject.states.map(({ service: { name }, status }) => {
    const outcomes = (subject.serviceClauses.get(name) ?? []).map((clause) => outcomeOf(name, clause, subject))
    const count = (outcome: string) => outcomes.filter((candidate) => candidate === outcome).length
    return {
      name,
      status,
      timing: { started_at: null, ended_at: null, duration_ms: null },
      contract: {
        satisfied: count('held'),
        partial: count('partial'),
        violated: count('not-held'),
        unevaluable: count('unevaluable') + (subject.unseenContracts.includes(name) ? 1 : 0),
      },
    }
  })
}

/** The failures that no later completion made good. */
export function errorReports(subject: Case): readonly ErrorReport[] {
  return subject.states.flatMap(({ service: { name }, error }) => {
    if (error === null) return []
    const handled = subject.excuses.handledBy.get(name)?.clause.text ?? null
    return [
      {
        service: name,
        error,
        class: classifyError(error, declaredErrors(subject.material, name)),
        handled_by: handled,
      },
    ]
  })
}
