import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkArbitrationRecord } from '../src/arbitration/check-record.ts'
import { forgeConsensus } from '../src/arbitration/forge-consensus.ts'
import { forgeDecide } from '../src/arbitration/forge-decide.ts'
import { CountingModel, ourArbiter } from './arbiter.ts'
import { arbitrationLaws } from './arbitration-laws.ts'
import { arbitrationReply } from './arbitration-replies.ts'
import { arbitrationTries } from './arbitration-tries.ts'

describe('our arbiter keeps', () => {
  test.each(arbitrationLaws)('$law: $rule', { timeout: 60_000 }, async ({ property }) => {
    await fc.assert(property(ourArbiter), { numRuns: 1_000 })
  })
})

describe('a thousand tries', () => {
  const tries = fc.sample(arbitrationTries(), { numRuns: 1_000, seed: 1 })

  test('make replies of every form and meaning', () => {
    const replies = tries.flatMap((one) => one.replies)
    expect(Object.keys(tally(replies.map(({ how }) => how))).sort()).toMatchInlineSnapshot(`
      [
        "ambiguous",
        "bad-candidates",
        "bad-confidence",
        "bad-field",
        "bad-status",
        "badly-wrapped",
        "contradiction",
        "decided",
        "duplicate-key",
        "escalate",
        "fault",
        "garbage",
        "injected",
        "missing-field",
        "near-miss",
        "prototype",
        "structured",
        "two-objects",
        "unknown-keys",
        "with-everything",
        "wrapped",
      ]
    `)
    expect(Object.keys(tally(replies.map(({ means }) => means.kind))).sort()).toEqual([
      'ambiguous',
      'decided',
      'escalate',
      'failed',
      'invalid',
    ])
  })

  test('come to every outcome that a reply can lead to', { timeout: 30_000 }, async () => {
    const decisions = tries.map(({ replies, ...one }) =>
      forgeDecide(one.input, { ...one, model: new CountingModel(replies) }),
    )
    const votes = tries.map(({ replies, quorum, ...one }) =>
      forgeConsensus(one.input, { ...one, ...(quorum && { quorum }), model: new CountingModel(replies) }),
    )
    const whys = (outcomes: readonly { readonly why: string }[]) =>
      Object.keys(tally(outcomes.map(({ why }) => why))).sort()
    expect(whys(await Promise.all(decisions))).toMatchInlineSnapshot(`
      [
        "ambiguous",
        "decided",
        "escalate",
        "low-confidence",
        "outside-list",
        "parse",
        "schema",
        "timeout",
        "transport",
      ]
    `)
    expect(whys(await Promise.all(votes))).toMatchInlineSnapshot(`
      [
        "no-quorum",
        "no-votes",
        "quorum",
        "tie",
      ]
    `)
  })

  test('leave records that hold when they are checked as strangers', { timeout: 30_000 }, async () => {
    for (const { replies, quorum, ...one } of tries) {
      const model = new CountingModel(replies)
      const { record } = await forgeConsensus(one.input, { ...one, ...(quorum && { quorum }), stop_early: true, model })
      const stored = JSON.parse(JSON.stringify(record))
      expect(stored).toEqual(record)
      expect(checkArbitrationRecord(stored).findings.filter(({ severity }) => severity !== 'info')).toEqual([])
    }
  })
})

describe('a reply of 10 MB', () => {
  const input = { facts: {}, allowed_actions: ['wait', 'reload'], self_check: true }
  const size = 10_000_000

  test.each([
    ['of one letter', 'x'.repeat(size)],
    ['of open braces', '{'.repeat(size)],
    ['of an object without end', '{"a":'.repeat(size / 5)],
    ['of tags without end', '<think'.repeat(size / 6)],
    ['of quotes', '"'.repeat(size)],
    ['of fences', '```\n'.repeat(size / 4)],
    [
      'with a decision and a long reason',
      JSON.stringify({ status: 'decided', action: 'wait', confidence: 1, reason: 'x'.repeat(size) }),
    ],
  ])('%s ends in the default, and in a record of ordinary size', { timeout: 30_000 }, async (_, text) => {
    const model = { id: 'talker', respond: () => ({ text }) }
    const { action, why, record } = await forgeDecide(input, { model, default_action: 'stop', min_confidence: 0.5 })
    expect([action, why]).toEqual(['stop', 'parse'])
    expect(JSON.stringify(record).length).toBeLessThan(50_000)
    expect(checkArbitrationRecord(record).status).toBe('holds')
  })
})

test('every byte, read as text, ends in the default', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      const model = { id: 'noise', respond: () => ({ text: Buffer.from(bytes).toString('latin1') }) }
      const input = { facts: {}, allowed_actions: ['wait'] }
      const { action } = await forgeDecide(input, { model, default_action: 'stop', min_confidence: 0 })
      return action === 'stop'
    }),
  )
})

test('a seed of zeros is a plain decision, so that a failure shrinks to one', () => {
  const seed = { form: 0, pick: 0, twist: 0, sure: 0, text: '' }
  const input = { facts: {}, allowed_actions: ['wait'] }
  expect(arbitrationReply(seed, input, 0.7)).toEqual({
    reply: { text: '{"status":"decided","action":"wait","confidence":1}' },
    means: { kind: 'decided', action: 'wait', confidence: 1 },
    how: 'decided',
  })
})

// Helpers

function tally(names: readonly string[]): { [name: string]: number } {
  const counts: { [name: string]: number } = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
