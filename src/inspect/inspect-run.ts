import { TribunalError } from '../errors.ts'
import { directoryFiles } from '../trace/directory-files.ts'
import type { RunFiles } from '../trace/run-files.ts'
import { type SiblingRuns, siblingRuns } from '../trace/sibling-runs.ts'
import { steadyFiles } from '../trace/steady-files.ts'
import { indexRun } from './1-index/index-run.ts'
import type { Registry } from './1-index/registry.ts'
import { extractRun } from './2-extract/extract-run.ts'
import type { Material } from './2-extract/material.ts'
import { publishExtraction } from './2-extract/publish-extraction.ts'
import { evaluateRun } from './3-evaluate/evaluate-run.ts'
import { synthesizeRun } from './4-synthesize/synthesize-run.ts'
import { withTrend } from './4-synthesize/trend.ts'
import type { Extraction } from './extraction.ts'
import { UpstreamTrail } from './follow-upstream.ts'
import { inspectChildren } from './inspect-children.ts'
import type { Depth, Evaluation, Inspection, UpstreamReport } from './inspection.ts'
import { recogniseLayout } from './layouts/recognise-layout.ts'

/** How to inspect a run. */
export interface InspectOptions {
  /** `deep` unless told otherwise. */
  readonly depth?: Depth | undefined
  /** Makes a missing critical file a flag instead of an error; such a run never passes. */
  readonly partial?: boolean | undefined
  /** Where inspections are remembered; it changes the trend sentence alone. */
  readonly registry?: Registry | undefined
  /** When the inspection is made, ISO 8601; only the registry's entry holds it. */
  readonly at?: string | undefined
  /** The run's id where the run itself states none. */
  readonly runId?: string | undefined
  /**
   * Where the runs lie that this one may have taken inputs from: a folder, or whatever opens them by their ids. Deep follows them there
   * and nowhere else; without it they are named and not followed.
   */
  readonly runs?: string | SiblingRuns | undefined
}

/** An inspection with what it was judged by and what was read for it. */
export interface InspectResult {
  readonly inspection: Inspection
  readonly evaluation: Evaluation
  readonly extraction: Extraction
}

/**
 * Inspects a finished run: how faithfully it was executed and how well it did what it was for. No model is asked; the same files
 * at the same depth give the same report. Source: openprose/prose evals/inspector.prose.md.
 *
 * @param subject - a run directory, or its files
 * @param options - deep, whole and without a registry unless told otherwise
 * @throws TribunalError `missing-artifacts`, `corrupted-log`, `unreadable-run`, `insufficient-data`, `unsupported-layout`,
 * `ambiguous-layout`; `invalid-input` for a depth that is none
 *
 * @example
 * ```ts
 * import { inspectRun } from 'vitest-tribunal'
 *
 * const { inspection } = inspectRun('fixtures/runs/perfect')
 * console.log(inspection.verdict, inspection.runtime_fidelity, inspection.task_effectiveness) // pass 98 98
 * ```
 */
export function inspectRun(subject: string | RunFiles, options: InspectOptions = {}): InspectResult {
  const { depth = 'deep', partial = false, registry, at, runId, runs } = options
  if (depth !== 'light' && depth !== 'deep')
    throw new TribunalError('invalid-input', `There is no depth "${String(depth)}". Inspect "light" or "deep".`)
  const files = steadyFiles(typeof subject === 'string' ? directoryFiles(subject) : subject)
  // Deep lists everything sooner or later: when it does so first, no file is looked at twice.
  if (depth === 'deep') files.list()
  // 1. Index: what is on record?
  const indexed = indexRun(files, depth, registry, at, { partial, runId })
  const notes = (id: string) => (depth === 'light' && indexed?.wasDeep(id) ? ['prior deep available'] : [])
  const trail = new UpstreamTrail(typeof runs === 'string' ? siblingRuns(runs) : runs, (other, own) =>
    inspectFiles(steadyFiles(other), { ...PART, depth, trail: own }, 0),
  )
  // What a report says of other runs is true of these bytes alone as long as it says nothing.
  const kept = indexed?.reusable
  const result =
    kept && isCurrent(kept, runs !== undefined) ? kept : inspectFiles(files, { depth, partial, runId, notes, trail }, 0)
  return indexed ? { ...result, inspection: withTrend(result.inspection, indexed.remember(result)) } : result
}

// Helpers

interface Plan {
  readonly depth: Depth
  readonly partial: boolean
  readonly runId: string | undefined
  /** Remarks from the registry on a run of that id. */
  readonly notes: (runId: string) => readonly string[]
  readonly trail: UpstreamTrail
}

/** How a run is inspected for the sake of another one. */
const PART = { partial: true, runId: undefined, notes: () => [] }

/** Whether a kept report would be made again: of other runs it says nothing, or that they were not followed and are not to be now. */
function isCurrent({ evaluation }: InspectResult, follows: boolean): boolean {
  const upstream: unknown = evaluation.upstream
  if (!Array.isArray(upstream)) return false
  return upstream.length === 0 || (!follows && upstream.every(isUnfollowed))
}

const isUnfollowed = ({ error }: UpstreamReport) => error === 'not-followed' || error === 'outside-root'

/** Everything but the registry: a run inside a run is inspected by this alone. */
function inspectFiles(files: RunFiles, plan: Plan, level: number): InspectResult {
  const { depth, partial, runId, notes, trail } = plan
  // 2. Extract: what is there?
  const material = extractRun(files, recogniseLayout(files), depth, runId)
  const extraction = publishExtraction(material, notes(material.runId))
  if (material.missing.length > 0 && !partial) throw missing(material, extraction)
  const inner = { depth, trail, ...PART }
  const children =
    depth === 'deep' ? inspectChildren(files, level, (child, next) => inspectFiles(child, inner, next)) : []
  const upstream = depth === 'deep' ? trail.follow(material.runId, material.upstream) : []
  // 3. Evaluate: what is it worth?
  const evaluation = evaluateRun(material, children, upstream)
  // 4. Synthesize: what is to be said of it?
  return synthesizeRun(extraction, evaluation)
}

function missing({ missing: paths, wiring, located }: Material, extraction: Extraction): TribunalError {
  const unread = wiring.readable ? undefined : paths.find((path) => path === located.manifest)
  const gone = paths.filter((path) => path !== unread)
  const why = (wiring.irregular.find(({ pointer }) => pointer === '') ?? wiring.irregular[0])?.message
  const said = [
    ...(gone.length > 0 ? [`The run lacks ${gone.join(', ')} (absent or empty).`] : []),
    ...(unread === undefined
      ? []
      : [`The run's ${unread} cannot be read as a manifest${why === undefined ? '' : ` (${why})`}.`]),
    'Inspect it with partial to get a report on the rest; it will not pass.',
  ]
  return new TribunalError(gone.length > 0 ? 'missing-artifacts' : 'unreadable-run', said.join(' '), {
    details: { missing: paths, extraction },
  })
}
