import type { MatcherState } from 'vitest'
import type { MatcherResult } from './matcher-result.ts'
import { expectRun } from './subjects.ts'

/**
 * Passes when the run called exactly these slots in this order; calls inside a nested run are not counted.
 *
 * @param received - a run
 * @param slots - names of slots, in the order of their calls
 *
 * @example
 * ```ts
 * import { expect } from 'vitest'
 * import { proposerAdversary, runCompositeSync, scripted } from 'vitest-tribunal'
 * import 'vitest-tribunal/setup'
 *
 * const run = runCompositeSync(proposerAdversary, {
 *   input: { task_brief: 'Name a prime.' },
 *   model: scripted({ proposer: ['9'], adversary: ['It is 3 × 3.'] }),
 * })
 * expect(run).toHaveCalled(['proposer', 'adversary'])
 * ```
 */
export function toHaveCalled(this: MatcherState, received: unknown, slots: readonly string[]): MatcherResult {
  const run = expectRun(received, 'toHaveCalled', this)
  if (!Array.isArray(slots) || slots.some((slot) => typeof slot !== 'string'))
    throw new TypeError(`toHaveCalled takes a list of slot names, not ${this.utils.stringify(slots)}.`)
  const called = run.events.flatMap((event) => (event.kind === 'slot-called' && event.scope === '' ? [event.slot] : []))
  const pass = this.equals(called, slots)
  const message = () =>
    `${this.utils.matcherHint('toHaveCalled', 'run', 'slots', { isNot: this.isNot })}\n\n` +
    `Expected "${run.header.composite}" ${this.isNot ? 'not ' : ''}to call: ${slots.join(' → ') || 'nothing'}\n` +
    `It called: ${called.join(' → ') || 'nothing'}`
  return this.isNot ? { pass, message } : { pass, message, actual: called, expected: slots }
}
