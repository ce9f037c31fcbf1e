import type { ModelRequest } from '../../src/providers/model.ts'
import type { Run } from '../../src/trace/run.ts'
import { callsWithValues } from './allowed-values.ts'
import { sameRequest } from './request-text.ts'
import type { WitnessedViolation } from './witnessed.ts'

/**
 * Where two calls of a slot get different briefs although all that the slot must and may see is equal: across rounds, bounds and
 * runs. This catches a round number, a budget, or a decision that slipped into a brief.
 * Source: docs/information-flow.md, check 4.
 *
 * @param runs - one finished run or more
 *
 * @example
 * ```ts
 * import { reject, runCompositeSync, scripted, workerCritic } from 'vitest-tribunal'
 * import { determinacy } from 'vitest-tribunal/properties'
 *
 * const critic = [1, 2, 3].map(() => reject({ reasoning: 'Too short.' }))
 * const model = scripted({ worker: ['11', '11', '11'], critic })
 * const input = { task_brief: 'Name a prime.', criteria: 'It has three digits.' }
 * console.log(determinacy(runCompositeSync(workerCritic, { input, model }))) // []
 * ```
 */
export const determinacy = (...runs: readonly Run[]): readonly WitnessedViolation[] => groupCalls(runs).violations

/** Compares all calls of a slot that may see the same. */
export function groupCalls(runs: readonly Run[]) {
  const first = new Map<string, { readonly request: ModelRequest; readonly at: string; readonly r: number }>()
  const violations: WitnessedViolation[] = []
  const compared = new Set<string>()
  let pair: readonly [number, number] | undefined
  for (const [r, run] of runs.entries())
    for (const { index, called, allowed } of callsWithValues(run)) {
      const { request, call: k, scope } = called
      const key = `${request.slot}${allowed}`
      const at = `${scope === '' ? '' : `${scope} `}call ${k}${runs.length > 1 ? ` of run ${r + 1}` : ''}`
      const earlier = first.get(key)
      if (earlier === undefined) {
        first.set(key, { request, at, r })
        continue
      }
      compared.add(request.slot)
      if (sameRequest(earlier.request, request)) continue
      pair ??= [earlier.r, r]
      violations.push({
        invariant: 'determinacy',
        event: index,
        message: `"${request.slot}" is asked differently in ${earlier.at} and in ${at}, though all it may see is the same`,
        witness: [],
      })
    }
  return { violations, compared: [...compared], pair }
}
