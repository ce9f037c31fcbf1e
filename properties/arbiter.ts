import type { ArbitrationInput } from '../src/arbitration/contract.ts'
import { type ForgeConsensus, forgeConsensus } from '../src/arbitration/forge-consensus.ts'
import { type ForgeDecision, forgeDecide } from '../src/arbitration/forge-decide.ts'
import { ModelFault, type ModelProvider, type ModelReply } from '../src/providers/model.ts'
import type { ArbitrationReply, ReplyMeaning } from './arbitration-replies.ts'

/** What the laws of arbitration are checked on: ours, or one with a fault planted. */
export interface Arbiter {
  readonly name: string
  decide(input: ArbitrationInput, options: DecideOptions): Promise<Pick<ForgeDecision, 'action' | 'source'>>
  consensus(input: ArbitrationInput, options: ConsensusOptions): Promise<Pick<ForgeConsensus, 'action' | 'source'>>
}

/** What a decision is given besides its input. */
export interface DecideOptions {
  readonly model: ModelProvider
  readonly default_action: string
  readonly min_confidence: number
}

/** What a vote is given besides its input. */
export interface ConsensusOptions extends DecideOptions {
  readonly samples: number
  readonly quorum?: number
  readonly stop_early?: boolean
}

/**
 * The arbiter of this package: `forgeDecide` and `forgeConsensus`.
 *
 * @example
 * ```ts
 * import fc from 'fast-check'
 * import { arbitrationLaws, ourArbiter } from 'vitest-tribunal/properties'
 *
 * // An arbiter of your own, in front of the same laws: this one takes an action for another in a different case.
 * const careless = {
 *   ...ourArbiter,
 *   name: 'careless',
 *   async decide(...call: Parameters<typeof ourArbiter.decide>) {
 *     const { action, source } = await ourArbiter.decide(...call)
 *     return { action: action.toUpperCase(), source }
 *   },
 * }
 * const law = arbitrationLaws.find(({ law }) => law === 'arbitration-stays-within')!
 * console.log((await fc.check(law.property(careless))).failed) // true
 * ```
 */
export const ourArbiter: Arbiter = { name: 'ours', decide: forgeDecide, consensus: forgeConsensus }

/** A model that gives replies by position and counts its calls; past the last it says nothing of use. */
export class CountingModel implements ModelProvider {
  readonly id = 'counting'
  calls = 0
  readonly #replies: readonly ArbitrationReply[]

  constructor(replies: readonly ArbitrationReply[]) {
    this.#replies = replies
  }

  respond(): ModelReply {
    const { reply } = this.#replies[this.calls++] ?? { reply: { text: '' } }
    if (reply instanceof ModelFault) throw reply
    return reply
  }
}

/** What the contract asks of a decision, told from what the replies mean: a model of the rules apart from the code. */
export function expectedDecision(
  means: readonly ReplyMeaning[],
  { self_check }: ArbitrationInput,
  { min_confidence: bar, default_action }: Pick<DecideOptions, 'min_confidence' | 'default_action'>,
): { readonly action: string; readonly source: 'model' | 'default'; readonly calls: number } {
  const [first = NOTHING, second = NOTHING] = means
  const revised = self_check === true && isWeak(first, bar)
  const counts = revised && (isValid(second) || !isValid(first)) ? second : first
  const calls = revised ? 2 : 1
  if (counts.kind === 'decided' && counts.confidence >= bar) return { action: counts.action, source: 'model', calls }
  return { action: default_action, source: 'default', calls }
}

/** What the contract asks of a vote, told from what the replies mean. */
export function expectedVote(
  means: readonly ReplyMeaning[],
  {
    min_confidence: bar,
    default_action,
    samples,
    quorum = Math.floor(samples / 2) + 1,
  }: Omit<ConsensusOptions, 'model'>,
): { readonly action: string; readonly source: 'model' | 'default' } {
  const counts = new Map<string, number>()
  for (const one of means.slice(0, samples))
    if (one.kind === 'decided' && one.confidence >= bar) counts.set(one.action, (counts.get(one.action) ?? 0) + 1)
  const most = Math.max(0, ...counts.values())
  const leaders = [...counts].filter(([, count]) => count === most)
  if (most < quorum || leaders.length !== 1) return { action: default_action, source: 'default' }
  return { action: leaders[0]![0], source: 'model' }
}

// Helpers

const NOTHING: ReplyMeaning = { kind: 'invalid' }

const isValid = ({ kind }: ReplyMeaning) => kind === 'decided' || kind === 'ambiguous' || kind === 'escalate'

const isWeak = (means: ReplyMeaning, bar: number) =>
  means.kind === 'ambiguous' || means.kind === 'invalid' || (means.kind === 'decided' && means.confidence < bar)
