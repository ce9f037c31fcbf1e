import { describe, expect, test } from 'vitest'
import { isSettled, leastToSettle, winnerOf } from './votes.ts'

const ACTIONS = ['a', 'b', 'c']

/** All ways in which `left` more answers can come out: a vote for one of the choices, or none. */
function* endings(counts: ReadonlyMap<string, number>, left: number, choices: number): Generator<Map<string, number>> {
  if (left === 0) return yield new Map(counts)
  yield* endings(counts, left - 1, choices)
  for (const action of ACTIONS.slice(0, choices))
    yield* endings(new Map(counts).set(action, (counts.get(action) ?? 0) + 1), left - 1, choices)
}

interface Situation {
  readonly counts: ReadonlyMap<string, number>
  readonly choices: number
  readonly left: number
  readonly quorum: number
}

/** Every vote of up to two for each choice, with up to three answers to come. */
function* situations(): Generator<Situation> {
  for (const choices of [1, 2, 3])
    for (let votes = 0; votes < 3 ** choices; votes++) {
      const given = ACTIONS.slice(0, choices).map((action, at) => [action, Math.floor(votes / 3 ** at) % 3] as const)
      const counts = new Map(given.filter(([, count]) => count > 0))
      for (const left of [0, 1, 2, 3]) for (const quorum of [1, 2, 3, 4, 5, 6]) yield { counts, choices, left, quorum }
    }
}

const won = (counts: ReadonlyMap<string, number>, quorum: number) => {
  const winner = winnerOf(counts, quorum)
  return 'action' in winner ? winner.action : null
}

describe('a vote is settled', () => {
  test('exactly when every way in which it can end has the same winner', () => {
    for (const { counts, choices, left, quorum } of situations()) {
      const winners = new Set([...endings(counts, left, choices)].map((end) => won(end, quorum)))
      if (isSettled(counts, left, { quorum, choices }) !== (winners.size === 1))
        expect({ counts: [...counts], choices, left, quorum, winners: [...winners] }).toBe('settled otherwise')
    }
  })

  test('after no fewer answers than are asked for at once, and possibly after so many', () => {
    for (const { counts, choices, left, quorum } of situations()) {
      const ballot = { quorum, choices }
      if (left === 0 || isSettled(counts, left, ballot)) continue
      const settles = (more: number) =>
        [...endings(counts, more, choices)].some((end) => isSettled(end, left - more, ballot))
      const possible = [1, 2, 3].filter((more) => more <= left && settles(more))
      if (leastToSettle(counts, left, ballot) !== possible[0])
        expect({ counts: [...counts], choices, left, quorum, possible }).toBe('settled otherwise')
    }
  })
})

describe('the winner', () => {
  test.each<[string, readonly [string, number][], number, object]>([
    [
      'has the most votes',
      [
        ['a', 1],
        ['b', 3],
      ],
      2,
      { action: 'b' },
    ],
    ['is none without votes', [], 1, { why: 'no-votes' }],
    ['is none with fewer votes than the quorum', [['a', 1]], 2, { why: 'no-quorum' }],
    [
      'is none of two with the same lead',
      [
        ['a', 2],
        ['b', 2],
        ['c', 1],
      ],
      1,
      { why: 'tie' },
    ],
    [
      'is none of two with the same lead below the quorum',
      [
        ['a', 1],
        ['b', 1],
      ],
      2,
      { why: 'tie' },
    ],
    ['may be named as JavaScript names its own', [['__proto__', 1]], 1, { action: '__proto__' }],
  ])('%s', (_, votes, quorum, winner) => {
    expect(winnerOf(new Map(votes), quorum)).toEqual(winner)
  })
})
