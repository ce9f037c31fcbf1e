import type { MatcherState } from 'vitest'
import type { MatcherResult } from './matcher-result.ts'
import { expectInspection } from './subjects.ts'

/** Passes when a deep inspection of the run raises this flag. */
export function toHaveFlag(this: MatcherState, received: unknown, id: string): MatcherResult {
  const { system, run_id, flags } = expectInspection(received, 'toHaveFlag', this)
  if (typeof id !== 'string' || id === '')
    throw new TypeError(`toHaveFlag takes the id of a flag, not ${this.utils.stringify(id)}.`)
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
