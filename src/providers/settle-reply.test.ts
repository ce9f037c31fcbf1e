import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unfrozenIn } from '../../test/composites/unfrozen-in.ts'
import type { ModelReply } from './model.ts'
import { settleReply } from './settle-reply.ts'

describe('thinking tags in the text', () => {
  test.each([
    ['a pair', '<think>a</think>b', 'b', 'a'],
    ['all three names', '<think>a</think>b<thinking>c</thinking>d<reasoning>e</reasoning>f', 'bdf', 'a\n\nc\n\ne'],
    ['any case', '<THINK>a</Think>b', 'b', 'a'],
    ['white space inside a tag', '<think >a</think\n>b', 'b', 'a'],
    ['in the middle', 'a <think>b</think> c', 'a  c', 'b'],
    ['an unclosed tag, private to the end', 'a<think>b</thin c', 'a', 'b</thin c'],
    ['an orphan closing tag, everything before it private', 'a\nb</think>c', 'c', 'a\nb'],
    ['an orphan after a pair', 'a<think>b</think>c</think>d', 'd', 'b\n\nac'],
    ['a closing tag of another name, which closes nothing', '<think>a</reasoning>b', '', 'a</reasoning>b'],
    [
      'a tag within a thought, which is part of it',
      '<think>a<reasoning>b</reasoning>c</think>d',
      'd',
      'a<reasoning>b</reasoning>c',
    ],
    ['empty thoughts, of which nothing is kept', '<think> </think>a', 'a', undefined],
    ['nothing but a thought', '<think>a</think>', '', 'a'],
    ['other tags, which are text', '<thinker>a</thinker><b>c</b>', '<thinker>a</thinker><b>c</b>', undefined],
  ])('%s', (_, text, left, reasoning) => {
    const reply = settleReply({ text })
    expect(reply.text).toBe(left)
    expect(reply.private?.reasoning).toBe(reasoning)
  })

  test('what is left is trimmed, tag or not', () => {
    expect(settleReply({ text: '  a \n' }).text).toBe('a')
    expect(settleReply({ text: '<think>x</think>\n\na \n' }).text).toBe('a')
  })

  test('a megabyte of opening tags is read at once', () => {
    const text = '<think'.repeat(200_000)
    expect(settleReply({ text }).text).toBe(text)
  })
})

describe('thinking tags elsewhere', () => {
  test('in structured data they are private too', () => {
    const reply = settleReply({ text: '', data: { outcome: '<think>a</think> b', list: ['<think>c'] } })
    expect(reply.data).toEqual({ outcome: 'b', list: [''] })
    expect(reply.private).toEqual({ reasoning: 'a\n\nc' })
  })

  test('escaped in JSON they are tags all the same', () => {
    const reply = settleReply({ text: '{"outcome":"\\u003cthink>a\\u003c/think>b"}' })
    expect(reply.text).toBe('{"outcome":"b"}')
    expect(reply.private).toEqual({ reasoning: 'a' })
  })

  test('an escape that hides nothing changes no byte', () => {
    const text = '{ "outcome": "na\\u00efve" }'
    expect(settleReply({ text }).text).toBe(text)
  })
})

describe('a self-assessment', () => {
  test.each([
    ['in data', { text: 'b', data: { outcome: 'b', self_assessment: 'a' } }, 'b', { outcome: 'b' }],
    ['in JSON that is the text', { text: '{"outcome":"b","self_assessment":"a"}' }, '{"outcome":"b"}', undefined],
    [
      'in a fence',
      { text: 'So:\n```json\n{ "outcome": "b", "self_assessment": "a" }\n```' },
      'So:\n```json\n{"outcome":"b"}\n```',
      undefined,
    ],
    ['under an escaped key', { text: '{"outcome":"b","self\\u005fassessment":"a"}' }, '{"outcome":"b"}', undefined],
    [
      'in every object of the text',
      { text: '{"self_assessment":"a"} {"self_assessment":"a"} c' },
      '{} {} c',
      undefined,
    ],
    ['deep inside', { text: '{"x":[{"self_assessment":"a"}]}' }, '{"x":[{}]}', undefined],
    ['in a list', { text: '[{"self_assessment":"a","b":1}]' }, '[{"b":1}]', undefined],
    ['in data and text at once', { text: '{"self_assessment":"a"}', data: { self_assessment: 'a' } }, '{}', {}],
  ])('%s is taken out, kept once, and the JSON is serialised again', (_, raw: ModelReply, text, data) => {
    const reply = settleReply(raw)
    expect(reply.text).toBe(text)
    expect(reply.data).toEqual(data)
    expect(reply.private).toEqual({ selfAssessment: 'a' })
  })

  test('that is no text is kept as JSON', () => {
    expect(settleReply({ text: '', data: { self_assessment: { score: 9 } } }).private).toEqual({
      selfAssessment: '{"score":9}',
    })
  })

  test.each([
    ['repeats a key', '{"verdict":"reject","verdict":"accept","self_assessment":"a"}'],
    ['was cut off', '{"verdict":"accept","self_assessment":"a'],
    ['was cut off after an escaped key', '{"verdict":"accept","self\\u005fassessment":"a'],
    ['nests too deep', `{"self_assessment":${'['.repeat(200)}1${']'.repeat(200)}}`],
  ])('in an object that %s takes all of it along: what is broken must not become whole', (_, text) => {
    const reply = settleReply({ text: `I say ${text}` })
    expect(reply.text).toBe('I say')
    expect(reply.private?.selfAssessment).toBe(text)
  })

  test('leaves a member called __proto__ where it is', () => {
    const { text } = settleReply({ text: '{"__proto__":{"x":1},"self_assessment":"a"}' })
    expect(text).toBe('{"__proto__":{"x":1}}')
    expect(({} as { x?: number }).x).toBeUndefined()
  })

  test('is only what carries that name', () => {
    const text = '{"assessment":"a","about":"self_assessment"}'
    expect(settleReply({ text })).toEqual({ text: '{"assessment":"a","about":"self_assessment"}' })
  })
})

describe('what a provider says is private', () => {
  test('stays so, before what was found in the text', () => {
    const reply = settleReply({ text: '<think>b</think>c', private: { reasoning: 'a', selfAssessment: 's' } })
    expect(reply).toEqual({ text: 'c', private: { reasoning: 'a\n\nb', selfAssessment: 's' } })
  })

  test('is kept once when the text says it again', () => {
    expect(settleReply({ text: '<think>a</think>c', private: { reasoning: 'a' } }).private).toEqual({ reasoning: 'a' })
  })
})

describe('what is no reply', () => {
  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a text alone', 'text'],
    ['a text that is none', { text: 5 }],
    ['data with a cycle', { text: '', data: cycle() }],
    ['data with a BigInt', { text: '', data: { n: 1n } }],
    ['data that nests without end', { text: '', data: nested(100_000) }],
    ['reasoning that is no text', { text: '', private: { reasoning: ['a'] } }],
    ['tool calls that are no list', { text: '', toolCalls: null }],
    ['half a usage', { text: '', usage: { inputTokens: 1 } }],
    ['a usage that is no number', { text: '', usage: { inputTokens: Number.NaN, outputTokens: 1 } }],
    ['a negative time', { text: '', elapsedMs: -1 }],
    ['an endless time', { text: '', elapsedMs: Number.POSITIVE_INFINITY }],
  ])('%s is malformed', (_, raw) => {
    expect(() => settleReply(raw as ModelReply)).toThrow(
      expect.objectContaining({ name: 'ModelFault', kind: 'malformed' }),
    )
  })
})

describe('a settled reply', () => {
  const full: ModelReply = {
    text: '{"outcome":"b","self_assessment":"a"}',
    data: { list: [{ deep: ['x'] }], self_assessment: 'a' },
    toolCalls: [{ id: '1', name: 'rm', arguments: { path: '/tmp' } }],
    usage: { inputTokens: 3, outputTokens: 4 },
    private: { reasoning: 'r' },
    elapsedMs: 5,
  }

  test('is frozen, to the last leaf', () => {
    expect(unfrozenIn(settleReply(full))).toEqual([])
  })

  test('does not share anything with what the provider gave', () => {
    const raw = structuredClone(full) as { data: { list: unknown[] } } & ModelReply
    const reply = settleReply(raw)
    raw.data.list.push('later')
    expect(reply.data).toEqual({ list: [{ deep: ['x'] }] })
  })

  test('is itself when it is settled again', () => {
    const reply = settleReply(full)
    expect(settleReply(reply)).toBe(reply)
  })

  test('carries what a reply has and nothing else', () => {
    const raw = {
      ...full,
      reading: { verdict: 'accept' },
      usage: { inputTokens: 3, outputTokens: 4, cached: 2 },
      extra: 1,
    }
    expect(Object.keys(settleReply(raw)).sort()).toEqual(['data', 'elapsedMs', 'private', 'text', 'toolCalls', 'usage'])
    expect(settleReply(raw).usage).toEqual({ inputTokens: 3, outputTokens: 4 })
  })

  test('of any text has the same text when it is settled as a new one', () => {
    const pieces = fc.constantFrom(
      '<think>',
      '</think>',
      '<reasoning>',
      '{"self_assessment":"a"}',
      '{"a":1',
      '}',
      ' ',
      'b',
      '\\u003cthink>',
    )
    fc.assert(
      fc.property(fc.string({ unit: pieces, maxLength: 12 }), (text) => {
        const once = settleReply({ text }).text
        expect(settleReply({ text: once }).text).toBe(once)
      }),
    )
  })
})

// Helpers

function cycle(): object {
  const value: { self?: object } = {}
  value.self = value
  return value
}

function nested(levels: number): object {
  let value: object = {}
  for (let i = 0; i < levels; i++) value = { value }
  return value
}
