import type { Verdict } from '../../inspect/inspection.ts'
import { byCodeUnit, canonicalJson } from '../../json/canonical-json.ts'
import type { TribunalDocument } from '../document.ts'
import type { LawStatus, Origin } from '../records.ts'

/** What a reviewed run found, as later runs are held against it. Schema: src/schemas/baseline.schema.json. */
export interface Baseline {
  readonly format: 'tribunal-baseline'
  readonly version: 1
  /** When it was reviewed, ISO 8601. */
  readonly accepted_at: string
  readonly note: string
  readonly cases: readonly BaselineCase[]
}

/** One inspection or law. */
export interface BaselineCase {
  readonly kind: 'inspection' | 'law'
  readonly project: string
  readonly file: string
  readonly test: string
  /** A system, or a law and its subject. */
  readonly subject: string
  readonly run_id?: string
  readonly verdict: Verdict | LawStatus
  readonly runtime_fidelity?: number
  readonly task_effectiveness?: number
  /** Ids of critical flags, each once. */
  readonly critical?: readonly string[]
}

/**
 * Takes the cases out of a run that a person has looked at.
 *
 * @param document - what that run found
 * @param accepted - when, ISO 8601, and what there is to say of it
 */
export const baselineOf = (document: TribunalDocument, accepted: { at: string; note: string }): Baseline => ({
  format: 'tribunal-baseline',
  version: 1,
  accepted_at: accepted.at,
  note: accepted.note,
  cases: baselineCases(document),
})

/** The text of a baseline: a case a line, so that a review shows which of them changed. */
export function writeBaseline({ cases, ...head }: Baseline): string {
  const lines = cases.map((one) => `    ${canonicalJson(one)}`)
  return `${JSON.stringify({ ...head, cases: [] }, null, 2).replace(/\[\]\n\}$/, '')}[\n${lines.join(',\n')}\n  ]\n}\n`
}

/** The cases of a run, in an order of their own. */
export function baselineCases({ inspections, laws }: TribunalDocument): BaselineCase[] {
  const cases = [
    ...inspections.map(({ inspection, origin }): BaselineCase => {
      const { system, run_id, verdict, runtime_fidelity, task_effectiveness, flags } = inspection
      const ids = flags.filter(({ severity }) => severity === 'critical').map(({ id }) => id)
      const critical = [...new Set(ids)].sort(byCodeUnit)
      const scores = { runtime_fidelity, task_effectiveness }
      return { kind: 'inspection', ...placeOf(origin), subject: system, run_id, verdict, ...scores, critical }
    }),
    // What a single run was held against comes and goes with its trial.
    ...laws
      .filter(({ run }) => run === undefined)
      .map(
        ({ law, subject, status, origin }): BaselineCase => ({
          kind: 'law',
          ...placeOf(origin),
          subject: `${law} of ${subject}`,
          verdict: status,
        }),
      ),
  ]
  const keyed = cases.map((one) => [caseKey(one), canonicalJson(one), one] as const)
  return keyed.sort(([a, x], [b, y]) => byCodeUnit(a, b) || byCodeUnit(x, y)).map(([, , one]) => one)
}

/** What makes two cases of two runs the same: where they were made, and what they are about. Run ids may change. */
export const caseKey = ({ kind, project, file, test, subject }: BaselineCase): string =>
  [file, test, project, kind, subject].join('\u0000')

// Helpers

const placeOf = (origin: Origin | null) => ({
  project: origin?.project ?? '',
  file: origin?.file ?? '',
  test: origin?.test ?? '',
})
