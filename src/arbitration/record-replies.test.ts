import { describe, expect, test } from 'vitest'
import type { Json } from '../json/json.ts'
import { fault, type Step, say } from '../providers/script-steps.ts'
import { scripted } from '../providers/scripted.ts'
import { checkArbitrationRecord } from './check-record.ts'
import type { ArbitrationInput } from './contract.ts'
import { forgeDecide } from './forge-decide.ts'

const input: ArbitrationInput = { facts: { flips: 6 }, allowed_actions: ['wait', 'reload'] }

const decide = (steps: readonly Step[]) =>
  forgeDecide(input, { model: scripted({ arbitration: steps }), default_action: 'stop', min_confidence: 0.7 })

describe('the record of a reply', () => {
  test('keeps structured parts as they came, one level deeper than is read as well', async () => {
    const replyOf = async (data: Json) => (await decide([say('', { data })])).record.samples[0]!.calls[0]!.reply
    const nested = (levels: number, open: string, close: string): Json =>
      JSON.parse(open.repeat(levels) + 1 + close.repeat(levels))
    const plain = { a: null, b: [1, [true, null], { c: '' }], d: {} }
    expect(await replyOf(plain)).toEqual({ text: '', data: plain })
    expect(await replyOf('wait')).toEqual({ text: '', data: 'wait' })
    for (const [open, close] of [
      ['{"a":', '}'],
      ['[', ']'],
    ] as const) {
      expect(await replyOf(nested(65, open, close))).toEqual({ text: '', data: nested(65, open, close) })
      // Of the 66th level only its brackets are left.
      expect(JSON.stringify((await replyOf(nested(66, open, close)))?.data)).toBe(
        `${open.repeat(65)}${open === '[' ? '[]' : '{}'}${close.repeat(65)}`,
      )
    }
  })

  test('keeps the beginning of a reply too long to be read, and its length', async () => {
    const replyOf = async (step: Step) => {
      const { record } = await decide([step])
      expect(checkArbitrationRecord(record).status).toBe('holds')
      return record.samples[0]!.calls[0]!.reply
    }
    const long = 'x'.repeat(262_145)
    expect(await replyOf(long)).toEqual({ text: 'x'.repeat(4_000), cut: 262_145 })
    expect(await replyOf(long.slice(1))).toEqual({ text: long.slice(1) })
    // Brackets and quotes of the structured part count.
    expect(await replyOf(say('x', { data: [long.slice(4)] }))).toEqual({ text: 'x', cut: 262_145 })
    expect(await replyOf(say('x', { data: [long.slice(5)] }))).toEqual({ text: 'x', data: [long.slice(5)] })
  })

  test('keeps of what is private no more than can be read', async () => {
    const privateOf = async (step: Step) => (await decide([step])).record.samples[0]!.calls[0]!.reply?.private
    const long = 'x'.repeat(262_145)
    expect(await privateOf(say('?', { reasoning: long }))).toEqual({ reasoning: long.slice(1) })
    expect(await privateOf(say('?', { selfAssessment: long }))).toEqual({ self_assessment: long.slice(1) })
  })

  test('says how a call failed, and has no reply then', async () => {
    const { record } = await decide([fault.status(503)])
    const [call] = record.samples[0]!.calls
    expect(call).toMatchObject({ reply: null, fault: { kind: 'status', message: expect.stringMatching(/\S/) } })
    expect(Object.keys(call!.fault!)).toEqual(['kind', 'message'])
  })

  test('names the tools that were called, whatever stands for a call', async () => {
    const respond = () => ({ text: '?', toolCalls: [{ id: '1', name: 'look', arguments: {} }, null] }) as never
    const { record } = await forgeDecide(input, {
      model: { id: 'odd', respond },
      default_action: 'stop',
      min_confidence: 0.7,
    })
    expect(record.samples[0]?.calls[0]?.reply?.tool_calls).toEqual(['look', 'undefined'])
  })

  test('of a structured answer holds', async () => {
    const data = { status: 'decided', action: 'wait', confidence: 0.9 }
    const { record } = await decide([say('', { data })])
    expect(record.outcome.why).toBe('decided')
    expect(checkArbitrationRecord(record)).toEqual({ status: 'holds', findings: [] })
  })
})
