import type { MatcherState } from 'vitest'
import { FLAGS } from '../src/inspect/3-evaluate/flags/flag-table.ts'
import type { MatcherResult } from './matcher-result.ts'
import { expectInspection } from './subjects.ts'

/**
 * Passes when a deep inspection of the run raises this flag.
 *
 * @param received - a run, the path of a run directory, or an inspection
 * @param id - the id of a flag, one of the table in docs/scoring.md
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
 * expect(run).not.toHaveFlag('budget-exhausted')
 * ```
 */
export function toHaveFlag(this: MatcherState, received: unknown, id: string): MatcherResult {
  const { system, run_id, flags } = expectInspection(received, 'toHaveFlag', this)
  if (typeof id !== 'string' || id === '')
    throw new TypeError(`toHaveFlag takes the id of a flag, not ${this.utils.stringify(id)}.`)
  // A misspelt id is never raised: negated, such an expectation could not fail.
  if (!Object.hasOwn(FLAGS, id))
    throw new TypeError(`toHaveFlag: there is no flag "${id}". Flags: ${Object.keys(FLAGS).join(', ')}.`)
  const raised = flags.filter((flag) => flag.id === id)
  const ids = [...new Set(flags.map((flag) => flag.id))].join(', ') || 'none'
  return {
    pass: raised.length > 0,
    message: () =>
      `${this.utils.matcherHint('toHaveFlag', 'run', `'${id}'`, { isNot: this.isNot })}\n\n` +
      (this.isNot
        ? `Run ${run_id} of "${system}" has the flag "${id}": ${raised[0]?.description}`
        : `Run ${run_id} of "${system}" has no flag "${id}". Its flags: ${ids}.`),
  }
}
