import fc from 'fast-check'
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

const situations = fc
  .record({
    votes: fc.array(fc.constantFrom(...ACTIONS), { maxLength: 5 }),
    choices: fc.integer({ min: 1, max: 3 }),
    left: fc.integer({ min: 0, max: 4 }),
    quorum: fc.integer({ min: 1, max: 6 }),
  })
  .map(({ votes, choices, ...rest }) => {
    const counts = new Map<string, number>()
    for (const vote of votes.filter((action) => ACTIONS.indexOf(action) < choices))
      counts.set(vote, (counts.get(vote) ?? 0) + 1)
    return { counts, choices, ...rest }
  })

const won = (counts: ReadonlyMap<string, number>, quorum: number) => {
  const winner = winnerOf(counts, quorum)
  return 'action' in winner ? winner.action : null
}

describe('a vote is settled', () => {
  test('exactly when every way in which it can end has the same winner', () => {
    fc.assert(
      fc.property(situations, ({ counts, choices, left, quorum }) => {
        const winners = new Set([...endings(counts, left, choices)].map((end) => won(end, quorum)))
        expect(isSettled(counts, left, { quorum, choices })).toBe(winners.size === 1)
      }),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 1_000 },
    )
  })

  test('after no fewer answers than are asked for at once, and possibly after so many', () => {
    fc.assert(
      fc.property(situations, ({ counts, choices, left, quorum }) => {
        const ballot = { quorum, choices }
        fc.pre(left > 0 && !isSettled(counts, left, ballot))
        const settles = (more: number) =>
          [...endings(counts, more, choices)].some((end) => isSettled(end, left - more, ballot))
        const least = leastToSettle(counts, left, ballot)
        expect(settles(least)).toBe(true)
        for (let more = 1; more < least; more++) expect(settles(more)).toBe(false)
      }),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 1_000 },
    )
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
