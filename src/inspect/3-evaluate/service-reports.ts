import type { ServiceTimes } from '../dialects/log-reading.ts'
import { excerptOf } from '../excerpt.ts'
import type { ErrorReport, ServiceReport } from '../inspection.ts'
import type { Case } from './case.ts'
import { classifyError } from './classify-error.ts'
import { declaredErrors } from './declared-errors.ts'
import { outcomeOf } from './effectiveness-parts.ts'

/** The breakdown by service. Few logs state a service's own times, and none is made up. */
export function serviceReports(subject: Case): readonly ServiceReport[] {
  return subject.states.map(({ service: { name }, status }) => {
    const outcomes = (subject.serviceClauses.get(name) ?? []).map((clause) => outcomeOf(name, clause, subject))
    const count = (outcome: string) => outcomes.filter((candidate) => candidate === outcome).length
    return {
      name,
      status,
      timing: timingOf(subject.material.log.times.get(name)),
      contract: {
        satisfied: count('held'),
        partial: count('partial'),
        violated: count('not-held'),
        unevaluable: count('unevaluable') + (subject.unseenContracts.has(name) ? 1 : 0),
      },
    }
  })
}

/** The failures that no later completion made good. */
export function errorReports(subject: Case): readonly ErrorReport[] {
  return subject.states.flatMap(({ service, error }) => {
    if (error === null) return []
    const handled = subject.excuses.handledBy.get(service.name)?.clause
    return [
      {
        service: service.name,
        error,
        class: classifyError(error, declaredErrors(subject.material, service)),
        handled_by: handled ? excerptOf(handled.text, LONGEST) : null,
      },
    ]
  })
}

// Helpers

/** The most of a clause that is quoted. */
const LONGEST = 500

/** What the log says a service took, else the span between its two times. */
function timingOf(times: ServiceTimes | undefined): ServiceReport['timing'] {
  const { startedAt = null, endedAt = null, durationMs = null } = times ?? {}
  const span = startedAt === null || endedAt === null ? -1 : Date.parse(endedAt) - Date.parse(startedAt)
  return { started_at: startedAt, ended_at: endedAt, duration_ms: durationMs ?? (span < 0 ? null : span) }
}
