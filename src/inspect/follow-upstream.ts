import { TribunalError } from '../errors.ts'
import type { RunFiles } from '../trace/run-files.ts'
import { isRunName, type SiblingRuns } from '../trace/sibling-runs.ts'
import type { NamedUpstream } from './2-extract/read-upstream.ts'
import type { InspectResult } from './inspect-run.ts'
import type { UpstreamReport } from './inspection.ts'

/** Follows the runs that a run took inputs from, each inspected once however many name it. */
export class UpstreamTrail {
  readonly #runs: SiblingRuns | undefined
  readonly #inspect: (files: RunFiles, trail: UpstreamTrail) => InspectResult
  readonly #known = new Map<string, UpstreamReport>()
  readonly #open = new Set<string>()

  /**
   * @param runs - the only place where they are looked for; none when it is undefined
   * @param inspect - inspects one of them, and through the trail those that it names
   */
  constructor(runs: SiblingRuns | undefined, inspect: (files: RunFiles, trail: UpstreamTrail) => InspectResult) {
    this.#runs = runs
    this.#inspect = inspect
  }

  /** @param self - the id of the run that names them: one that leads back to it ends there */
  follow(self: string, named: readonly NamedUpstream[]): readonly UpstreamReport[] {
    const ids = [...new Set(named.map(({ runId }) => runId))]
    const isOuter = !this.#open.has(self)
    this.#open.add(self)
    const reports = ids.map((id) => this.#report(id))
    if (isOuter) this.#open.delete(self)
    return reports
  }

  #report(run_id: string): UpstreamReport {
    const none = {
      run_id,
      completed: null,
      verdict: null,
      runtime_fidelity: null,
      task_effectiveness: null,
      upstream: [],
    }
    if (!isRunName(run_id)) return { ...none, error: 'outside-root' }
    if (!this.#runs) return { ...none, error: 'not-followed' }
    const known = this.#known.get(run_id)
    if (known) return { ...known, upstream: [] }
    if (this.#open.has(run_id)) return { ...none, error: 'circular' }
    if (this.#known.size >= MOST || this.#open.size >= DEEPEST) return { ...none, error: 'not-followed' }
    const files = this.#runs.open(run_id)
    const report = files ? this.#inspected(run_id, files, none) : { ...none, error: 'not-found' }
    this.#known.set(run_id, report)
    return report
  }

  #inspected(run_id: string, files: RunFiles, none: Omit<UpstreamReport, 'error'>): UpstreamReport {
    this.#open.add(run_id)
    try {
      const { inspection, evaluation, extraction } = this.#inspect(files, this)
      const { verdict, runtime_fidelity, task_effectiveness } = inspection
      const { completed } = extraction
      return {
        run_id,
        completed,
        verdict,
        runtime_fidelity,
        task_effectiveness,
        error: null,
        upstream: evaluation.upstream,
      }
    } catch (error) {
      if (error instanceof TribunalError) return { ...none, error: error.code }
      throw error
    } finally {
      this.#open.delete(run_id)
    }
  }
}

// Helpers

/** Runs that one inspection follows, and how far one leads to another. */
const MOST = 50
const DEEPEST = 8
