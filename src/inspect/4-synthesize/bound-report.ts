import type { Extraction } from '../extraction.ts'
import type { Evaluation, Flag, Inspection, PartScore, ScoreReport } from '../inspection.ts'

/** How much of each list is shown. Counts and scores are of all, whatever is shown. */
interface Bounds {
  /** Flags of one id. */
  readonly flags: number
  /** Pieces of evidence for one flag or observation. */
  readonly evidence: number
  /** Observations of one part. */
  readonly observations: number
  /** Names and paths in one list. */
  readonly list: number
}

/** The report before it is bounded. */
export interface Report {
  readonly inspection: Inspection
  readonly evaluation: Evaluation
  readonly extraction: Extraction
}

/** A light report as JSON stays under this many characters. Source: issue "The whole path", §5. */
const LIGHT = 40_000

const DEEP_BOUNDS: Bounds = { flags: 100, evidence: 50, observations: 5_000, list: 10_000 }
const LIGHT_BOUNDS: readonly Bounds[] = [
  { flags: 50, evidence: 10, observations: 200, list: 200 },
  { flags: 20, evidence: 5, observations: 50, list: 50 },
  { flags: 10, evidence: 2, observations: 20, list: 20 },
  { flags: 5, evidence: 1, observations: 5, list: 5 },
  { flags: 2, evidence: 1, observations: 0, list: 0 },
]

/** Cuts long lists, telling how much is not shown; light reports become as short as they must be. */
export function boundReport(report: Report): Report {
  if (report.inspection.depth === 'deep') return cut(report, DEEP_BOUNDS)
  for (const bounds of LIGHT_BOUNDS.slice(0, -1)) {
    const bounded = cut(report, bounds)
    if (JSON.stringify(bounded).length < LIGHT) return bounded
  }
  return cut(report, LIGHT_BOUNDS.at(-1)!)
}

// Helpers

function cut({ inspection, evaluation, extraction }: Report, bounds: Bounds): Report {
  const hidden: string[] = []
  const list = <T>(items: readonly T[], what: string): readonly T[] => {
    if (items.length <= bounds.list) return items
    hidden.push(`${items.length - bounds.list} more ${what} are not shown`)
    return items.slice(0, bounds.list)
  }
  const flags = cutFlags(evaluation.flags, bounds)
  const services = list(evaluation.services, 'services')
  const {
    workspace_artifacts: artifacts,
    service_outputs: outputs,
    manifest_summary: summary,
    error_details: details,
  } = extraction
  const shown = {
    ...extraction,
    services_declared: extraction.services_declared.slice(0, bounds.list),
    services_completed: extraction.services_completed.slice(0, bounds.list),
    services_errored: extraction.services_errored.slice(0, bounds.list),
    bindings_present: list(extraction.bindings_present, 'present bindings'),
    bindings_missing: list(extraction.bindings_missing, 'missing bindings'),
    ...(summary && {
      manifest_summary: {
        execution_order: list(summary.execution_order, 'steps').map(({ service, after }) => ({
          service,
          after: after.slice(0, bounds.list),
        })),
        wiring: list(summary.wiring, 'inputs'),
        returns: list(summary.returns, 'returns'),
      },
    }),
    ...(outputs && { service_outputs: firstOf(outputs, bounds.list) }),
    ...(details && { error_details: list(details, 'error files') }),
    ...(artifacts && {
      workspace_artifacts: mapValues(artifacts, bounds.list, (paths, name) => list(paths, `files of ${name}`)),
    }),
  }
  const children = list(evaluation.children, 'runs inside it')
  const gaps = [...list(extraction.evidence_gaps, 'gaps'), ...hidden]
  return {
    inspection: { ...inspection, flags, services },
    evaluation: {
      ...evaluation,
      flags,
      services,
      errors: evaluation.errors.slice(0, bounds.list),
      children,
      runtime_fidelity: cutScore(evaluation.runtime_fidelity, bounds),
      task_effectiveness: cutScore(evaluation.task_effectiveness, bounds),
      evidence_gaps: gaps,
    },
    extraction: { ...shown, evidence_gaps: gaps },
  }
}

/** The first of some entries of entries. */
function firstOf<T>(
  map: { readonly [name: string]: { readonly [name: string]: T } },
  most: number,
): { readonly [name: string]: { readonly [name: string]: T } } {
  let room = most
  return mapValues(map, most, (entries) => {
    const kept = mapValues(entries, room, (entry) => entry)
    room -= Object.keys(kept).length
    return kept
  })
}

function cutFlags(flags: readonly Flag[], bounds: Bounds): readonly Flag[] {
  const counts = new Map<string, number>()
  for (const { id } of flags) counts.set(id, (counts.get(id) ?? 0) + 1)
  const shown = new Map<string, number>()
  return flags.flatMap((flag) => {
    const index = (shown.get(flag.id) ?? 0) + 1
    shown.set(flag.id, index)
    if (index > bounds.flags) return []
    const more = index === bounds.flags ? (counts.get(flag.id) ?? 0) - bounds.flags : 0
    const description = more > 0 ? `${flag.description} ${more} more of this kind are not shown.` : flag.description
    if (more <= 0 && flag.evidence.length <= bounds.evidence) return [flag]
    return [{ ...flag, description, evidence: flag.evidence.slice(0, bounds.evidence) }]
  })
}

function cutScore<Part extends string>(score: ScoreReport<Part>, bounds: Bounds): ScoreReport<Part> {
  const breakdown: { [part in Part]: PartScore } = { ...score.breakdown }
  for (const part of Object.keys(breakdown) as Part[]) breakdown[part] = cutPart(breakdown[part], bounds)
  return { ...score, breakdown }
}

/** What does not hold is shown first: it is what a reader looks for. */
function cutPart(part: PartScore, bounds: Bounds): PartScore {
  const { observations } = part
  if (
    observations.length <= bounds.observations &&
    observations.every(({ evidence }) => evidence.length <= bounds.evidence)
  )
    return part
  const kept =
    observations.length <= bounds.observations
      ? observations
      : [
          ...observations.filter(({ outcome }) => outcome !== 'held'),
          ...observations.filter(({ outcome }) => outcome === 'held'),
        ]
  return {
    ...part,
    observations: kept
      .slice(0, bounds.observations)
      .map((observation) => ({ ...observation, evidence: observation.evidence.slice(0, bounds.evidence) })),
  }
}

/** The same map where nothing of it changes. */
function mapValues<T>(
  map: { readonly [key: string]: T },
  most: number,
  change: (value: T, key: string) => T,
): { readonly [key: string]: T } {
  const keys = Object.keys(map)
  const values = keys.slice(0, most).map((key) => change(map[key]!, key))
  if (values.length === keys.length && values.every((value, index) => value === map[keys[index]!])) return map
  const changed: { [key: string]: T } = Object.create(null)
  for (const [index, value] of values.entries()) changed[keys[index]!] = value
  return changed
}
