import type { MatcherState } from 'vitest'
import { checkFirewalls } from '../src/invariants/check-run.ts'
import { breachLines } from './breaches.ts'
import type { MatcherResult } from './matcher-result.ts'
import { expectRun } from './subjects.ts'

/**
 * Passes when no slot was told anything outside its `must` and `sees`, and all of its `must`.
 *
 * @param received - a run
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
 * expect(run).toKeepFirewalls()
 * ```
 */
export function toKeepFirewalls(this: MatcherState, received: unknown): MatcherResult {
  const run = expectRun(received, 'toKeepFirewalls', this)
  const violations = checkFirewalls(run)
  return {
    pass: violations.length === 0,
    message: () =>
      `${this.utils.matcherHint('toKeepFirewalls', 'run', '', { isNot: this.isNot })}\n\n` +
      (this.isNot
        ? `Every slot of "${run.header.composite}" was told what it may know, and all that it must.`
        : `"${run.header.composite}" breaks its information firewall:\n${breachLines(run, violations)}`),
  }
}
