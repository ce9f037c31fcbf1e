import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import type { ScriptedFetch } from '../../src/wire/index.ts'

/** What an official client made of a reply. */
export interface Heard {
  readonly text: string
  readonly reasoning: string
  readonly refusal: string | null
  readonly toolCalls: readonly { readonly id: string; readonly name: string; readonly arguments: unknown }[]
  /** In the provider's own words. */
  readonly finish: string | null
  readonly usage: readonly [input: number, output: number] | null
}

/** What is asked for. */
export interface Asked {
  readonly model?: string
  readonly brief?: string
  readonly system?: string
  readonly schema?: Record<string, unknown>
  readonly tools?: readonly string[]
  readonly stop?: readonly string[]
  readonly headers?: Record<string, string>
  readonly signal?: AbortSignal
  readonly timeout?: number
  readonly maxRetries?: number
}

/** A way in which a program asks: a client of a provider, whole or streamed. */
export interface Client {
  readonly name: string
  readonly stream: boolean
  ask(fetch: ScriptedFetch | undefined, asked?: Asked): Promise<Heard>
}

/** Every format through its official client, whole and streamed. */
export const CLIENTS: readonly Client[] = [false, true].flatMap((stream) => [
  { name: `chat${stream ? ', streamed' : ''}`, stream, ask: (fetch, asked = {}) => chat(fetch, asked, stream) },
  {
    name: `responses${stream ? ', streamed' : ''}`,
    stream,
    ask: (fetch, asked = {}) => responses(fetch, asked, stream),
  },
  { name: `messages${stream ? ', streamed' : ''}`, stream, ask: (fetch, asked = {}) => messages(fetch, asked, stream) },
])

// Helpers

const options = (fetch: ScriptedFetch | undefined, { timeout = 60_000, maxRetries = 0 }: Asked) => ({
  apiKey: 'sk-planted-secret',
  maxRetries,
  timeout,
  // It would print every event that it cannot read.
  logLevel: 'off' as const,
  ...(fetch && { fetch }),
})

const parameters = { type: 'object', properties: {} }

async function chat(fetch: ScriptedFetch | undefined, asked: Asked, stream: boolean): Promise<Heard> {
  const client = new OpenAI(options(fetch, asked))
  const body: OpenAI.ChatCompletionCreateParamsNonStreaming = {
    model: asked.model ?? 'any',
    messages: [
      ...(asked.system === undefined ? [] : [{ role: 'system' as const, content: asked.system }]),
      { role: 'user', content: asked.brief ?? 'Hello.' },
    ],
    ...(asked.schema && {
      response_format: { type: 'json_schema', json_schema: { name: 'reply', schema: asked.schema, strict: true } },
    }),
    ...(asked.tools && { tools: asked.tools.map((name) => ({ type: 'function', function: { name, parameters } })) }),
    ...(asked.stop && { stop: [...asked.stop] }),
  }
  const init = { headers: asked.headers, ...(asked.signal && { signal: asked.signal }) }
  if (!stream) {
    const { choices, usage } = await client.chat.completions.create(body, init)
    const { message, finish_reason } = choices[0]!
    return heardChat(message, finish_reason, usage)
  }
  // The client's own accumulator keeps only the last fragment of a field that it does not know.
  let reasoning = ''
  const running = client.chat.completions.stream(
    { ...body, stream: true, stream_options: { include_usage: true } },
    init,
  )
  running.on('chunk', ({ choices }) => {
    reasoning += (choices[0]?.delta as { reasoning_content?: string })?.reasoning_content ?? ''
  })
  const { choices, usage } = await running.finalChatCompletion()
  const { message, finish_reason } = choices[0]!
  return { ...heardChat(message, finish_reason, usage), reasoning }
}

function heardChat(
  message: OpenAI.ChatCompletionMessage,
  finish: string,
  usage: OpenAI.CompletionUsage | undefined,
): Heard {
  return {
    text: message.content ?? '',
    reasoning: (message as { reasoning_content?: string }).reasoning_content ?? '',
    refusal: message.refusal,
    toolCalls: (message.tool_calls ?? []).map((call) => {
      const { name, arguments: given } = (call as OpenAI.ChatCompletionMessageFunctionToolCall).function
      return { id: call.id, name, arguments: JSON.parse(given) }
    }),
    finish,
    usage: usage ? [usage.prompt_tokens, usage.completion_tokens] : null,
  }
}

async function responses(fetch: ScriptedFetch | undefined, asked: Asked, stream: boolean): Promise<Heard> {
  const client = new OpenAI(options(fetch, asked))
  const body: OpenAI.Responses.ResponseCreateParamsNonStreaming = {
    model: asked.model ?? 'any',
    input: asked.brief ?? 'Hello.',
    ...(asked.system !== undefined && { instructions: asked.system }),
    ...(asked.schema && {
      text: { format: { type: 'json_schema', name: 'reply', schema: asked.schema, strict: true } },
    }),
    ...(asked.tools && { tools: asked.tools.map((name) => ({ type: 'function', name, parameters, strict: false })) }),
  }
  const init = { headers: asked.headers, ...(asked.signal && { signal: asked.signal }) }
  const response = stream
    ? await client.responses.stream({ ...body, stream: true }, init).finalResponse()
    : await client.responses.create(body, init)
  const parts = response.output.flatMap((item) => (item.type === 'message' ? item.content : []))
  const refusal = parts.find((part) => part.type === 'refusal')
  return {
    text: response.output_text,
    reasoning: response.output
      .flatMap((item) => (item.type === 'reasoning' ? item.summary.map(({ text }) => text) : []))
      .join(''),
    refusal: refusal?.refusal ?? null,
    toolCalls: response.output.flatMap((item) =>
      item.type === 'function_call'
        ? [{ id: item.call_id, name: item.name, arguments: JSON.parse(item.arguments) }]
        : [],
    ),
    finish: response.incomplete_details?.reason ?? response.status ?? null,
    usage: response.usage ? [response.usage.input_tokens, response.usage.output_tokens] : null,
  }
}

async function messages(fetch: ScriptedFetch | undefined, asked: Asked, stream: boolean): Promise<Heard> {
  const client = new Anthropic(options(fetch, asked))
  const body: Anthropic.MessageCreateParamsNonStreaming = {
    model: asked.model ?? 'any',
    max_tokens: 1024,
    messages: [{ role: 'user', content: asked.brief ?? 'Hello.' }],
    ...(asked.system !== undefined && { system: asked.system }),
    ...(asked.schema && { output_config: { format: { type: 'json_schema', schema: asked.schema } } }),
    ...(asked.tools && {
      tools: asked.tools.map((name) => ({ name, input_schema: { type: 'object' as const, properties: {} } })),
    }),
    ...(asked.stop && { stop_sequences: [...asked.stop] }),
  }
  const init = { headers: asked.headers, ...(asked.signal && { signal: asked.signal }) }
  const message = stream
    ? await client.messages.stream(body, init).finalMessage()
    : await client.messages.create(body, init)
  const { content, stop_reason, stop_details, usage } = message
  return {
    text: content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(''),
    reasoning: content.flatMap((block) => (block.type === 'thinking' ? [block.thinking] : [])).join(''),
    refusal: stop_details?.explanation ?? null,
    toolCalls: content.flatMap((block) =>
      block.type === 'tool_use' ? [{ id: block.id, name: block.name, arguments: block.input }] : [],
    ),
    finish: stop_reason,
    usage: [usage.input_tokens, usage.output_tokens],
  }
}
