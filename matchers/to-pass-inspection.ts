import type { MatcherState } from 'vitest'
import type { Flag } from '../src/inspect/inspection.ts'
import type { MatcherResult } from './matcher-result.ts'
import { expectInspection } from './subjects.ts'

/**
 * Passes when a deep inspection of the run comes to the verdict `pass`.
 *
 * @param received - a run, the path of a run directory, or an inspection
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
 * expect(run).toPassInspection()
 * ```
 */
export function toPassInspection(this: MatcherState, received: unknown): MatcherResult {
  const { system, run_id, verdict, runtime_fidelity, task_effectiveness, flags } = expectInspection(
    received,
    'toPassInspection',
    this,
  )
  return {
    pass: verdict === 'pass',
    message: () =>
      `${this.utils.matcherHint('toPassInspection', 'run', '', { isNot: this.isNot })}\n\n` +
      `Run ${run_id} of "${system}": verdict ${verdict}, fidelity ${runtime_fidelity}, effectiveness ${task_effectiveness}.\n` +
      (flags.length === 0 ? 'It has no flags.' : `Flags:\n${flags.map(flagLine).join('\n')}`),
  }
}

// Helpers

function flagLine({ id, severity, description, evidence: [first] }: Flag): string {
  const place = first === undefined ? '' : ` (${first.path}${first.line === undefined ? '' : `:${first.line}`})`
  return `  ${severity} ${id}: ${description}${place}`
}
