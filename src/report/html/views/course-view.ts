import type { TrialRecord } from '../../records.ts'
import { type FlowView, flowView } from './flow-view.ts'
import { type LaneView, lanesOf, type StepView, stepsOf } from './step-view.ts'
import { type SwimView, swimView } from './swim-view.ts'

/** How a run went: at a glance, call by call, and who was told what. */
export interface CourseView {
  readonly lanes: readonly LaneView[]
  readonly steps: readonly StepView[]
  /** Null where nothing was called. */
  readonly swim: SwimView | null
  /** Null where nobody worked it out. */
  readonly flow: FlowView | null
}

/**
 * Prepares the course of a run for the page.
 *
 * @param shown - the run with its violations
 * @param id - anchor of the entry that it is in
 */
export function courseView(shown: Pick<TrialRecord, 'run' | 'violations' | 'flow'>, id: string): CourseView {
  const lanes = lanesOf(shown.run)
  const steps = stepsOf(shown, id, lanes)
  return {
    lanes,
    steps,
    swim: steps.some(({ call }) => call) ? swimView(shown, lanes, steps) : null,
    flow: flowView(shown, steps),
  }
}
