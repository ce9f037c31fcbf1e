import { TribunalError } from '../../src/errors.ts'
import { canonicalInspection } from '../../src/inspect/canonical-inspection.ts'
import { type InspectResult, inspectRun } from '../../src/inspect/inspect-run.ts'
import type { Depth } from '../../src/inspect/inspection.ts'
import { memoryFiles } from '../../src/trace/memory-files.ts'
import type { RunDirectory } from '../arbitraries/run-directories.ts'

/** What laws of inspection are checked on: files in, a result out, or a TribunalError. */
export type Inspector = (files: RunDirectory, depth: Depth) => InspectResult

/** Ours; a missing critical file is a flag, so that more can be compared. */
export const ourInspector: Inspector = (files, depth) => inspectRun(memoryFiles(files), { depth, partial: true })

/** What an inspection comes to, where comparing goes: refusing to inspect is the least that can be said for a run. */
export type Judgment =
  | { readonly refused: string }
  | {
      readonly refused?: undefined
      readonly bytes: string
      readonly fidelity: number
      readonly effectiveness: number
      readonly verdict: number
    }

/** Inspects, and turns a refusal into data. */
export function judge(inspect: Inspector, files: RunDirectory, depth: Depth): Judgment {
  try {
    const result = inspect(files, depth)
    const { runtime_fidelity, task_effectiveness, verdict } = result.inspection
    return {
      bytes: canonicalInspection(result),
      fidelity: runtime_fidelity,
      effectiveness: task_effectiveness,
      verdict: ['fail', 'partial', 'pass'].indexOf(verdict),
    }
  } catch (error) {
    if (error instanceof TribunalError) return { refused: error.code }
    throw error
  }
}
