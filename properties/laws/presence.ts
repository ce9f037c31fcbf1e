import { mustsPresent, taskFirst } from '../../src/invariants/firewalls.ts'
import type { Run } from '../../src/trace/run.ts'
import { callScopes } from './allowed-values.ts'
import type { WitnessedViolation } from './witnessed.ts'

/**
 * Where a brief lacks what it must carry: each `must` verbatim, as withholding leaves it, and the task byte for byte in the
 * first brief of a primary slot. Source: docs/information-flow.md, check 1.
 *
 * @param run - a finished run
 *
 * @example
 * ```ts
 * import { proposerAdversary, runCompositeSync, scripted } from 'vitest-tribunal'
 * import { presence } from 'vitest-tribunal/properties'
 *
 * const model = scripted({ proposer: ['9'], adversary: ['It is 3 × 3.'] })
 * const run = runCompositeSync(proposerAdversary, { input: { task_brief: 'Name a prime.' }, model })
 * console.log(presence(run)) // []
 * ```
 */
export function presence(run: Run): readonly WitnessedViolation[] {
  return callScopes(run).flatMap((scope) =>
    [taskFirst, mustsPresent].flatMap((law) =>
      [...law.check(scope)].map((breach) => ({ invariant: 'presence', ...breach, witness: [] })),
    ),
  )
}
