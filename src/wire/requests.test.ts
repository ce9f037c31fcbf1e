import { createHash } from 'node:crypto'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { type ModelRequest, scripted } from '../index.ts'
import { scriptedFetch } from './index.ts'

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const IMAGE = `[image image/png, 70 bytes, sha256 ${createHash('sha256').update(Buffer.from(PNG, 'base64')).digest('hex')}]`
const PARAMETERS = { type: 'object' as const, properties: { for: { type: 'string' } } }
const SCHEMA = { type: 'object', properties: { verdict: { type: 'string' } } }
const ARGUMENTS = '{"for":"primes"}'

/** What a request was read as, without the slot and the model. */
type Told = Omit<ModelRequest, 'slot' | 'component'>

type Send = (clients: { openai: OpenAI; anthropic: Anthropic }) => PromiseLike<unknown>

/** What was sent through a client, as it was read. */
async function told(send: Send): Promise<Told> {
  const fetch = scriptedFetch(scripted({ worker: ['11'] }))
  await send({ openai: new OpenAI({ apiKey: 'none', fetch }), anthropic: new Anthropic({ apiKey: 'none', fetch }) })
  const { slot, component, ...rest } = fetch.session.trace.calls[0]!.request
  expect([slot, component]).toEqual(['worker', 'm'])
  return rest
}

const chat =
  (body: Partial<OpenAI.ChatCompletionCreateParamsNonStreaming>): Send =>
  ({ openai }) =>
    openai.chat.completions.create({ model: 'm', messages: [{ role: 'user', content: 'Name a prime.' }], ...body })
const responses =
  (body: Partial<OpenAI.Responses.ResponseCreateParamsNonStreaming>): Send =>
  ({ openai }) =>
    openai.responses.create({ model: 'm', input: 'Name a prime.', ...body })
const messages =
  (body: Partial<Anthropic.MessageCreateParamsNonStreaming>): Send =>
  ({ anthropic }) =>
    anthropic.messages.create({
      model: 'm',
      max_tokens: 64,
      messages: [{ role: 'user', content: 'Name a prime.' }],
      ...body,
    })

/** The same said in each format, and what all of them are read as. */
const SAME: readonly (readonly [what: string, told: Told, ways: readonly Send[]])[] = [
  ['a brief', { brief: 'Name a prime.' }, [chat({}), responses({}), messages({})]],
  [
    'standing instructions',
    { brief: 'Name a prime.', system: 'You count.\n\nBe brief.' },
    [
      chat({
        messages: [
          { role: 'system', content: 'You count.' },
          { role: 'developer', content: [{ type: 'text', text: 'Be brief.' }] },
          { role: 'user', content: 'Name a prime.' },
        ],
      }),
      responses({
        instructions: 'You count.',
        input: [
          { role: 'developer', content: 'Be brief.' },
          { role: 'user', content: 'Name a prime.' },
        ],
      }),
      messages({ system: 'You count.\n\nBe brief.' }),
      messages({ system: [{ type: 'text', text: 'You count.\n\nBe brief.' }] }),
    ],
  ],
  [
    'a structured reply and a temperature',
    { brief: 'Name a prime.', schema: SCHEMA, temperature: 0.5 },
    [
      chat({
        temperature: 0.5,
        response_format: { type: 'json_schema', json_schema: { name: 'reply', schema: SCHEMA } },
      }),
      responses({ temperature: 0.5, text: { format: { type: 'json_schema', name: 'reply', schema: SCHEMA } } }),
      messages({ temperature: 0.5, output_config: { format: { type: 'json_schema', schema: SCHEMA } } } as object),
    ],
  ],
  [
    'tools',
    {
      brief: 'Name a prime.',
      tools: [
        { name: 'search', description: 'Looks.', parameters: PARAMETERS },
        { name: 'grade', parameters: PARAMETERS },
      ],
    },
    [
      chat({
        tools: [
          { type: 'function', function: { name: 'search', description: 'Looks.', parameters: PARAMETERS } },
          { type: 'function', function: { name: 'grade', parameters: PARAMETERS } },
        ],
      }),
      responses({
        tools: [
          { type: 'function', name: 'search', description: 'Looks.', parameters: PARAMETERS, strict: null },
          { type: 'function', name: 'grade', parameters: PARAMETERS, strict: null },
        ],
      }),
      messages({
        tools: [
          { name: 'search', description: 'Looks.', input_schema: PARAMETERS },
          { name: 'grade', input_schema: PARAMETERS },
        ],
      }),
    ],
  ],
  [
    'an image, kept as its hash',
    { brief: `What is this?\n${IMAGE}` },
    [
      chat({
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'What is this?' },
              { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } },
            ],
          },
        ],
      }),
      responses({
        input: [
          {
            role: 'user',
            content: [
              { type: 'input_text', text: 'What is this?' },
              { type: 'input_image', detail: 'auto', image_url: `data:image/png;base64,${PNG}` },
            ],
          },
        ],
      }),
      messages({
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'What is this?' },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
            ],
          },
        ],
      }),
    ],
  ],
  [
    'a conversation with tools and with private reasoning that the program hands on',
    {
      brief: 'And another?',
      messages: [
        { role: 'user', content: 'Name a prime.' },
        {
          role: 'assistant',
          content: 'I will look.',
          toolCalls: [
            { id: 'a', name: 'search', arguments: { for: 'primes' } },
            { id: 'b', name: 'search', arguments: { for: 'primes' } },
          ],
          reasoning: 'Nobody reads this.',
        },
        { role: 'tool', content: '11', toolCallId: 'a' },
        { role: 'tool', content: '13', toolCallId: 'b' },
        { role: 'assistant', content: '11' },
      ],
    },
    [
      chat({
        messages: [
          { role: 'user', content: 'Name a prime.' },
          {
            role: 'assistant',
            content: 'I will look.',
            reasoning_content: 'Nobody reads this.',
            tool_calls: [
              { id: 'a', type: 'function', function: { name: 'search', arguments: ARGUMENTS } },
              { id: 'b', type: 'function', function: { name: 'search', arguments: ARGUMENTS } },
            ],
          } as OpenAI.ChatCompletionAssistantMessageParam,
          { role: 'tool', tool_call_id: 'a', content: '11' },
          { role: 'tool', tool_call_id: 'b', content: [{ type: 'text', text: '13' }] },
          { role: 'assistant', content: '11' },
          { role: 'user', content: 'And another?' },
        ],
      }),
      responses({
        input: [
          { role: 'user', content: 'Name a prime.' },
          { type: 'reasoning', id: 'rs', summary: [{ type: 'summary_text', text: 'Nobody reads this.' }] },
          { role: 'assistant', content: 'I will look.' },
          { type: 'function_call', call_id: 'a', name: 'search', arguments: ARGUMENTS },
          { type: 'function_call', call_id: 'b', name: 'search', arguments: ARGUMENTS },
          { type: 'function_call_output', call_id: 'a', output: '11' },
          { type: 'function_call_output', call_id: 'b', output: '13' },
          {
            type: 'message',
            id: 'msg',
            status: 'completed',
            role: 'assistant',
            content: [{ type: 'output_text', text: '11', annotations: [] }],
          },
          { role: 'user', content: 'And another?' },
        ],
      }),
      messages({
        messages: [
          { role: 'user', content: 'Name a prime.' },
          {
            role: 'assistant',
            content: [
              { type: 'thinking', thinking: 'Nobody reads this.', signature: 's' },
              { type: 'text', text: 'I will look.' },
              { type: 'tool_use', id: 'a', name: 'search', input: { for: 'primes' } },
              { type: 'tool_use', id: 'b', name: 'search', input: { for: 'primes' } },
            ],
          },
          {
            role: 'user',
            content: [
              { type: 'tool_result', tool_use_id: 'a', content: '11' },
              { type: 'tool_result', tool_use_id: 'b', content: [{ type: 'text', text: '13' }] },
            ],
          },
          { role: 'assistant', content: '11' },
          { role: 'user', content: 'And another?' },
        ],
      }),
    ],
  ],
  [
    'the result of a tool in the last place, which stands among the messages as well',
    {
      brief: '11',
      messages: [
        { role: 'user', content: 'Name a prime.' },
        { role: 'assistant', content: '', toolCalls: [{ id: 'a', name: 'search', arguments: { for: 'primes' } }] },
        { role: 'tool', content: '11', toolCallId: 'a' },
      ],
    },
    [
      chat({
        messages: [
          { role: 'user', content: 'Name a prime.' },
          {
            role: 'assistant',
            tool_calls: [{ id: 'a', type: 'function', function: { name: 'search', arguments: ARGUMENTS } }],
          },
          { role: 'tool', tool_call_id: 'a', content: '11' },
        ],
      }),
      responses({
        input: [
          { role: 'user', content: 'Name a prime.' },
          { type: 'function_call', call_id: 'a', name: 'search', arguments: ARGUMENTS },
          { type: 'function_call_output', call_id: 'a', output: '11' },
        ],
      }),
      messages({
        messages: [
          { role: 'user', content: 'Name a prime.' },
          { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'search', input: { for: 'primes' } }] },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: '11' }] },
        ],
      }),
    ],
  ],
]

describe('a request', () => {
  test.each(SAME)('is read alike in every format: %s', async (_, expected, ways) => {
    for (const way of ways) expect(await told(way)).toEqual(expected)
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
      { content: expect.stringContaining('[file text/plain') },
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
    const headers = { 'x-criteria': 'It is above 10.', cookie: 'planted', 'x-session-token': 'planted' }
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
