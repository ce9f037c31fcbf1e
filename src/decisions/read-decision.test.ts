import { describe, expect, test } from 'vitest'
import { decisionTable } from './read-decision.table.ts'
import { readDecision } from './read-decision.ts'

describe.each(Object.entries(decisionTable))('%s', (_, rows) => {
  test.each(rows.map((row) => [shown(row[0]), ...row] as const))('%s', (_, reply, reads, words) => {
    const reading = readDecision(typeof reply === 'string' ? { text: reply } : reply)
    expect(reading.readable ? `${reading.decision} by ${reading.via}` : reading.decision).toBe(reads)
    if (words !== undefined) expect(reading.decision === 'adjust' ? reading.adjustment : reading.reason).toBe(words)
    expect(reading.via === 'none').toBe(!reading.readable)
    expect(Object.hasOwn(reading, 'adjustment')).toBe(reading.decision === 'adjust')
  })
})

test('the table holds at least eighty replies', () => {
  expect(Object.values(decisionTable).flat().length).toBeGreaterThanOrEqual(80)
})

test('an adjustment keeps its reason apart', () => {
  expect(readDecision({ text: '', data: { decision: 'adjust', adjustment: 'Use metres.', reason: 'Feet.' } })).toEqual({
    via: 'data',
    readable: true,
    decision: 'adjust',
    adjustment: 'Use metres.',
    reason: 'Feet.',
  })
})

test('an adjustment without a reason has an empty one', () => {
  expect(readDecision({ text: 'Adjust: use metres' }).reason).toBe('')
})

// Helpers

function shown(reply: unknown): string {
  const text = JSON.stringify(reply)
  return (text.length > 90 ? `${text.slice(0, 90)}…` : text).replaceAll('%', '%%')
}
