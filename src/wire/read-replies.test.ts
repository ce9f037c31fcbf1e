import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anthropicMessages } from './anthropic-messages.ts'
import { openaiChat } from './openai-chat.ts'
import { openaiResponses } from './openai-responses.ts'
import type { Finish, SseEvent, Utterance, WireReply, WireRequest } from './wire-format.ts'

const FORMATS = [openaiChat, openaiResponses, anthropicMessages]

const words = fc.constantFrom('11', 'Élève, 13 is prime – überhaupt. 🙂', 'A\nlong one: '.repeat(30).trim())
const calls = fc.array(
  fc.record({
    id: fc.constantFrom('a', 'b'),
    name: fc.constantFrom('search', 'grade'),
    arguments: fc.constantFrom('{}', '{"for":["primes",null,1.5]}', `{"text":"${'é '.repeat(40)}"}`),
  }),
  { maxLength: 3 },
)
const usage = fc.record({ inputTokens: fc.nat(), outputTokens: fc.nat() })
const said = fc.oneof(
  fc.record({ text: words, reasoning: fc.oneof(fc.constant(''), words), toolCalls: calls, usage }),
  fc.record({ text: fc.constant(''), reasoning: words, toolCalls: calls, usage }),
)

describe.each(FORMATS)('a reply of $name', (format) => {
  test('is read as it was said, whole and streamed', () => {
    fc.assert(
      fc.property(said, (one) => {
        const finish = one.toolCalls.length > 0 ? 'tool-calls' : 'stop'
        bothRead(format, { ...one, finish }, { ...one, finish })
      }),
      { seed: 5, numRuns: 100 },
    )
  })

  test('says why it ended, in the words that the format has for it', () => {
    const ends = (finish: Finish, text: string) => {
      const reply = { text, reasoning: '', toolCalls: [], usage: { inputTokens: 1, outputTokens: 2 } }
      const whole = format.readReply!(format.writeReply(utterance({ ...reply, finish })) as never)
      const streamed = format.readEvents!(format.writeEvents(utterance({ ...reply, finish })))
      expect(streamed).toEqual(whole)
      return whole?.finish
    }
    const found = (['refusal', 'content-filter', 'length', 'stop-sequence', 'failed'] as const).map((finish) =>
      ends(finish, 'Some words'),
    )
    expect(found).toEqual(ENDS[format.name])
  })

  test('that breaks off is read as far as it came, and has no end', () => {
    const whole = {
      text: 'x'.repeat(200),
      reasoning: 'y'.repeat(100),
      toolCalls: [],
      usage: COUNTED,
      finish: 'stop' as const,
    }
    const events = format.writeEvents(utterance(whole))
    for (let length = 2; length < events.length - 2; length++) {
      const read = format.readEvents!(events.slice(0, length))!
      expect([whole.text.startsWith(read.text), whole.reasoning.startsWith(read.reasoning)]).toEqual([true, true])
      if (length < events.length - 4) expect(read.finish).toBeUndefined()
    }
    const half = format.readEvents!(events.slice(0, events.length >> 1))!
    expect(half.text.length + half.reasoning.length).toBeGreaterThan(20)
  })

  test('that breaks off in a call of a tool has the call as far as it came', () => {
    const call = { id: 'a', name: 'search', arguments: JSON.stringify({ for: 'p'.repeat(100) }) }
    const events = format.writeEvents(
      utterance({ text: '', reasoning: '', toolCalls: [call], usage: COUNTED, finish: 'tool-calls' }),
    )
    const cut = events.findLastIndex(({ data }) => data.includes('pppp') && !data.includes('p'.repeat(100)))
    const [read] = format.readEvents!(events.slice(0, cut))!.toolCalls
    expect(read).toMatchObject({ id: 'a', name: 'search' })
    expect(call.arguments.startsWith(read!.arguments)).toBe(true)
    expect(read!.arguments.length).toBeGreaterThan(20)
  })

  test('with an error in its stream has failed', () => {
    const error = format.writeErrorEvent({ status: 529, message: 'Overloaded.' })
    const events = format.writeEvents(
      utterance({ text: 'Some words', reasoning: '', toolCalls: [], usage: COUNTED, finish: 'stop' }),
    )
    expect(format.readEvents!([...events.slice(0, 3), error])?.finish).toBe('failed')
  })

  test.each<readonly [string, unknown]>([
    ['an error', { error: { message: 'No.' } }],
    ['nothing', {}],
    ['lists of what is no object', { choices: [null], output: 1, content: 'text' }],
  ])('is none where there is %s', (_, body) => {
    expect(format.readReply!(body as never)).toBeUndefined()
  })

  test('is none where a stream holds nothing of the format', () => {
    const foreign: SseEvent[] = [
      { data: 'no JSON' },
      { data: '[]' },
      { data: '{"__proto__":{"x":1}}' },
      { data: 'null' },
    ]
    expect(format.readEvents!(foreign)).toBeUndefined()
    expect(format.readEvents!([])).toBeUndefined()
  })

  test('may hold anything in any field', () => {
    const odd = fc.jsonValue({ maxDepth: 2 })
    fc.assert(
      fc.property(odd, odd, odd, odd, (a, b, c, d) => {
        const message = { content: b, tool_calls: c, refusal: d, function_call: a }
        for (const body of [
          { choices: [{ index: 0, message, delta: message, finish_reason: a }], usage: b },
          { choices: [{ index: 0, delta: { tool_calls: [{ index: a, function: b, id: c }] } }] },
          { output: [{ type: 'message', content: a }, { type: 'reasoning', summary: b }, c], status: d },
          { type: 'response.output_item.added', output_index: 0, item: a },
          { type: 'response.output_text.delta', output_index: 0, delta: b },
          { content: [{ type: 'text', text: a }, { type: 'tool_use', input: b }, c], stop_reason: d, usage: a },
          { type: 'content_block_start', index: a, content_block: b },
          { type: 'content_block_delta', index: a, delta: c },
          a,
        ]) {
          format.readReply!((body ?? {}) as never)
          format.readEvents!([{ data: JSON.stringify(body) }, { data: JSON.stringify(body) }])
        }
      }),
      { seed: 5, numRuns: 200 },
    )
  })
})

// Helpers

const COUNTED = { inputTokens: 7, outputTokens: 3 }

const ENDS: { readonly [format: string]: readonly (Finish | undefined)[] } = {
  'OpenAI Chat Completions': ['refusal', 'content-filter', 'length', 'stop', 'stop'],
  'OpenAI Responses': ['refusal', 'content-filter', 'length', 'stop', 'failed'],
  'Anthropic Messages': ['refusal', 'content-filter', 'length', 'stop-sequence', 'stop'],
}

const REQUEST: WireRequest = { model: 'm', turns: [], stream: false, manner: { usage: true } }

const utterance = (reply: WireReply): Utterance => ({
  id: 'abc',
  request: REQUEST,
  usage: COUNTED,
  ...reply,
  finish: reply.finish!,
})

function bothRead(format: (typeof FORMATS)[number], reply: WireReply, expected: WireReply): void {
  expect(format.readReply!(JSON.parse(JSON.stringify(format.writeReply(utterance(reply)))))).toEqual(expected)
  expect(format.readEvents!(format.writeEvents(utterance(reply)))).toEqual(expected)
}
