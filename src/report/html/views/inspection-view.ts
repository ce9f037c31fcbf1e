import { isExcused, isExpected } from '../../is-excused.ts'
import type { InspectionRecord, UninspectableRecord } from '../../records.ts'
import { visibleLine } from '../../visible.ts'
import { type FlagView, flagView, worstFirst } from './evidence-view.ts'
import { gapsView } from './gaps-view.ts'
import { expectationChips, type OriginView, originView, type TestsByOrigin } from './origin-view.ts'
import { proseView, type Span } from './prose-view.ts'
import { type ScoreView, scoreView } from './score-view.ts'
import { type ServiceView, servicesView } from './services-view.ts'
import { shown } from './text-view.ts'
import type { Tone } from './tone.ts'

/** What every entry of a list has. */
export interface EntryView extends OriginView {
  readonly id: string
  readonly tone: Tone
  readonly gaps: readonly string[]
  /** Severities of its flags, or names of its laws: what the page filters by. */
  readonly severities?: readonly string[]
  readonly laws?: readonly string[]
}

/** One inspection. */
export interface InspectionView extends EntryView {
  readonly verdict: string
  readonly system: string
  readonly run: string
  readonly top: { readonly tone: Tone; readonly id: string } | null
  /** Set where the rest is in tribunal.json only. */
  readonly beyond?: true
  readonly summary: readonly Span[]
  readonly flags: readonly FlagView[]
  readonly scores: readonly ScoreView[]
  readonly services: readonly ServiceView[]
}

/** A run that could not be inspected. */
export interface UninspectableView extends EntryView {
  readonly subject: string
  readonly code: string
  readonly message: string
}

/** How much of an inspection is shown: all that a reader wants, or what ten thousand of them leave room for. */
export interface Room {
  readonly observations: number
  readonly flags: number
  /** Places of each flag's evidence. */
  readonly places: number
  readonly services: number
}

/**
 * Prepares an inspection for the page.
 *
 * @param record - as it was recorded
 * @param id - its anchor
 * @param tests - finds the test that made it
 * @param room - how many of its lists' items are shown
 */
export function inspectionView(record: InspectionRecord, id: string, tests: TestsByOrigin, room: Room): InspectionView {
  const { inspection, evaluation, expectation, origin } = record
  const { system, run_id, depth, verdict, services } = inspection
  const flags = worstFirst(inspection.flags)
  const [top] = flags
  return {
    id,
    // What its test wants to see is no alarm.
    tone: isExcused(expectation, verdict, 'pass') ? 'info' : verdict,
    verdict,
    system: visibleLine(system),
    run: visibleLine(`${run_id} · ${depth}`),
    top: top === undefined || top.severity === 'info' ? null : { tone: flagView(top).tone, id: visibleLine(top.id) },
    severities: SEVERITIES.filter((severity) => flags.some((flag) => flag.severity === severity)),
    ...(room.observations === 0 && { beyond: true }),
    summary: proseView(inspection.summary.slice(0, 4_000)),
    ...originView(origin, tests, expectationChips(expectation, verdict, 'pass')),
    flags: flags.slice(0, room.flags).map((flag) => flagView(flag, room.places)),
    gaps: [
      ...evaluation.evidence_gaps.slice(0, room.flags).map((gap) => shown(gap, 600)),
      ...left(evaluation.evidence_gaps.length - room.flags, 'gaps'),
      ...left(flags.length - room.flags, 'flags'),
      ...left(room.observations === 0 ? 0 : services.length - room.services, 'services'),
      ...gapsView(record),
    ],
    scores: [
      scoreView('Runtime fidelity', 'fidelity', evaluation.runtime_fidelity, room.observations),
      scoreView('Task effectiveness', 'effectiveness', evaluation.task_effectiveness, room.observations),
    ],
    services: servicesView(services.slice(0, room.services), evaluation, room.observations),
  }
}

/**
 * Prepares a run that could not be inspected for the page.
 *
 * @param record - as it was recorded
 * @param id - its anchor
 * @param tests - finds the test that made it
 */
export function uninspectableView(record: UninspectableRecord, id: string, tests: TestsByOrigin): UninspectableView {
  const tone = isExpected(record.expectation, record.code) ? 'info' : 'fail'
  return {
    id,
    tone,
    subject: visibleLine(record.subject),
    code: visibleLine(record.code),
    message: shown(record.message, 4_000),
    gaps: gapsView(record),
    ...originView(record.origin, tests, expectationChips(record.expectation, record.code, 'pass')),
  }
}

// Helpers

const SEVERITIES = ['critical', 'warning', 'info']

const left = (count: number, noun: string): string[] => (count > 0 ? [`${count} more ${noun} in tribunal.json.`] : [])
