import { describe, expect, test } from 'vitest'
import { CLIENTS } from '../../../test/wire/sdk-clients.ts'
import { ModelFault, type Script, say, scripted } from '../../index.ts'
import { anthropicMessages } from '../anthropic-messages.ts'
import { scriptedFetch, scriptFrom, type WireFault } from '../index.ts'
import { openaiChat } from '../openai-chat.ts'
import { openaiResponses } from '../openai-responses.ts'
import type { Cassette, CassetteReply, Interaction } from './cassette.ts'

const CHAT = 'https://models.example/v1/chat/completions'
const JSON_TYPE = { 'content-type': 'application/json' }

const cassette = (...interactions: readonly Interaction[]): Cassette => ({
  format: 'tribunal-cassette',
  version: 1,
  test: 't',
  interactions,
  hash: '',
})
const asked = (model: string, more: object = {}, headers: Record<string, string> = {}): Interaction['request'] => ({
  method: 'POST',
  url: CHAT,
  headers,
  json: { model, messages: [{ role: 'user', content: 'Name a prime.' }], ...more },
})
const chatReply = (content: string | null, finish_reason = 'stop', message: object = {}): CassetteReply => ({
  status: 200,
  headers: JSON_TYPE,
  json: { choices: [{ index: 0, message: { role: 'assistant', content, ...message }, finish_reason }] },
})
const stepOf = (reply: CassetteReply, more: object = {}) =>
  scriptFrom(cassette({ request: asked('m', more), reply })).steps.m![0] as ModelFault & WireFault

describe('a reply becomes a step', () => {
  test('that says the same: words, thoughts, calls of tools, usage', () => {
    const call = { id: 'a', function: { name: 'search', arguments: '{"for":"primes"}' } }
    const reply = chatReply('11', 'tool_calls', { reasoning_content: 'Hm.', tool_calls: [call] }) as { json: object }
    const counted = { ...reply, json: { ...reply.json, usage: { prompt_tokens: 7, completion_tokens: 3 } } }
    expect(stepOf(counted as never)).toEqual(
      say('11', {
        reasoning: 'Hm.',
        toolCalls: [{ id: 'a', name: 'search', arguments: { for: 'primes' } }],
        usage: { inputTokens: 7, outputTokens: 3 },
      }),
    )
  })

  test('with data, where a structured reply was asked for', () => {
    const format = { response_format: { type: 'json_object' } }
    expect(stepOf(chatReply('{"verdict":"accept"}'), format)).toMatchObject({ data: { verdict: 'accept' } })
    expect(stepOf(chatReply('{"verdict":"accept"}'))).not.toHaveProperty('data')
    expect(stepOf(chatReply('none'), format)).not.toHaveProperty('data')
  })

  test.each<readonly [string, CassetteReply, object]>([
    ['a status', { status: 429, headers: { 'retry-after': '2' } }, { kind: 'status', status: 429, retryAfterMs: 2000 }],
    [
      'a status in milliseconds',
      { status: 503, headers: { 'retry-after-ms': '70' } },
      { status: 503, retryAfterMs: 70 },
    ],
    [
      'a status without a wait',
      { status: 400, headers: { 'retry-after': 'Mon, 30 Nov' } },
      { kind: 'status', status: 400 },
    ],
    ['a broken connection', { failed: 'ECONNRESET' }, { kind: 'transport' }],
    ['a wait in vain', { failed: 'aborted' }, { kind: 'timeout' }],
    ['a body that is no JSON', { status: 200, headers: {}, text: '<html>' }, { kind: 'malformed' }],
    ['JSON that is no reply', { status: 200, headers: {}, json: { object: 'list' } }, { kind: 'malformed' }],
    ['a refusal', chatReply(null, 'stop', { refusal: 'Not this.' }), { kind: 'refusal', message: 'Not this.' }],
    [
      'a content filter',
      chatReply('Some', 'content_filter'),
      { kind: 'refusal', trouble: { finish: 'content-filter' } },
    ],
    [
      'a length cut',
      chatReply('Some', 'length'),
      { kind: 'truncated', reply: { text: 'Some' }, trouble: { finish: 'length' } },
    ],
    [
      'a stream that broke off',
      {
        status: 200,
        headers: {},
        end: 'reset',
        events: [{ data: { choices: [{ index: 0, delta: { content: 'Some' } }] } }],
      },
      { kind: 'transport', reply: { text: 'Some' }, trouble: { kind: 'cut', end: 'reset' } },
    ],
    [
      'a stream that ended without an end',
      { status: 200, headers: {}, events: [{ data: { choices: [{ index: 0, delta: { content: 'Some' } }] } }] },
      { kind: 'transport', trouble: { kind: 'cut', end: 'close' } },
    ],
    [
      'an error in a stream',
      { status: 200, headers: {}, events: [{ data: { error: { message: 'Overloaded.' } } }] },
      { kind: 'status', status: 500, trouble: { kind: 'failed' } },
    ],
  ])('that fails where it was %s', (_, reply, fault) => {
    const step = stepOf(reply)
    expect(step).toBeInstanceOf(ModelFault)
    expect(step).toMatchObject(fault)
  })
})

describe('steps belong to the slot that asked', () => {
  const reply = chatReply('11')

  test('by its header, else by its model', () => {
    const script = scriptFrom(
      cassette(
        { request: asked('m', {}, { 'x-tribunal-slot': 'critic' }), reply },
        { request: asked('m'), reply },
        { request: asked('other'), reply },
        { request: asked('m'), reply },
      ),
    )
    expect(Object.entries(script.steps).map(([slot, { length }]) => [slot, length])).toEqual([
      ['critic', 1],
      ['m', 2],
      ['other', 1],
    ])
  })

  test('by routes, and by nothing where none fits', () => {
    const two = cassette({ request: asked('m'), reply })
    expect(Object.keys(scriptFrom(two, { routes: { worker: { brief: 'prime' } } }).steps)).toEqual(['worker'])
    expect(Object.keys(scriptFrom(two, { routes: ({ model }) => `${model}-slot` }).steps)).toEqual(['m-slot'])
    expect(() => scriptFrom(two, { routes: { worker: { brief: 'other' } } })).toThrow(
      expect.objectContaining({ code: 'unrouted-request' }),
    )
  })

  test('and requests that go to no model are left out; nothing but these makes no script', () => {
    const tool: Interaction = { request: { method: 'GET', url: 'https://tools.example/' }, reply }
    const list: Interaction = { request: { method: 'GET', url: CHAT }, reply }
    expect(scriptFrom(cassette(tool, list, { request: asked('m'), reply })).steps).toMatchObject({
      m: [{ text: '11' }],
    })
    expect(() => scriptFrom(cassette(tool, list))).toThrow(
      /^Of the 2 interactions of the recording none was asked of a model/,
    )
  })

  test('also where it is called as something that every object has', () => {
    const script = scriptFrom(
      cassette({ request: asked('__proto__'), reply }, { request: asked('constructor'), reply }),
    )
    expect(Object.keys(script.steps)).toEqual(['__proto__', 'constructor'])
  })
})

describe.each(CLIENTS)('what a client was told once ($name)', (client) => {
  const SAID = say('Élève: eleven.', { reasoning: 'Hm.', usage: { inputTokens: 7, outputTokens: 3 } })

  test('it is told again by the script of it', async () => {
    const heard = await client.ask(scriptedFetch(scripted({ any: [SAID] })))
    const script = scriptFrom(cassette(await interactionOf(client.name)))
    expect(await client.ask(scriptedFetch(script))).toEqual(heard)
  })

  /** What would have been recorded, had a provider said it. */
  async function interactionOf(name: string): Promise<Interaction> {
    const door = scriptedFetch(scripted({ any: [SAID] }))
    let sent: { url: string; body: string } | undefined
    const spying = Object.assign(
      async (input: string | URL | Request, init: RequestInit = {}) => {
        sent = { url: String(input), body: String(init.body) }
        return door(input, init)
      },
      { session: door.session },
    )
    await client.ask(spying)
    const { url, body } = sent!
    const json = JSON.parse(body)
    const format = [openaiChat, openaiResponses, anthropicMessages].find((one) => one.accepts(new URL(url).pathname))!
    const request = format.readRequest(json, '')!
    const utterance = {
      request,
      id: 'a',
      text: SAID.text,
      reasoning: 'Hm.',
      toolCalls: [],
      usage: { inputTokens: 7, outputTokens: 3 },
      finish: 'stop' as const,
    }
    const reply: CassetteReply = name.endsWith('streamed')
      ? {
          status: 200,
          headers: {},
          events: format.writeEvents(utterance).map(({ event, data }) => ({
            ...(event === undefined ? {} : { event }),
            data: data.startsWith('{') ? JSON.parse(data) : data,
          })),
        }
      : { status: 200, headers: {}, json: JSON.parse(JSON.stringify(format.writeReply(utterance))) }
    return { request: { method: 'POST', url, json }, reply }
  }
})

test('a script that is made twice of a recording is the same script', () => {
  const one = (): Script => scriptFrom(cassette({ request: asked('m'), reply: chatReply('11') }))
  expect(one().id).toBe(one().id)
})
