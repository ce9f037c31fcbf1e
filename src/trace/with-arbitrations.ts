import { TribunalError } from '../errors.ts'
import { frozenJson } from '../json/deep-freeze.ts'
import { isObject, type JsonObject } from '../json/json.ts'
import type { Run } from './run.ts'

/**
 * Adds the records of decisions that were taken beside a composite: its run directory then holds them as `arbitration/<n>.json`, and the
 * inspector checks them.
 *
 * @param run - a finished run
 * @param records - as `forgeDecide` and `forgeConsensus` leave them, in order
 * @returns the run with these records behind those that it has
 * @throws TribunalError `invalid-input` when a record is no object that JSON can carry
 *
 * @example
 * ```ts
 * import { forgeDecide, proposerAdversary, renderRunFiles, runCompositeSync, scripted, withArbitrations } from 'vitest-tribunal'
 *
 * const model = scripted({ proposer: ['9'], adversary: ['It is 3 × 3.'], arbitration: ['?'] })
 * const run = runCompositeSync(proposerAdversary, { input: { task_brief: 'Name a prime.' }, model })
 * const { record } = await forgeDecide(
 *   { facts: { attacks: 1 }, allowed_actions: ['retry', 'publish'] },
 *   { model, default_action: 'stop', min_confidence: 0.7 },
 * )
 * console.log(renderRunFiles(withArbitrations(run, [record])).has('arbitration/1.json')) // true
 * ```
 */
export function withArbitrations(run: Run, records: readonly object[]): Run {
  const added = records.map((record, at): JsonObject => {
    const copy = frozenJson(record)
    if (isObject(copy)) return copy as JsonObject
    throw new TribunalError(
      'invalid-input',
      `Record ${at} is no object that JSON can carry. Give records of arbitration.`,
    )
  })
  return Object.freeze({ ...run, arbitrations: Object.freeze([...(run.arbitrations ?? []), ...added]) })
}
