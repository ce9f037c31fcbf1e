import { byCodeUnit } from '../../../json/canonical-json.ts'
import { isExcused } from '../../is-excused.ts'
import type { LawRecord, MutantRecord } from '../../records.ts'
import { visibleLine } from '../../visible.ts'
import { type CourseView, courseView } from './course-view.ts'
import { gapsView } from './gaps-view.ts'
import type { EntryView } from './inspection-view.ts'
import { expectationChips, originView, type TestsByOrigin } from './origin-view.ts'
import { shown } from './text-view.ts'
import type { Tone } from './tone.ts'

/** One property-based check of a law. */
export interface LawView extends EntryView {
  readonly law: string
  readonly subject: string
  readonly status: string
  readonly tries: string
  readonly message: string
  readonly facts: readonly { readonly name: string; readonly value: string }[]
  readonly covered: readonly { readonly name: string; readonly count: number; readonly width: number }[]
  readonly missing: string
  readonly counterexample: string
  readonly mutants: readonly { mutant: string; killed: string; tries: number; tone: Tone }[]
  readonly courses: readonly (CourseView & { readonly title: string })[]
}

/**
 * Prepares the check of a law for the page.
 *
 * @param record - as it was recorded
 * @param id - its anchor
 * @param tests - finds the test that made it
 */
export function lawView(record: LawRecord, id: string, tests: TestsByOrigin): LawView {
  const { law, subject, status, tries, discards, seed, path, covered, missing, counterexample, message } = record
  const { run, mutants = [], trials = [] } = record
  const most = Math.max(1, ...Object.values(covered))
  const tone = toneOf(record)
  return {
    id,
    tone,
    law: visibleLine(law),
    laws: [visibleLine(law)],
    subject: visibleLine(subject),
    status,
    tries: run !== undefined ? 'one run' : `${tries} ${tries === 1 ? 'try' : 'tries'}`,
    message: shown(message, 4_000),
    facts:
      run !== undefined
        ? [{ name: 'run', value: visibleLine(run) }]
        : [
            { name: 'tries', value: String(tries) },
            { name: 'discarded', value: String(discards) },
            { name: 'seed', value: String(seed) },
            ...(path === null ? [] : [{ name: 'path', value: visibleLine(path) }]),
          ],
    covered: Object.keys(covered)
      .sort(byCodeUnit)
      .map((name) => ({
        name: visibleLine(name),
        count: covered[name]!,
        width: Math.round((100 * covered[name]!) / most),
      })),
    missing: missing.map(visibleLine).join(', '),
    counterexample: counterexample === null ? '' : shown(counterexample),
    mutants: mutants.slice(0, MOST).map(mutantView),
    courses: trials.map((trial, index) => ({
      title: trials.length === 1 ? 'The run that shows it' : index === 0 ? 'One run that shows it' : 'The other run',
      ...courseView(trial, `${id}-run-${index + 1}`),
    })),
    gaps: gapsView(record),
    ...originView(
      record.origin,
      tests,
      expectationChips(record.expectation, status, 'held'),
      run === undefined ? seed : undefined,
    ),
  }
}

// Helpers

/** Planted faults that one table shows. */
const MOST = 200

const mutantView = ({ mutant, killed_by, tries }: MutantRecord): LawView['mutants'][number] => ({
  mutant: visibleLine(mutant),
  killed: killed_by === null ? 'nothing' : visibleLine(killed_by),
  tries,
  tone: killed_by === null ? 'fail' : 'pass',
})

const toneOf = ({ status, expectation }: LawRecord): Tone =>
  isExcused(expectation, status, 'held')
    ? 'info'
    : ({ held: 'pass', broken: 'fail', unverified: 'partial' } as const)[status]
