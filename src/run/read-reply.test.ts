import { describe, expect, test } from 'vitest'
import { soloist } from '../../test/composites/soloist.ts'
import { unfrozenIn } from '../../test/composites/unfrozen-in.ts'
import { readVerdict } from '../decisions/read-verdict.ts'
import { say } from '../providers/script-steps.ts'
import { settleReply } from '../providers/settle-reply.ts'
import { readReply } from './read-reply.ts'

describe('a text field', () => {
  const { speaker } = soloist({ speaker: { textField: 'outcome' } }).slots
  const read = (...given: Parameters<typeof say>) => readReply(settleReply(say(...given)), speaker!)

  test('of structured data is what the slot says', () => {
    expect(read('raw', { data: { outcome: ' Done. ', note: 'x' } }).text).toBe('Done.')
  })

  test('of the one JSON object in the text is, too', () => {
    expect(read('{"outcome":"Done."}')).toEqual({ text: 'Done.', data: { outcome: 'Done.' } })
  })

  test('keeps what stands around it in the trace, as private', () => {
    const around = read('Look:\n{"outcome":"Done."}\nI am proud.', { reasoning: 'Thinking.' })
    expect(around.text).toBe('Done.')
    expect(around.private).toEqual({ reasoning: 'Look:\n\nI am proud.\n\nThinking.' })
    expect(unfrozenIn(around)).toEqual([])
    expect(read('Look:\n\n{"outcome":"Done."}').private).toEqual({ reasoning: 'Look:' })
    expect(read('I am proud.', { data: { outcome: 'Done.' } }).private).toEqual({ reasoning: 'I am proud.' })
    expect(read('Done.', { data: { outcome: 'Done.' } }).private).toBeUndefined()
  })

  test('that is no text is canonical JSON', () => {
    expect(read('', { data: { outcome: { b: 1, a: null } } }).text).toBe('{"a":null,"b":1}')
  })

  test.each([
    'Done.',
    '{"result":"Done."}',
    '{"outcome":"a"} {"outcome":"b"}',
    '{"outcome":"a","outcome":"b"}',
    '["outcome"]',
  ])('is not found in %s, which is what the slot says', (text) => {
    expect(read(text).text).toBe(text)
  })

  test('is the own one of the object, not one that every object has', () => {
    const { speaker } = soloist({ speaker: { textField: 'constructor' } }).slots
    expect(readReply(settleReply(say('{"a":1}')), speaker!).text).toBe('{"a":1}')
  })
})

test('a deciding slot has a reading, of what is public', () => {
  const { speaker } = soloist({ speaker: { decides: readVerdict } }).slots
  const reply = readReply(settleReply({ text: '<think>Verdict: reject</think>Verdict: accept' }), speaker!)
  expect(reply.reading).toMatchObject({ verdict: 'accept' })
  expect(unfrozenIn(reply)).toEqual([])
})

test('how long a call took is not part of what was said', () => {
  expect(readReply(settleReply(say('a', { elapsedMs: 5 })), soloist().slots.speaker!)).toEqual({ text: 'a' })
})
