import { createHash } from 'node:crypto'
import type Anthropic from '@anthropic-ai/sdk'
import type OpenAI from 'openai'
import type { ModelRequest } from '../../src/index.ts'

/** A picture of one pixel. */
export const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const IMAGE = `[image image/png, 70 bytes, sha256 ${createHash('sha256').update(Buffer.from(PNG, 'base64')).digest('hex')}]`
const PARAMETERS = { type: 'object' as const, properties: { for: { type: 'string' } } }
const SCHEMA = { type: 'object', properties: { verdict: { type: 'string' } } }
const ARGUMENTS = '{"for":"primes"}'

/** What a request was read as, without the slot and the model. */
export type Told = Omit<ModelRequest, 'slot' | 'component'>

/** Sends a request by one of the official clients. */
export type Send = (clients: { openai: OpenAI; anthropic: Anthropic }) => PromiseLike<unknown>

/** A request of Chat Completions. */
export const chat =
  (body: Partial<OpenAI.ChatCompletionCreateParamsNonStreaming>): Send =>
  ({ openai }) =>
    openai.chat.completions.create({ model: 'm', messages: [{ role: 'user', content: 'Name a prime.' }], ...body })
/** A request of Responses. */
export const responses =
  (body: Partial<OpenAI.Responses.ResponseCreateParamsNonStreaming>): Send =>
  ({ openai }) =>
    openai.responses.create({ model: 'm', input: 'Name a prime.', ...body })
/** A request of Messages. */
export const messages =
  (body: Partial<Anthropic.MessageCreateParamsNonStreaming>): Send =>
  ({ anthropic }) =>
    anthropic.messages.create({
      model: 'm',
      max_tokens: 64,
      messages: [{ role: 'user', content: 'Name a prime.' }],
      ...body,
    })

/** The same said in each format, and what all of them are read as. */
export const SAME: readonly (readonly [what: string, told: Told, ways: readonly Send[]])[] = [
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
