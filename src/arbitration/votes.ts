/** Action → how many voted for it; actions that nobody chose may be absent. */
export type Counts = ReadonlyMap<string, number>

/** What a vote has to be measured by. */
export interface Ballot {
  /** Votes that a winner needs. */
  readonly quorum: number
  /** How many actions may be chosen. */
  readonly choices: number
}

/**
 * Says which action has won, or why none has. An equal lead is a tie, with or without the quorum.
 *
 * @param counts - the votes, in any order
 * @param quorum - votes that a winner needs, from 1
 */
export function winnerOf(
  counts: Counts,
  quorum: number,
): { readonly action: string } | { readonly why: 'no-votes' | 'tie' | 'no-quorum' } {
  const { lead, second } = leadOf(counts)
  if (lead === 0) return { why: 'no-votes' }
  if (lead === second) return { why: 'tie' }
  if (lead < quorum) return { why: 'no-quorum' }
  return { action: [...counts].find(([, count]) => count === lead)![0] }
}

/**
 * Says whether the answers still to come can change which action wins.
 *
 * @param counts - the votes so far
 * @param left - answers still to come
 * @param ballot - quorum and number of choices
 */
export function isSettled(counts: Counts, left: number, ballot: Ballot): boolean {
  return isDecided(leadOf(counts), left, ballot)
}

/**
 * Says how many more answers it takes at least until the vote can be settled: so many may be asked for at once without asking for
 * one that was not needed.
 *
 * @param counts - the votes so far, not settled
 * @param left - answers still to come, from 1
 * @param ballot - quorum and number of choices
 */
export function leastToSettle(counts: Counts, left: number, ballot: Ballot): number {
  const { lead, second } = leadOf(counts)
  for (let more = 1; more < left; more++) {
    const agreeing = { lead: lead + more, second }
    const silent = { lead, second }
    if (isDecided(agreeing, left - more, ballot) || isDecided(silent, left - more, ballot)) return more
  }
  return left
}

// Helpers

/** The most votes that an action has, and the most of another. */
interface Lead {
  readonly lead: number
  readonly second: number
}

function isDecided({ lead, second }: Lead, left: number, { quorum, choices }: Ballot): boolean {
  const won = lead >= quorum && (choices === 1 || lead > second + left)
  const lost = left === 0 || lead + left < quorum
  return won || lost
}

function leadOf(counts: Counts): Lead {
  let lead = 0
  let second = 0
  for (const count of counts.values()) {
    if (count > lead) {
      second = lead
      lead = count
    } else if (count > second) second = count
  }
  return { lead, second }
}
