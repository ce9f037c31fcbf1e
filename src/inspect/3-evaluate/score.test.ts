import { describe, expect, test } from 'vitest'
import { inspectRun } from '../inspect-run.ts'
import type { Flag, FlagId, Observation } from '../inspection.ts'
import { FLAGS, flag } from './flags/flag-table.ts'
import { observe, partScore, unseenPart } from './part-score.ts'
import { scoreOf } from './score.ts'
import { verdictOf } from './verdict-of.ts'

const raised = (...ids: FlagId[]): readonly Flag[] => ids.map((id) => flag(id, '', []))
const part = (weight: number, ...outcomes: Observation['outcome'][]) =>
  partScore(
    weight,
    outcomes.map((outcome) => observe('x', outcome, 'r', [])),
  )

describe('a part', () => {
  test('is the share that holds of what was decided; halves count half, excused ones not at all', () => {
    expect(part(30, 'held', 'partial', 'not-held', 'unevaluable', 'excused')).toMatchObject({
      score: 50,
      held: 1.5,
      of: 3,
      declared: 4,
      decided: 0.75,
    })
  })

  test('is null when nothing is declared or nothing can be decided', () => {
    expect([part(30).score, part(30, 'unevaluable').score, part(30, 'excused').score, unseenPart(30).score]).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect(part(30, 'unevaluable')).toMatchObject({ declared: 1, decided: 0 })
  })

  test('may hold without being decided', () => {
    expect(partScore(10, [observe('x', 'held', 'r', [], false)])).toMatchObject({ score: 100, decided: 0 })
  })
})

describe('a score', () => {
  const score = (
    breakdown: Parameters<typeof scoreOf>[1],
    flags: readonly Flag[] = [],
    caps: { by: string; at: number }[] = [],
  ) => scoreOf('effectiveness', breakdown, 80, 'deep', flags, ...caps)

  test('of parts that all hold and were all decided is 98, whatever is null beside them', () => {
    expect(score({ a: part(15, 'held'), b: part(45) })).toMatchObject({
      score: 98,
      raw: 1,
      k: 1,
      ceiling: 98,
      capped_by: [],
    })
  })

  test('has a ceiling that falls with what no rule decides', () => {
    expect(score({ a: part(15, 'held'), b: part(45, 'held', 'unevaluable', 'unevaluable') })).toMatchObject({
      score: 89,
      raw: 1,
      k: 0.5,
      ceiling: 89,
    })
    expect(score({ a: part(50, 'held'), b: part(50, 'unevaluable') })).toMatchObject({ score: 89, raw: 1, k: 0.5 })
  })

  test('at light reaches its base and no more', () => {
    expect(scoreOf('effectiveness', { a: part(15, 'held') }, 80, 'light', [])).toMatchObject({
      score: 80,
      k: 0,
      ceiling: 80,
    })
  })

  test('weighs its parts', () => {
    expect(score({ a: part(75, 'held'), b: part(25, 'not-held') })).toMatchObject({ raw: 0.75, score: 74 })
  })

  test('is capped by the flags that concern it, and says by which', () => {
    const perfect = { a: part(10, 'held') }
    expect(score(perfect, raised('clause-violated'))).toMatchObject({ score: 85, capped_by: ['clause-violated'] })
    expect(score(perfect, raised('root-clause-violated', 'clause-violated'))).toMatchObject({
      score: 69,
      capped_by: ['root-clause-violated'],
    })
    expect(score(perfect, raised('stale-binding', 'order-violated', 'handled-error'))).toMatchObject({
      score: 98,
      capped_by: [],
    })
    expect(score(perfect, raised('clause-violated'), [{ by: 'rule', at: 39 }])).toMatchObject({
      score: 39,
      capped_by: ['rule'],
    })
    expect(score({ a: part(10, 'held', 'not-held') }, raised('root-clause-violated'))).toMatchObject({
      score: 49,
      capped_by: [],
    })
  })

  test('that is missing-output’s is capped at 69 for fidelity and at 85 for effectiveness', () => {
    const perfect = { a: part(10, 'held') }
    const scores = (['fidelity', 'effectiveness'] as const).map(
      (which) => scoreOf(which, perfect, 80, 'deep', raised('missing-output')).score,
    )
    expect(scores).toEqual([69, 85])
    expect(FLAGS['missing-output'].severity).toBe('critical')
  })

  test('counts each edge that does not hold, flag or no flag', () => {
    const { execution_order: order } = inspectRun('fixtures/runs/order-violated').evaluation.runtime_fidelity.breakdown
    expect([order.held, order.of]).toEqual([6, 7])
  })
})

describe('a verdict', () => {
  test.each([
    [98, 98, true, [], 'pass'],
    [70, 70, true, [], 'pass'],
    [69, 98, true, [], 'partial'],
    [98, 69, true, [], 'partial'],
    [40, 40, true, [], 'partial'],
    [39, 98, true, [], 'fail'],
    [98, 39, true, [], 'fail'],
    [98, 98, false, [], 'fail'],
    [98, 98, true, ['order-violated'], 'partial'],
    [85, 85, true, ['clause-violated', 'handled-error'], 'pass'],
  ] as const)('of %i / %i, completed %s, with %j is %s', (fidelity, effectiveness, completed, ids, verdict) => {
    expect(verdictOf(fidelity, effectiveness, completed, raised(...ids))).toBe(verdict)
  })
})
