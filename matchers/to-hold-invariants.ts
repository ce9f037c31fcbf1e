import type { MatcherState } from 'vitest'
import { checkInvariants } from '../src/invariants/check-run.ts'
import type { Invariant } from '../src/invariants/invariant.ts'
import { breachLines } from './breaches.ts'
import type { MatcherResult } from './matcher-result.ts'
import { expectRun } from './subjects.ts'

/**
 * Passes when the run keeps the laws that its composite declares, its bounds, and the laws given.
 *
 * @param received - a run
 * @param extra - laws of your own
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
 * expect(run).toHoldInvariants()
 * ```
 */
export function toHoldInvariants(this: MatcherState, received: unknown, ...extra: readonly Invariant[]): MatcherResult {
  const run = expectRun(received, 'toHoldInvariants', this)
  const violations = checkInvariants(run, extra)
  return {
    pass: violations.length === 0,
    message: () =>
      `${this.utils.matcherHint('toHoldInvariants', 'run', extra.map(({ name }) => name).join(', '), { isNot: this.isNot })}\n\n` +
      (this.isNot
        ? `"${run.header.composite}" keeps all of its laws.`
        : `"${run.header.composite}" breaks its laws:\n${breachLines(run, violations)}`),
  }
}
