import type { ForgeOutcome } from './arbitration-record.ts'
import type { ArbitrationInput } from './contract.ts'
import { deliberate } from './deliberate.ts'
import type { ForgeDecideOptions, ForgeDecision } from './forge-decide.ts'
import { checkPolicy } from './forge-policy.ts'
import { askAll, type Model, openModels } from './models.ts'
import { readInput } from './read-input.ts'
import { recordArbitration } from './record-arbitration.ts'

/** What a vote is given besides its input. */
export type ForgeConsensusOptions = Omit<ForgeDecideOptions, 'model'> & {
  /** How many independent arbitrations; 1 to 1,000, by default one a model, or 3 of a single one. */
  readonly samples?: number
  /** Votes that the winner needs, 1 to `samples`; by default more than half of the samples. */
  readonly quorum?: number
  /** Whether asking stops once the outcome cannot change; then fewer calls go out side by side. False by default. */
  readonly stop_early?: boolean
} & (
    | { readonly model: Model; readonly models?: never }
    /** Sample n asks number n modulo their count. */
    | { readonly models: readonly Model[]; readonly model?: never }
  )

/** What the flow does next, and how the samples voted. */
export interface ForgeConsensus extends ForgeDecision, Pick<ForgeOutcome, 'votes' | 'no_votes'> {}

/**
 * Lets several independent arbitrations vote on the next action of a flow. Votes are decided answers at or above the bar; the winner
 * needs the quorum and must not share the lead, otherwise the flow takes its default. Who answers first changes nothing.
 *
 * @param input - the situation and the allowed actions
 * @param options - model or models, samples, quorum, default and bar
 * @throws TribunalError `invalid-input` without a default, when min_confidence is outside 0 to 1, samples or quorum are below 1, or the
 * quorum is above the samples; `script-exhausted` or `unscripted-slot` when a script does not fit
 *
 * @example
 * ```ts
 * import { forgeConsensus, scripted } from 'vitest-tribunal'
 *
 * const vote = (action: string) => JSON.stringify({ status: 'decided', action, confidence: 0.9 })
 * const { action, votes } = await forgeConsensus(
 *   { facts: { flips: 6 }, allowed_actions: ['wait', 'reload'] },
 *   {
 *     model: scripted({ arbitration: [vote('wait'), vote('reload'), vote('wait')] }),
 *     samples: 3, default_action: 'stop', min_confidence: 0.7,
 *   },
 * )
 * console.log(action, votes) // wait [ { action: 'wait', count: 2 }, { action: 'reload', count: 1 } ]
 * ```
 */
export async function forgeConsensus(input: ArbitrationInput, options: ForgeConsensusOptions): Promise<ForgeConsensus> {
  const { model, models } = options ?? {}
  const samples = options?.samples ?? (Array.isArray(models) && models.length > 0 ? models.length : 3)
  const quorum = options?.quorum ?? (samples >= 1 ? Math.floor(samples / 2) + 1 : 1)
  const policy = checkPolicy('forgeConsensus', options, { samples, quorum, stop_early: options?.stop_early ?? false })
  const { providers, faults } = openModels(modelsOf(model, models))
  const reading = readInput(input, faults)
  const arbitrations = reading.ok
    ? await askAll(deliberate(reading.input, policy), providers, reading.input, options)
    : []
  const ids = providers.map(({ id }) => String(id))
  const record = recordArbitration({ form: 'consensus', reading, policy, models: ids, arbitrations })
  const { action, source, why, votes, no_votes } = record.outcome
  return Object.freeze({ action, source, why, votes, no_votes, record })
}

// Helpers

/** Both or none of the two ways to name models is no way at all. */
function modelsOf(model: unknown, models: unknown): readonly (readonly [path: string, model: unknown])[] {
  if (models === undefined) return [['/model', model]]
  if (model !== undefined || !Array.isArray(models) || models.length === 0) return [['/models', undefined]]
  // Unlike map, it does not skip a hole.
  return Array.from(models, (one, at) => [`/models/${at}`, one])
}
