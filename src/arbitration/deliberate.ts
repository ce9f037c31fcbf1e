import { type Arbitration, arbitration } from './arbitration.ts'
import type { ForgePolicy } from './arbitration-record.ts'
import type { ArbitrationInput } from './contract.ts'
import { voteOf } from './forge-outcome.ts'
import { type Batches, lockstep } from './lockstep.ts'
import { isSettled, leastToSettle } from './votes.ts'

/**
 * Asks all samples of a decision, or only as many as it takes, without doing anything itself.
 * With `stop_early` it asks in groups: as many at once as it takes at least until the vote can be settled, so that none is asked
 * in vain.
 *
 * @param input - an input that keeps the contract
 * @param policy - samples, quorum, bar
 * @returns the arbitrations, in the order of their samples
 */
export function* deliberate(input: ArbitrationInput, policy: ForgePolicy): Batches<readonly Arbitration[]> {
  const finished: Arbitration[] = []
  const ballot = { quorum: policy.quorum, choices: input.allowed_actions.length }
  const counts = new Map<string, number>()
  while (finished.length < policy.samples) {
    const left = policy.samples - finished.length
    if (policy.stop_early && isSettled(counts, left, ballot)) break
    const size = policy.stop_early ? leastToSettle(counts, left, ballot) : left
    const group = Array.from({ length: size }, () => arbitration(input, policy.min_confidence))
    for (const one of yield* lockstep(group, finished.length)) {
      finished.push(one)
      const vote = voteOf(one.result, input, policy)
      if ('action' in vote) counts.set(vote.action, (counts.get(vote.action) ?? 0) + 1)
    }
  }
  return finished
}
