import type { Expectation } from './records.ts'

type Declared = Pick<Expectation<string>, 'expected'> | null | undefined

/**
 * Whether a test wants to see just this outcome. Whether it was met is worked out here: what a record says of that is not believed.
 *
 * @param expectation - what the test declared
 * @param outcome - what came out: a verdict, a law's status, an error's code
 */
export const isExpected = (expectation: Declared, outcome: string): boolean => expectation?.expected === outcome

/**
 * Whether something is as bad as its test wants it. What is good needs no excuse, so a test that expects it is held to every rule.
 *
 * @param expectation - what the test declared
 * @param outcome - what came out
 * @param good - the outcome that is good
 */
export const isExcused = (expectation: Declared, outcome: string, good: 'pass' | 'held'): boolean =>
  outcome !== good && isExpected(expectation, outcome)
