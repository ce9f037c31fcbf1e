import type { MatcherState } from 'vitest'
import type { Run } from '../src/trace/run.ts'
import type { MatcherResult } from './matcher-result.ts'
import { expectRun } from './subjects.ts'

/**
 * Passes when the run completed and asked its primary slot at most so many times.
 *
 * @param received - a run, as `runComposite` or the `trial` fixture gives
 * @param rounds - a whole number, 1 or more
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
 * expect(run).toFinishWithin(1)
 * ```
 */
export function toFinishWithin(this: MatcherState, received: unknown, rounds: number): MatcherResult {
  const run = expectRun(received, 'toFinishWithin', this)
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new TypeError(`toFinishWithin takes a whole number of rounds from 1 up, not ${this.utils.stringify(rounds)}.`)
  const { slot, taken } = roundsOf(run)
  return {
    pass: run.status === 'completed' && taken <= rounds,
    message: () =>
      `${this.utils.matcherHint('toFinishWithin', 'run', String(rounds), { isNot: this.isNot })}\n\n` +
      `Expected "${run.header.composite}" ${this.isNot ? 'not ' : ''}to complete within ${rounds} ${rounds === 1 ? 'round' : 'rounds'}.\n` +
      `It ${run.status === 'completed' ? 'completed' : `failed (${run.failure?.message})`} after ${taken}: "${slot}" was asked ${taken} ${taken === 1 ? 'time' : 'times'}.`,
  }
}

// Helpers

/** A round is one call of the primary slot, or of the first slot called where none is primary. */
function roundsOf({ events }: Run): { readonly slot: string; readonly taken: number } {
  const calls = events.flatMap((event) => (event.kind === 'slot-called' && event.scope === '' ? [event.slot] : []))
  const [started] = events
  const slots = started?.kind === 'run-started' ? Object.entries(started.composite.slots) : []
  const slot = slots.find(([, { primary }]) => primary)?.[0] ?? calls[0] ?? 'no slot'
  return { slot, taken: calls.filter((name) => name === slot).length }
}
