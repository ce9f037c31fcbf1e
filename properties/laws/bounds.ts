import { boundsKept } from '../../src/invariants/bounds.ts'
import { type RunScope, scopesOf } from '../../src/invariants/run-scope.ts'
import { callsOf } from '../../src/invariants/scope-queries.ts'
import type { Run } from '../../src/trace/run.ts'
import type { WitnessedViolation } from './witnessed.ts'

/** Limits that a run was given. */
export interface Limits {
  readonly calls?: number
  readonly tokens?: number
}

/**
 * Where a run goes on too long, stops short of a bound that it says it has reached, or does not survive what it is told.
 * Source: docs/laws.md.
 *
 * @param run - a finished run
 * @param limits - the budget that it was given; `most` is what no run may need, whatever is said to it
 *
 * @example
 * ```ts
 * import { reject, runCompositeSync, scripted, workerCritic } from 'vitest-tribunal'
 * import { bounds } from 'vitest-tribunal/properties'
 *
 * const model = scripted({ worker: ['7'], critic: [reject({ reasoning: 'Too small.' })] })
 * const input = { task_brief: 'Name a prime.', criteria: 'It is above 10.' }
 * const run = runCompositeSync(workerCritic, { input, config: { max_rounds: 1 }, model })
 * console.log(bounds(run)) // []
 * ```
 */
export function bounds(run: Run, limits: Limits & { readonly most?: number } = {}): readonly WitnessedViolation[] {
  const { calls, tokens, most = Number.POSITIVE_INFINITY } = limits
  const violations: WitnessedViolation[] = []
  const add = (event: number, message: string) => violations.push({ invariant: 'bounds', event, message, witness: [] })
  const end = run.events.length - 1
  if (run.usage.calls > most)
    add(end, `it is still asking after ${most} calls, more than any script can make necessary`)
  if (run.failure?.kind === 'composite') add(end, `it does not survive what it was told: ${run.failure.message}`)
  if (calls !== undefined && run.usage.calls > calls)
    add(end, `it made ${run.usage.calls} calls with a budget of ${calls}`)
  if (tokens !== undefined)
    for (const event of overspent(run, tokens))
      add(event, `it asks on although the budget of ${tokens} tokens is used up`)
  for (const scope of scopesOf(run)) {
    for (const { event, message } of boundsKept.check(scope)) add(event, message)
    for (const { event, message } of stoppedShort(scope)) add(event, message)
  }
  return violations
}

// Helpers

function* overspent({ events }: Run, tokens: number): Generator<number> {
  let used = 0
  for (const [index, event] of events.entries()) {
    if (event.kind === 'slot-replied')
      used += (event.reply.usage?.inputTokens ?? 0) + (event.reply.usage?.outputTokens ?? 0)
    // A slot that another composite fills is asked without asking a model: what it asks counts.
    const bound = events[index + 1]?.kind === 'run-started'
    if (event.kind === 'slot-called' && !bound && used >= tokens) yield index
  }
}

function* stoppedShort(scope: RunScope): Generator<{ event: number; message: string }> {
  for (const { index, event } of scope.events) {
    if (event.kind !== 'bound-reached' || !Object.hasOwn(scope.started.config, event.bound)) continue
    const rounds = Math.max(...Object.keys(scope.started.composite.slots).map((slot) => callsOf(scope, slot).length))
    if (rounds < event.limit)
      yield { event: index, message: `it stops after ${rounds} of ${event.limit} (${event.bound})` }
  }
}
