import { describe, expect, test } from 'vitest'
import { CLIENTS, type Heard } from '../../test/wire/sdk-clients.ts'
import { type ModelReply, say, scripted } from '../index.ts'
import { scriptedFetch } from './index.ts'

const nothing: Heard = { text: '', reasoning: '', refusal: null, toolCalls: [], finish: null, usage: [0, 0] }
const SEARCH = { id: 'call_1', name: 'search', arguments: { for: 'primes above ten', limit: 3, deep: [{ a: null }] } }
const GRADE = { id: 'call_2', name: 'grade', arguments: { verdict: 'accept', because: 'ö'.repeat(60) } }
const LONG = 'Ünïcödé 🙂 and "quotes"\nand lines\u2028. '.repeat(40).trim()

/** A reply, and what every client must make of it; `finish` is checked below, since each provider has words of its own for it. */
const REPLIES: readonly (readonly [name: string, reply: ModelReply, heard: Partial<Heard>])[] = [
  ['a word', say('11'), { text: '11' }],
  ['many words', say(LONG), { text: LONG }],
  ['usage', say('11', { usage: { inputTokens: 12, outputTokens: 3 } }), { text: '11', usage: [12, 3] }],
  ['private reasoning', say('11', { reasoning: LONG }), { text: '11', reasoning: LONG }],
  ['a call of a tool', say('', { toolCalls: [SEARCH] }), { toolCalls: [SEARCH] }],
  [
    'words and several calls',
    say('Wait.', { toolCalls: [SEARCH, GRADE] }),
    { text: 'Wait.', toolCalls: [SEARCH, GRADE] },
  ],
  [
    'everything at once',
    say('Wait.', { reasoning: 'Hm.', toolCalls: [GRADE, SEARCH], usage: { inputTokens: 1, outputTokens: 2 } }),
    { text: 'Wait.', reasoning: 'Hm.', toolCalls: [GRADE, SEARCH], usage: [1, 2] },
  ],
  ['a self-assessment in prose', say('11', { selfAssessment: 'Poor.' }), { text: '11', reasoning: 'Poor.' }],
  [
    'data and a self-assessment that nobody asked for',
    say('11', { data: { outcome: '11', self_assessment: 'Poor.' } }),
    { text: '11', reasoning: 'Poor.' },
  ],
  ['nothing at all', say(''), {}],
]

describe.each(CLIENTS)('a reply by way of $name', ({ ask }) => {
  test.each(REPLIES)('comes out of the official client as it was scripted: %s', async (_, reply, heard) => {
    const fetch = scriptedFetch(scripted({ worker: [reply] }))
    expect({ ...(await ask(fetch)), finish: null }).toEqual({ ...nothing, ...heard })
    fetch.session.assertSpent()
  })

  test('is JSON where the request wants a structured one', async () => {
    const data = { verdict: 'accept', issues: [] }
    const fetch = scriptedFetch(scripted({ critic: [say('Fine by me.', { data })] }))
    const schema = { type: 'object', properties: { verdict: { type: 'string' } } }
    expect(JSON.parse((await ask(fetch, { schema })).text)).toEqual(data)
    expect(fetch.session.trace.calls[0]?.request.schema).toEqual(schema)
  })

  test('holds what the model says of its work where the request has a field for it', async () => {
    const data = { outcome: '11', self_assessment: 'Poor.' }
    const fetch = scriptedFetch(scripted({ actor: [say('', { data })] }))
    const text = { type: 'string' }
    const schema = { type: 'object', properties: { outcome: text, self_assessment: text } }
    const { text: said, reasoning } = await ask(fetch, { schema })
    expect([JSON.parse(said), reasoning]).toEqual([data, ''])
  })

  test('has the same ids in every run, and others in every call', async () => {
    const idsOf = async () => {
      const bodies: string[] = []
      const fetch = scriptedFetch(scripted({ worker: [say('', { toolCalls: [{ ...SEARCH, id: '' }] }), 'x'] }))
      const spy = Object.assign(
        async (...args: Parameters<typeof fetch>) => {
          const response = await fetch(...args)
          bodies.push(await response.clone().text())
          return response
        },
        { session: fetch.session },
      )
      const heard = [await ask(spy), await ask(spy)]
      return { bodies, ids: heard.flatMap(({ toolCalls }) => toolCalls.map(({ id }) => id)) }
    }
    const [first, second] = [await idsOf(), await idsOf()]
    expect(first).toEqual(second)
    expect(first.ids).toEqual([expect.stringMatching(/^call_[0-9a-f]{20,}$/)])
    const [id] = /(?:chatcmpl|resp|msg)_?-?[0-9a-f]{24}/.exec(first.bodies[0]!)!
    expect(first.bodies[1]).not.toContain(id)
  })
})

describe.each(CLIENTS.filter(({ name }) => !name.startsWith('responses')))(
  'a stop sequence by way of $name',
  ({ ask, name }) => {
    const heardWith = async (stop: readonly string[], text: string) => {
      const { text: heard, finish } = await ask(scriptedFetch(scripted({ worker: [text] })), { stop })
      return [heard, finish]
    }
    const [stop, stopped] = name.startsWith('chat') ? ['stop', 'stop'] : ['end_turn', 'stop_sequence']

    test.each([
      ['ends the reply before it', ['STOP'], 'One STOP two STOP', ['One ', stopped]],
      ['ends it at the first of several', ['END', 'STOP', 'two'], 'One STOP two END', ['One ', stopped]],
      ['ends nothing where it does not come', ['END'], 'One STOP two', ['One STOP two', stop]],
    ])('%s', async (_, stops, text, heard) => {
      expect(await heardWith(stops, text)).toEqual(heard)
    })
  },
)

describe('the events of a stream', () => {
  const reply = say('Eleven is prime.', { reasoning: 'Two.', toolCalls: [{ ...SEARCH, arguments: {} }] })
  const eventsOf = async (path: string) => {
    const fetch = scriptedFetch(scripted({ worker: [reply] }))
    const body = JSON.stringify({ model: 'any', messages: [], input: '', stream: true })
    const response = await fetch(`https://models.example/${path}`, { method: 'POST', body })
    const frames = (await response.text()).split('\n\n').slice(0, -1)
    return frames.map((frame) => frame.split('\n').at(-1)!.slice('data: '.length))
  }

  test('of Messages are those of the provider, in its order', async () => {
    const events = (await eventsOf('v1/messages')).map((data) => JSON.parse(data))
    expect(events.map(({ type, delta }) => [type, delta?.type].filter(Boolean).join(' '))).toMatchInlineSnapshot(`
      [
        "message_start",
        "ping",
        "content_block_start",
        "content_block_delta thinking_delta",
        "content_block_delta signature_delta",
        "content_block_stop",
        "content_block_start",
        "content_block_delta text_delta",
        "content_block_delta text_delta",
        "content_block_stop",
        "content_block_start",
        "content_block_delta input_json_delta",
        "content_block_stop",
        "message_delta",
        "message_stop",
      ]
    `)
  })

  test('of Responses are those of the provider, numbered', async () => {
    const events = (await eventsOf('responses')).map((data) => JSON.parse(data))
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, i) => i))
    expect(events.map(({ type }) => type)).toMatchInlineSnapshot(`
      [
        "response.created",
        "response.in_progress",
        "response.output_item.added",
        "response.reasoning_summary_part.added",
        "response.reasoning_summary_text.delta",
        "response.reasoning_summary_text.done",
        "response.reasoning_summary_part.done",
        "response.output_item.done",
        "response.output_item.added",
        "response.content_part.added",
        "response.output_text.delta",
        "response.output_text.delta",
        "response.output_text.done",
        "response.content_part.done",
        "response.output_item.done",
        "response.output_item.added",
        "response.function_call_arguments.delta",
        "response.function_call_arguments.done",
        "response.output_item.done",
        "response.completed",
      ]
    `)
  })

  test('of Chat Completions end with a word that is no JSON', async () => {
    const events = await eventsOf('chat/completions')
    expect(events.pop()).toBe('[DONE]')
    expect(events.map((data) => JSON.stringify(JSON.parse(data).choices[0].delta))).toMatchInlineSnapshot(`
      [
        "{"role":"assistant","content":"","refusal":null}",
        "{"reasoning_content":"Two."}",
        "{"content":"Eleven i"}",
        "{"content":"s prime."}",
        "{"tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"search","arguments":""}}]}",
        "{"tool_calls":[{"index":0,"function":{"arguments":"{}"}}]}",
        "{}",
      ]
    `)
  })
})
