import type { ArbitrationRecord, ForgeWhy } from './arbitration-record.ts'
import type { ArbitrationInput } from './contract.ts'
import { deliberate } from './deliberate.ts'
import { checkPolicy } from './forge-policy.ts'
import { askAll, type CallOptions, type Model, openModels } from './models.ts'
import { readInput } from './read-input.ts'
import { recordArbitration } from './record-arbitration.ts'

/** What a decision is given besides its input. */
export interface ForgeDecideOptions extends CallOptions {
  readonly model: Model
  /** The flow's own action when no valid answer meets the bar; it may lie outside the list. */
  readonly default_action: string
  /** The confidence that a decision needs, 0 to 1. */
  readonly min_confidence: number
}

/** What the flow does next. */
export interface ForgeDecision {
  /** An allowed action, verbatim, or the default. */
  readonly action: string
  readonly source: 'model' | 'default'
  readonly why: ForgeWhy
  readonly record: ArbitrationRecord
}

/**
 * Lets a model choose the next action of a flow, and never anything else: the action if it is decided, in the list and at or above
 * the bar, otherwise the default. Source: handbook page automation_situation_arbitrate v1.
 *
 * @param input - the situation and the allowed actions
 * @param options - model, default and bar; with a real client also a clock, so that `timeout_sec` holds
 * @throws TribunalError `invalid-input` without a default, or when min_confidence is outside 0 to 1; `script-exhausted` or
 * `unscripted-slot` when a script does not fit
 *
 * @example
 * ```ts
 * import { forgeDecide, scripted } from 'vitest-tribunal'
 *
 * const { action, source, why } = await forgeDecide(
 *   { facts: { flips: 6 }, allowed_actions: ['wait', 'reload'] },
 *   { model: scripted({ arbitration: ['Reload, I think.'] }), default_action: 'stop', min_confidence: 0.7 },
 * )
 * console.log(action, source, why) // stop default parse
 * ```
 */
export async function forgeDecide(input: ArbitrationInput, options: ForgeDecideOptions): Promise<ForgeDecision> {
  const policy = checkPolicy('forgeDecide', options, { samples: 1, quorum: 1, stop_early: false })
  const { providers, faults } = openModels([['/model', options.model]])
  const reading = readInput(input, faults)
  const arbitrations = reading.ok
    ? await askAll(deliberate(reading.input, policy), providers, reading.input, options)
    : []
  const models = providers.map(({ id }) => String(id))
  const record = recordArbitration({ form: 'decide', reading, policy, models, arbitrations })
  const { action, source, why } = record.outcome
  return Object.freeze({ action, source, why, record })
}
