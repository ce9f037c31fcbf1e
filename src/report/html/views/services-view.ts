import type { Evaluation, Observation, ServiceReport } from '../../../inspect/inspection.ts'
import { visibleLine } from '../../visible.ts'
import { type ObservationView, observationViews } from './score-view.ts'
import type { Tone } from './tone.ts'

/** One service of an inspected run. */
export interface ServiceView {
  readonly name: string
  readonly status: string
  readonly tone: Tone
  readonly time: string
  readonly contract: string
  readonly contractTone: Tone
  /** Its clauses and how each was decided, those that are not kept first. */
  readonly rows?: readonly ObservationView[]
  readonly more?: string
}

/**
 * Prepares the services of a run: how each ended, when, and what became of the clauses of its contract.
 *
 * @param services - as the inspection has them
 * @param evaluation - of the same run: its contract part lists the clauses, each with the service that owns it
 * @param limit - clauses of each service that are shown
 */
export function servicesView(services: readonly ServiceReport[], evaluation: Evaluation, limit: number): ServiceView[] {
  const clauses = new Map<string, Observation[]>()
  for (const observation of evaluation.task_effectiveness.breakdown.contract_satisfaction.observations) {
    const owner = ownerOf(observation.what)
    clauses.set(owner, [...(clauses.get(owner) ?? []), observation])
  }
  return services.map((service) => serviceView(service, clauses.get(service.name) ?? [], limit))
}

// Helpers

/** As the evaluator words it: `clause of <service>, line <n>`, or `contract of <service>` where its contract is not in the run. */
function ownerOf(what: string): string {
  if (what.startsWith('contract of ')) return what.slice('contract of '.length)
  const end = what.lastIndexOf(', line ')
  return what.startsWith('clause of ') && end > 0 ? what.slice('clause of '.length, end) : ''
}

const STATUS_TONES: { readonly [status in ServiceReport['status']]: Tone } = {
  completed: 'pass',
  failed: 'fail',
  skipped: 'info',
  pending: 'partial',
  unknown: 'info',
}

function serviceView(
  { name, status, timing, contract }: ServiceReport,
  clauses: readonly Observation[],
  limit: number,
): ServiceView {
  const { satisfied, partial, violated, unevaluable } = contract
  const counts = [
    [violated, 'violated'],
    [partial, 'partly kept'],
    [satisfied, 'kept'],
    [unevaluable, 'undecided'],
  ] as const
  const told = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`)
  return {
    name: visibleLine(name),
    status,
    tone: STATUS_TONES[status],
    time: timeOf(timing),
    contract: told.length === 0 ? 'no clauses' : `clauses: ${told.join(' · ')}`,
    contractTone: violated > 0 ? 'fail' : partial > 0 ? 'partial' : satisfied > 0 ? 'pass' : 'info',
    ...(limit > 0 && clauses.length > 0 && observationViews(clauses, limit)),
  }
}

function timeOf({ started_at, ended_at, duration_ms }: ServiceReport['timing']): string {
  const span = [started_at, ended_at].flatMap((time) => (time === null ? [] : [visibleLine(time)])).join(' to ')
  if (duration_ms === null) return span || 'time not stated'
  return span === '' ? duration(duration_ms) : `${duration(duration_ms)}, ${span}`
}

const duration = (ms: number): string =>
  ms < 1_000 ? `${ms} ms` : ms < 120_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`
