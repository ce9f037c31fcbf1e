import { canonicalJson } from '../json/canonical-json.ts'
import { withoutTrend } from './4-synthesize/trend.ts'
import type { InspectResult } from './inspect-run.ts'

/**
 * A result as canonical JSON without what may differ between two inspections of the same run: the trend, remarks that come
 * from the registry, durations and timestamps. Equal runs at equal depth give equal bytes.
 *
 * @param result - what inspectRun gave
 *
 * @example
 * ```ts
 * import { canonicalInspection, inspectRun } from 'vitest-tribunal'
 *
 * const once = canonicalInspection(inspectRun('fixtures/runs/perfect'))
 * console.log(once === canonicalInspection(inspectRun('fixtures/runs/perfect'))) // true
 * ```
 */
export function canonicalInspection({ inspection, evaluation, extraction }: InspectResult): string {
  const services = inspection.services.map(({ timing: _, ...service }) => service)
  const { notes: _, started_at: __, ended_at: ___, ...read } = extraction
  return canonicalJson({
    inspection: { ...inspection, services, summary: withoutTrend(inspection.summary) },
    evaluation: { ...evaluation, services },
    extraction: read,
  })
}
