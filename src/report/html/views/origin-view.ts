import type { TestEntry } from '../../document.ts'
import { isExpected } from '../../is-excused.ts'
import type { Expectation, Origin } from '../../records.ts'
import { visibleLine } from '../../visible.ts'
import { replayView } from './replay-view.ts'
import type { Tone } from './tone.ts'

/** Where a record was made, and what is to be known of that test. */
export interface OriginView {
  readonly origin: string
  /** The test alone, by which a reader tells entries of one name apart. */
  readonly from: string
  /** The command that runs it again. */
  readonly replay: string
  readonly chips: readonly Chip[]
}

/** A few words beside a name. */
interface Chip {
  readonly text: string
  readonly tone: Tone
}

/** Finds the test that made a record. */
export type TestsByOrigin = (origin: Origin) => TestEntry | undefined

/**
 * Says where a record was made, how its test ended, and what else is worth a few words.
 *
 * @param origin - where; null where no test made it
 * @param tests - finds the test
 * @param chips - of the record itself
 * @param seed - of a property check
 */
export function originView(
  origin: Origin | null,
  tests: TestsByOrigin,
  chips: readonly Chip[] = [],
  seed?: number,
): OriginView {
  const test = origin === null ? undefined : tests(origin)
  return {
    origin: originText(origin),
    from: visibleLine(origin?.test ?? ''),
    replay: replayView(origin, seed),
    chips: [
      ...chips,
      ...(test?.state === 'failed' ? [{ text: 'test failed', tone: 'fail' } as const] : []),
      ...(test?.flaky ? [{ text: 'flaky: its tries disagree', tone: 'partial' } as const] : []),
    ],
  }
}

/** Where a record was made, in one line. */
export function originText(origin: Origin | null): string {
  if (origin === null) return ''
  const { project, file, test } = origin
  return visibleLine(`${project === undefined ? '' : `[${project}] `}${file}${test === '' ? '' : ` › ${test}`}`)
}

/** Looks tests up by their names. */
export function testsByOrigin(tests: readonly TestEntry[]): TestsByOrigin {
  const key = (project: string, file: string, test: string): string => `${project}\u0000${file}\u0000${test}`
  const found = new Map(tests.map((entry) => [key(entry.project, entry.file, entry.test), entry]))
  return ({ project = '', file, test }) => found.get(key(project, file, test))
}

/**
 * Whether something bad is what its test wants to see, or something is not what it wants. That what is good is wanted goes without saying.
 *
 * @param expectation - what the test declared
 * @param outcome - what came out
 * @param good - the outcome that is good
 */
export function expectationChips(
  expectation: Expectation<string> | null | undefined,
  outcome: string,
  good: 'pass' | 'held',
): Chip[] {
  if (!expectation) return []
  if (!isExpected(expectation, outcome))
    return [{ text: `the test expects ${visibleLine(expectation.expected)}`, tone: 'fail' }]
  return outcome === good ? [] : [{ text: 'as the test expects', tone: 'info' }]
}
