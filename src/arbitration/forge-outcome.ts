import type { ForgeOutcome, ForgePolicy, NoVote } from './arbitration-record.ts'
import type { ArbitrationFailure, ArbitrationInput, ArbitrationResult } from './contract.ts'
import { OUTSIDE_LIST } from './fault.ts'
import { winnerOf } from './votes.ts'

/** What an outcome follows from. */
export interface Deliberated {
  readonly form: 'decide' | 'consensus'
  /** Null when the input breaks the contract. */
  readonly input: ArbitrationInput | null
  readonly config_failure: ArbitrationFailure | null
  readonly policy: ForgePolicy
  /** In the order of the samples. */
  readonly results: readonly ArbitrationResult[]
}

/**
 * Says what the flow does next: the model's action only where every rule lets it, the default otherwise.
 *
 * @param deliberated - the results of all samples, and the flow's own policy
 */
export function forgeOutcome({ form, input, config_failure, policy, results }: Deliberated): ForgeOutcome {
  const byDefault = { action: policy.default_action, source: 'default' } as const
  if (input === null || config_failure !== null) return frozen({ ...byDefault, why: 'config', votes: [], no_votes: [] })
  const counts = new Map<string, number>()
  const no_votes: { sample: number; why: NoVote }[] = []
  for (const [sample, result] of results.entries()) {
    const vote = voteOf(result, input, policy)
    if ('action' in vote) counts.set(vote.action, (counts.get(vote.action) ?? 0) + 1)
    else no_votes.push({ sample, why: vote.why })
  }
  const votes = input.allowed_actions
    .filter((action) => counts.has(action))
    .map((action) => ({ action, count: counts.get(action)! }))
  if (input.surface !== undefined) return frozen({ ...byDefault, why: 'surface', votes, no_votes })
  if (form === 'decide' && no_votes[0]) return frozen({ ...byDefault, why: no_votes[0].why, votes, no_votes })
  const winner = winnerOf(counts, policy.quorum)
  if ('why' in winner) return frozen({ ...byDefault, why: winner.why, votes, no_votes })
  const why = form === 'decide' ? 'decided' : 'quorum'
  return frozen({ action: winner.action, source: 'model', why, votes, no_votes })
}

/**
 * Reads one result as a vote: a decided action at or above the bar; anything else says why it is none.
 *
 * @param result - what an arbitration came to
 * @param input - the arbitration's input
 * @param policy - the bar
 */
export function voteOf(
  result: ArbitrationResult,
  input: ArbitrationInput,
  policy: Pick<ForgePolicy, 'min_confidence'>,
): { readonly action: string } | { readonly why: NoVote } {
  if (input.surface !== undefined) return { why: 'surface' }
  if (!result.ok) return { why: result.failure.code === OUTSIDE_LIST ? 'outside-list' : result.failure.kind }
  const { value } = result
  if (value.status !== 'decided') return { why: value.status }
  return value.confidence >= policy.min_confidence ? { action: value.action } : { why: 'low-confidence' }
}

// Helpers

function frozen(outcome: ForgeOutcome): ForgeOutcome {
  for (const entry of [...outcome.votes, ...outcome.no_votes]) Object.freeze(entry)
  Object.freeze(outcome.votes)
  Object.freeze(outcome.no_votes)
  return Object.freeze(outcome)
}
