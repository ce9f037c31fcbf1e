import { isObject } from '../../../json/json.ts'
import { isExcused } from '../../is-excused.ts'
import type { TrialRecord, ViolationRecord } from '../../records.ts'
import { visibleLine } from '../../visible.ts'
import { type CourseView, courseView } from './course-view.ts'
import { gapsView } from './gaps-view.ts'
import type { EntryView } from './inspection-view.ts'
import { expectationChips, originView, type TestsByOrigin } from './origin-view.ts'
import type { StepView } from './step-view.ts'
import { jsonView, shown, type TextView } from './text-view.ts'
import type { Tone } from './tone.ts'

/** One run of a composite under a scripted model. */
export interface TrialView extends EntryView, CourseView {
  readonly composite: string
  readonly run: string
  readonly status: string
  readonly size: string
  readonly top: string
  readonly violations: readonly { law: string; message: string; href: string; place: string }[]
  readonly failure: string
  /** Names of the laws that it breaks, for the filter. */
  readonly laws: readonly string[]
  readonly texts: readonly TextView[]
}

/**
 * Prepares a trial for the page: its calls in order, each in the lane of its slot.
 *
 * @param record - as it was recorded
 * @param id - its anchor
 * @param tests - finds the test that made it
 */
export function trialView(record: TrialRecord, id: string, tests: TestsByOrigin): TrialView {
  const { run, violations, origin } = record
  const { header, status, failure, result, usage } = run
  const course = courseView(record, id)
  const outcome = violations.length > 0 ? 'broken' : 'held'
  // What its test wants to see is no alarm.
  const tone: Tone = isExcused(record.expectation, outcome, 'held')
    ? 'info'
    : violations.length > 0
      ? 'fail'
      : status === 'failed'
        ? 'partial'
        : 'pass'
  return {
    id,
    tone,
    composite: visibleLine(header.composite),
    run: visibleLine(header.runId),
    status: violations.length > 0 ? 'violated' : status,
    size: `${usage.calls} call${usage.calls === 1 ? '' : 's'}`,
    top: visibleLine(violations[0]?.law ?? failure?.kind ?? boundOf(record)),
    violations: violations.map((violation) => violationView(violation, course.steps)),
    failure: failure === null ? '' : shown(failure.message, 2_000),
    ...course,
    laws: [...new Set(violations.map(({ law }) => visibleLine(law)))],
    texts: [
      ...(result === null ? [] : [jsonView('Result', result)]),
      jsonView('Input', header.input),
      jsonView('Config', header.config),
    ],
    gaps: gapsView(record),
    ...originView(origin, tests, expectationChips(record.expectation, outcome, 'held')),
  }
}

// Helpers

function boundOf({ run }: TrialRecord): string {
  const bound = run.events.find((event) => event.kind === 'bound-reached')
  return isObject(bound) && typeof bound.bound === 'string' ? `${bound.bound} reached` : ''
}

function violationView(
  { law, message, event }: ViolationRecord,
  steps: readonly StepView[],
): TrialView['violations'][number] {
  const step = steps.find(({ events }) => events.includes(event))
  return {
    law: visibleLine(law),
    message: shown(message, 2_000),
    href: step?.id ?? '',
    place: step === undefined || !step.call ? '' : `${step.slot}, ${step.ordinal}`,
  }
}
