import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { chat, messages, PNG, responses, SAME, type Send, type Told } from '../../test/wire/requests.ts'
import { scripted } from '../index.ts'
import { scriptedFetch } from './index.ts'

describe('a request', () => {
  test.each(SAME)('is read alike in every format: %s', async (_, expected, ways) => {
    for (const way of ways) expect(await told(way)).toEqual(expected)
  })

  test.each([
    [
      'application/pdf',
      PNG,
      expect.stringMatching(/^\[file "a.pdf" application\/pdf, 70 bytes, sha256 [0-9a-f]{64}\]$/),
    ],
    ['text/plain', btoa('Nobody reads this.'), '[file "a.pdf" text/plain]\nNobody reads this.'],
  ])(
    'with a file of %s is read alike in every format: bytes as a hash, words as they are',
    async (type, data, brief) => {
      const url = `data:${type};base64,${data}`
      const source =
        type === 'text/plain'
          ? { type: 'text' as const, media_type: type as 'text/plain', data: atob(data) }
          : { type: 'base64' as const, media_type: type as 'application/pdf', data }
      const file = { filename: 'a.pdf', file_data: url }
      for (const way of [
        chat({ messages: [{ role: 'user', content: [{ type: 'file', file }] }] }),
        responses({ input: [{ role: 'user', content: [{ type: 'input_file', ...file }] }] }),
        messages({ messages: [{ role: 'user', content: [{ type: 'document', title: 'a.pdf', source }] }] }),
      ])
        expect((await told(way)).brief).toEqual(brief)
    },
  )

  test.each([
    ['an address', { type: 'computer_call_output', output: { image_url: `data:image/png;base64,${PNG}` } }],
    ['bytes alone', { type: 'image_generation_call', result: btoa('x'.repeat(900)) }],
    ['sound', { role: 'user', content: [{ type: 'input_audio', input_audio: { data: PNG, format: 'mp3' } }] }],
  ])('keeps bytes as a hash wherever they are: %s', async (_, item) => {
    const { brief } = await told(responses({ input: [item as never] }))
    expect(brief).toMatch(/sha256 [0-9a-f]{64}/)
    expect(brief.length).toBeLessThan(250)
  })

  test.each([
    ['chat', chat({ messages: [{ role: 'user', name: 'critic', content: '11' }] }), { name: 'critic' }],
    [
      'chat',
      chat({ messages: [{ role: 'user', content: [{ type: 'file', file: { file_id: 'file-1' } }] }] }),
      { content: '[file file-1]' },
    ],
    [
      'chat',
      chat({
        messages: [{ role: 'user', content: [{ type: 'input_audio', input_audio: { data: PNG, format: 'wav' } }] }],
      }),
      { content: expect.stringContaining('[audio wav, 70 bytes, sha256') },
    ],
    [
      'chat',
      chat({
        messages: [
          { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://pictures.example/1' } }] },
        ],
      }),
      { content: '[image https://pictures.example/1]' },
    ],
    [
      'messages',
      messages({
        messages: [
          {
            role: 'user',
            content: [{ type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'x' } }],
          },
        ],
      }),
      { content: '[file text/plain]\nx' },
    ],
    [
      'messages',
      messages({
        messages: [
          {
            role: 'user',
            content: [
              {
                type: 'search_result',
                source: 's',
                title: 'Of primes',
                content: [{ type: 'text', text: 'All of them.' }],
              },
            ],
          },
        ],
      }),
      { content: expect.stringContaining('All of them.') },
    ],
    [
      'responses',
      responses({ prompt: { id: 'p', variables: { secret: 'told' } } }),
      { system: '[prompt {"id":"p","variables":{"secret":"told"}}]' },
    ],
    [
      'responses',
      responses({ input: [{ type: 'item_reference', id: 'msg_1' }] }),
      { content: expect.stringContaining('msg_1') },
    ],
    ['chat', chat({ response_format: { type: 'json_object' } }), { schema: { type: 'object' } }],
    ['responses', responses({ text: { format: { type: 'json_object' } } }), { schema: { type: 'object' } }],
    ['responses', responses({ tools: [{ type: 'web_search' }] }), { tools: [{ name: 'web_search' }] }],
  ] as const)('loses nothing that a model reads: %s %#', async (_, way, expected) => {
    const { brief, messages: turns = [{ role: 'user', content: brief }], ...rest } = await told(way)
    expect({ ...turns.at(-1), ...rest }).toMatchObject(expected)
  })

  test('is read with the turns before it where the provider keeps the conversation', async () => {
    const fetch = scriptedFetch(scripted({ worker: ['11', '13', '17'] }))
    const { responses } = new OpenAI({ apiKey: 'none', fetch })
    const first = await responses.create({ model: 'm', input: 'Name a prime.', instructions: 'Once.' })
    const second = await responses.create({ model: 'm', input: 'Another.', previous_response_id: first.id })
    await responses.create({ model: 'm', input: 'Another.', previous_response_id: second.id, stream: true })
    expect(fetch.session.trace.calls.map(({ request }) => [request.system, request.messages, request.brief])).toEqual([
      ['Once.', undefined, 'Name a prime.'],
      [
        undefined,
        [
          { role: 'user', content: 'Name a prime.' },
          { role: 'assistant', content: '11' },
        ],
        'Another.',
      ],
      [
        undefined,
        [
          { role: 'user', content: 'Name a prime.' },
          { role: 'assistant', content: '11' },
          { role: 'user', content: 'Another.' },
          { role: 'assistant', content: '13' },
        ],
        'Another.',
      ],
    ])
    expect(second.previous_response_id).toBe(first.id)
  })

  test('that goes on from a reply nobody gave is answered as the provider does', async () => {
    const fetch = scriptedFetch(scripted({ worker: ['11'] }))
    const { responses } = new OpenAI({ apiKey: 'none', fetch })
    const asked = responses.create({ model: 'm', input: 'Go on.', previous_response_id: 'resp_unknown' })
    await expect(asked).rejects.toMatchObject({ status: 400, message: expect.stringContaining('not found') })
    expect(fetch.session.trace.calls[0]?.attempts).toMatchObject([{ fault: { kind: 'status', status: 400 } }])
    expect(fetch.session.misuse).toBeUndefined()
  })

  test('is recorded with headers that the program adds, and with no credential', async () => {
    const fetch = scriptedFetch(scripted({ worker: ['11'] }))
    const client = new OpenAI({ apiKey: 'sk-planted', organization: 'org-planted', fetch })
    const named = ['cookie', 'x-session-token', 'x-password', 'x-pass', 'x-credentials', 'x-signature', 'x-jwt']
    const headers = { 'x-criteria': 'It is above 10.', ...Object.fromEntries(named.map((name) => [name, 'planted'])) }
    await client.chat.completions.create({ model: 'm', messages: [{ role: 'user', content: 'x' }] }, { headers })
    const { trace } = fetch.session
    expect(trace.calls[0]?.request.headers).toEqual({ 'x-criteria': 'It is above 10.' })
    expect(JSON.stringify(trace)).not.toContain('planted')
  })

  test.each([
    ['no body', ''],
    ['no JSON', '{'],
    ['a list', '[]'],
    ['no model', '{"messages":[],"input":[]}'],
    ['nothing said', '{"model":"m"}'],
  ])('that cannot be read is the test to blame: %s', async (_, body) => {
    for (const path of ['chat/completions', 'responses', 'v1/messages']) {
      const fetch = scriptedFetch(scripted({ worker: ['11'] }))
      const { status } = await fetch(`https://models.example/${path}`, { method: 'POST', body })
      expect(status).toBe(400)
      expect(() => fetch.session.assertSpent()).toThrow(expect.objectContaining({ code: 'unrouted-request' }))
    }
  })

  test.each([
    { messages: [null, 1, 'x', {}, { role: '__proto__', content: { a: 1 } }, { role: 'constructor', tool_calls: 7 }] },
    {
      messages: [
        { role: 'assistant', tool_calls: [{ function: { arguments: '{' } }], content: [{ type: 'image_url' }] },
      ],
    },
    { input: [{}, { type: 'reasoning', summary: 3 }, { type: 'function_call' }, { role: 'user', content: [null] }] },
    {
      messages: [{ role: 'user', content: [{ type: 'image', source: 1 }, { type: 'tool_result' }] }],
      tools: [[]],
      system: 5,
    },
  ])('of the strangest shape is read as something: %j', async (body) => {
    for (const path of ['chat/completions', 'responses', 'v1/messages']) {
      const fetch = scriptedFetch(scripted({ worker: ['11'] }))
      const both = { model: 'm', messages: [], input: [], ...body }
      const response = await fetch(`https://models.example/${path}`, { method: 'POST', body: JSON.stringify(both) })
      expect(response.status).toBe(200)
      expect(() => JSON.stringify(fetch.session.trace)).not.toThrow()
    }
  })
})

// Helpers

/** What was sent through a client, as it was read. */
async function told(send: Send): Promise<Told> {
  const fetch = scriptedFetch(scripted({ worker: ['11'] }))
  await send({ openai: new OpenAI({ apiKey: 'none', fetch }), anthropic: new Anthropic({ apiKey: 'none', fetch }) })
  const { slot, component, ...rest } = fetch.session.trace.calls[0]!.request
  expect([slot, component]).toEqual(['worker', 'm'])
  return rest
}
