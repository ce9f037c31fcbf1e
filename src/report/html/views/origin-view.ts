import type { TestEntry } from '../../document.ts'
import type { Expectation, Origin } from '../../records.ts'
import { visibleLine } from '../../visible.ts'
import { replayView } from './replay-view.ts'
import type { Tone } from './tone.ts'

/** Where a record was made, and what is to be known of that test. */
export interface OriginView {
  readonly origin: string
  /** The command that runs it again. */
  readonly replay: string
  readonly chips: readonly { readonly text: string; readonly tone: Tone }[]
}

/** Finds the test that made a record. */
export type TestsByOrigin = (origin: Origin) => TestEntry | undefined

/**
 * Says where a record was made, how its test ended, and whether the record is what the test wanted.
 *
 * @param origin - where; null where no test made it
 * @param tests - finds the test
 * @param expectation - what the test wanted to see
 * @param seed - of a property check
 */
export function originView(
  origin: Origin | null,
  tests: TestsByOrigin,
  expectation: Expectation<string> | null | undefined = null,
  seed?: number,
): OriginView {
  const test = origin === null ? undefined : tests(origin)
  return {
    origin: originText(origin),
    replay: replayView(origin, seed),
    chips: [
      ...(expectation === null || expectation === undefined ? [] : [expectationChip(expectation)]),
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

// Helpers

const expectationChip = ({ expected, met }: Expectation<string>): OriginView['chips'][number] =>
  met
    ? { text: 'as the test expects', tone: 'info' }
    : { text: `the test expects ${visibleLine(expected)}`, tone: 'fail' }
