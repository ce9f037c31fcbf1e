import { describe, expect, expectTypeOf, it } from 'vitest'
import { arbitrate, forgeConsensus, forgeDecide, scripted } from '../src/index.ts'

const input = { facts: { flips: 6 }, allowed_actions: ['wait', 'reload'] }
const given = { default_action: 'stop', min_confidence: 0.7 }
const decided = (action: string) => JSON.stringify({ status: 'decided', action, confidence: 0.9 })
const model = (...steps: string[]) => scripted({ arbitration: steps })

const chosen = await forgeDecide(input, { ...given, model: model(decided('wait')) })
const byDefault = await forgeDecide(input, { ...given, model: model('?') })
const voted = await forgeConsensus(input, {
  ...given,
  model: model(decided('wait'), decided('reload'), decided('wait')),
})
const ambiguous = await arbitrate(input, {
  model: model('{"status":"ambiguous","candidate_actions":["wait","reload"]}'),
})
const failed = await arbitrate(input, { model: model('?') })

const failure = (assertion: () => void): string => {
  try {
    assertion()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('the assertion passed')
}

describe('toStayWithin passes for', () => {
  it.each([
    ['a choice of the list', chosen],
    ['a default, which is the flow’s own', byDefault],
    ['a vote', voted],
    ['a record', voted.record],
    ['a result', ambiguous],
    ['a failed result, which chooses nothing', failed],
    ['an outcome without its record', { action: 'wait', source: 'model' }],
    ['a list of all these', [chosen, byDefault, voted, voted.record, ambiguous]],
    ['an empty list', []],
  ])('%s', (_, subject) => {
    expect(subject).toStayWithin(['wait', 'reload'])
  })
})

it('toStayWithin shows what lies outside', () => {
  expect(failure(() => expect(voted).toStayWithin(['reload']))).toMatchInlineSnapshot(`
    "expect(decision).toStayWithin(actions)

    Expected nothing but: "reload"
    Outside, chosen: "wait"
    Outside, answered by sample 0: "wait"
    Outside, answered by sample 2: "wait""
  `)
  expect(failure(() => expect(ambiguous).toStayWithin(['wait']))).toMatchInlineSnapshot(`
    "expect(decision).toStayWithin(actions)

    Expected nothing but: "wait"
    Outside, answered: "reload""
  `)
})

it('toStayWithin compares verbatim', () => {
  expect({ action: 'Wait', source: 'model' }).not.toStayWithin(['wait'])
  expect({ action: 'wait ', source: 'model' }).not.toStayWithin(['wait'])
})

it('toStayWithin refuses a default that was not declared', () => {
  const forged = { ...byDefault, action: 'delete' }
  expect(failure(() => expect(forged).toStayWithin(['wait']))).toMatchInlineSnapshot(`
    "expect(decision).toStayWithin(actions)

    Expected nothing but: "wait"
    Outside, taken for a default: "delete""
  `)
})

it('toStayWithin can be turned around', () => {
  expect(voted).not.toStayWithin(['reload'])
  expect(failure(() => expect(chosen).not.toStayWithin(['wait']))).toMatchInlineSnapshot(`
    "expect(decision).not.toStayWithin(actions)

    Expected a choice outside of: "wait"
    All choices are within: "wait""
  `)
})

it('toStayWithin stands for a value in a comparison', () => {
  expect({ decision: chosen }).toEqual({ decision: expect.toStayWithin(['wait']) })
  expect({ decision: chosen }).not.toEqual({ decision: expect.toStayWithin(['reload']) })
})

it('toStayWithin names what it takes', () => {
  expect(failure(() => expect({ action: 'wait' }).toStayWithin(['wait']))).toMatchInlineSnapshot(`
    "expect(received).toStayWithin(actions)

    The received value must be what forgeDecide, forgeConsensus or arbitrate gave, or an arbitration record.
    Received: Object {
      "action": "wait",
    }"
  `)
  for (const odd of [{ ok: true }, { ok: false }, { ok: true, value: 'wait' }, new Response('wait')])
    expect(failure(() => expect(odd).toStayWithin(['wait']))).toContain('The received value must be')
  expect(failure(() => expect(chosen).toStayWithin('wait' as never))).toMatchInlineSnapshot(
    `"toStayWithin takes a list of actions, not "wait"."`,
  )
  expect(failure(() => expect([chosen, null]).toStayWithin(['wait']))).toContain('The received value must be')
})

it('toStayWithin takes a list of actions', () => {
  expectTypeOf(expect(chosen).toStayWithin).parameters.toEqualTypeOf<[readonly string[]]>()
})
