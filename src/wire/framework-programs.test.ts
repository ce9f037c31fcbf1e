import { createHash } from 'node:crypto'
import { Agent, tool as agentTool, Runner } from '@openai/agents'
import { generateText, Output, stepCountIs, streamText, tool } from 'ai'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { PNG } from '../../test/wire/requests.ts'
import { fault, say, scripted } from '../index.ts'
import { asAgentsModel } from './agents/index.ts'
import { asLanguageModel } from './ai/index.ts'
import { wireFault } from './index.ts'

const inputSchema = z.object({ for: z.string() })
const CALLS = say('', {
  reasoning: 'Look first.',
  toolCalls: [
    { id: 'a', name: 'search', arguments: { for: 'primes' } },
    { id: '', name: 'search', arguments: { for: 'more' } },
  ],
})
const IMAGE = `[image image/png, 70 bytes, sha256 ${createHash('sha256').update(Buffer.from(PNG, 'base64')).digest('hex')}]`

describe('a program of the AI SDK', () => {
  test('tries again: attempts of one call', async () => {
    const model = asLanguageModel(scripted({ worker: [fault.status(429), fault.transport(), '11'] }), { waits: 'none' })
    // The SDK waits two seconds after what has no header.
    const first = await generateText({ model, prompt: 'Name a prime.', maxRetries: 1 }).catch((error) => error)
    expect(first.name).toBe('AI_RetryError')
    expect((await generateText({ model, prompt: 'Name a prime.', maxRetries: 0 })).text).toBe('11')
    const [call, ...others] = model.session.trace.calls
    expect(call?.attempts).toMatchObject([{ fault: { status: 429 } }, { fault: { kind: 'transport' } }, { reply: {} }])
    expect(others).toEqual([])
  })

  test('runs tools, whole and streamed, and the next step is told of them', async () => {
    const execute = async ({ for: what }: { for: string }) => ({ found: what })
    const settings = { tools: { search: tool({ inputSchema, execute }) }, stopWhen: stepCountIs(3) }
    const reply = say('11', { usage: { inputTokens: 7, outputTokens: 3 } })
    const whole = asLanguageModel(scripted({ worker: [CALLS, reply] }))
    const result = await generateText({ model: whole, prompt: 'Name a prime.', ...settings })
    expect([result.text, result.totalUsage.totalTokens]).toEqual(['11', 10])
    const streamed = asLanguageModel(scripted({ worker: [CALLS, reply] }))
    expect(await streamText({ model: streamed, prompt: 'Name a prime.', ...settings }).text).toBe('11')
    expect(streamed.session.trace).toEqual(whole.session.trace)
    const { messages } = whole.session.trace.calls[1]!.request
    expect(messages).toMatchObject([
      { role: 'user', content: 'Name a prime.' },
      {
        role: 'assistant',
        reasoning: 'Look first.',
        toolCalls: [{ id: 'a' }, { id: expect.stringMatching(/^call_/) }],
      },
      { role: 'tool', content: '{"found":"primes"}', toolCallId: 'a' },
      { role: 'tool', content: '{"found":"more"}', toolCallId: expect.stringMatching(/^call_/) },
    ])
  })

  test('gets a structured reply where it asks for one', async () => {
    const model = asLanguageModel(scripted({ critic: [say('', { data: { verdict: 'accept' } })] }))
    const output = Output.object({ schema: z.object({ verdict: z.string() }) })
    expect((await generateText({ model, output, prompt: 'Is it right?' })).output).toEqual({ verdict: 'accept' })
    expect(model.session.trace.calls[0]?.request.schema).toMatchObject({ properties: { verdict: { type: 'string' } } })
  })

  test('sends pictures, of which hashes are kept, and addresses that nobody downloads', async () => {
    const model = asLanguageModel(scripted({ worker: ['A dot.'] }))
    const content = [
      { type: 'text' as const, text: 'What is this?' },
      { type: 'image' as const, image: Buffer.from(PNG, 'base64') },
      { type: 'image' as const, image: new URL('https://models.example/a.png') },
    ]
    await generateText({ model, messages: [{ role: 'user', content }] })
    const { brief } = model.session.trace.calls[0]!.request
    expect(brief).toBe(`What is this?\n${IMAGE}\n[image https://models.example/a.png]`)
  })

  test('hears of a stream that breaks off', async () => {
    const model = asLanguageModel(scripted({ worker: [wireFault.errorEvent('Eleven is prime.')] }))
    const errors: unknown[] = []
    const { textStream } = streamText({ model, prompt: 'Go.', onError: ({ error }) => void errors.push(error) })
    expect(await read(textStream)).toMatch(/^Eleven/)
    expect(errors).toMatchObject([{ name: 'AI_APICallError', statusCode: 529 }])
  })

  test('may give up in mid-stream', async () => {
    const model = asLanguageModel(scripted({ worker: ['Eleven is prime, and so is thirteen.'] }))
    const controller = new AbortController()
    const { stream } = await model.doStream({ prompt: [], abortSignal: controller.signal })
    const parts: string[] = []
    const reading = (async () => {
      for await (const part of stream) {
        parts.push(part.type)
        if (part.type === 'text-delta') controller.abort(new Error('Enough.'))
      }
    })()
    await expect(reading).rejects.toThrow('Enough.')
    expect(parts.filter((type) => type === 'text-delta')).toHaveLength(1)
  })

  test('may say how warm a reply is to be, and where it ends', async () => {
    const model = asLanguageModel(scripted({ worker: ['Eleven. Or thirteen.'] }))
    const settings = { temperature: 0.5, stopSequences: ['Or'] }
    expect((await generateText({ model, prompt: 'Name a prime.', ...settings })).text).toBe('Eleven. ')
    expect(model.session.trace.calls[0]?.request.temperature).toBe(0.5)
  })

  test('keeps what it hands over as its own', async () => {
    const model = asLanguageModel(scripted({ worker: ['11'] }))
    const given = { schema: { type: 'object' as const, properties: {} }, arguments: { for: ['primes'] } }
    await model.doGenerate({
      prompt: [
        { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'b', input: given.arguments }] },
      ],
      responseFormat: { type: 'json', schema: given.schema },
      tools: [{ type: 'function', name: 'b', inputSchema: given.schema }],
    })
    expect([given, given.schema, given.arguments, given.arguments.for].filter(Object.isFrozen)).toEqual([])
  })

  test('has a model for each of its roles, which play one script', async () => {
    const model = asLanguageModel(scripted({ worker: ['11'], critic: ['It is.'] }))
    await generateText({ model: model.languageModel('critic'), prompt: '?' })
    await generateText({ model: model.languageModel('worker'), prompt: '?' })
    expect(model.session.trace.calls.map(({ slot }) => slot)).toEqual(['critic', 'worker'])
    model.session.assertSpent()
  })
})

describe('a program of OpenAI Agents', () => {
  const search = agentTool({
    name: 'search',
    description: 'Looks.',
    parameters: inputSchema,
    execute: async (given) => ({ found: given.for }),
  })

  test('runs tools, whole and streamed, and the next turn is told of them', async () => {
    const said = { worker: [CALLS, say('11', { usage: { inputTokens: 7, outputTokens: 3 } })] }
    const agent = new Agent({ name: 'worker', model: 'worker', instructions: 'You count.', tools: [search] })
    const whole = asAgentsModel(scripted(said))
    const result = await new Runner({ modelProvider: whole }).run(agent, 'Name a prime.')
    expect([result.finalOutput, result.state.usage.totalTokens]).toEqual(['11', 10])
    const streamed = asAgentsModel(scripted(said))
    const stream = await new Runner({ modelProvider: streamed }).run(agent, 'Name a prime.', { stream: true })
    expect(await read(stream.toTextStream() as AsyncIterable<string>)).toBe('11')
    await stream.completed
    expect(streamed.session.trace).toEqual(whole.session.trace)
    expect(whole.session.trace.calls[1]!.request).toMatchObject({
      system: 'You count.',
      messages: [
        { role: 'user', content: 'Name a prime.' },
        { role: 'assistant', reasoning: 'Look first.', toolCalls: [{ id: 'a' }, {}] },
        { role: 'tool', content: '{"found":"primes"}', toolCallId: 'a' },
        { role: 'tool', content: '{"found":"more"}' },
      ],
    })
  })

  test('gets a structured reply where it asks for one', async () => {
    const agent = new Agent({ name: 'critic', model: 'critic', outputType: z.object({ verdict: z.string() }) })
    const modelProvider = asAgentsModel(scripted({ critic: [say('', { data: { verdict: 'accept' } })] }))
    const { finalOutput } = await new Runner({ modelProvider }).run(agent, 'Is it right?')
    expect(finalOutput).toEqual({ verdict: 'accept' })
  })

  test('sends pictures and files, of which hashes are kept', async () => {
    const modelProvider = asAgentsModel(scripted({ worker: ['A dot.'] }))
    const image = `data:image/png;base64,${PNG}`
    const content = [
      { type: 'input_text' as const, text: 'What is this?' },
      { type: 'input_image' as const, image },
      { type: 'input_file' as const, file: { id: 'file-1' } },
    ]
    const agent = new Agent({ name: 'worker', model: 'worker' })
    await new Runner({ modelProvider }).run(agent, [{ role: 'user', content }])
    const { brief } = modelProvider.session.trace.calls[0]!.request
    expect(brief).toBe(`What is this?\n${IMAGE}\n[file file-1]`)
  })

  test('may give up in mid-stream', async () => {
    const model = asAgentsModel(scripted({ worker: ['Eleven is prime, and so is thirteen.'] }))
    const controller = new AbortController()
    const asked = { input: 'Go.', modelSettings: {}, outputType: 'text', tracing: false } as const
    const events: string[] = []
    const reading = (async () => {
      for await (const { type } of model.getStreamedResponse({
        ...asked,
        tools: [],
        handoffs: [],
        signal: controller.signal,
      })) {
        events.push(type)
        if (type === 'output_text_delta') controller.abort(new Error('Enough.'))
      }
    })()
    await expect(reading).rejects.toThrow('Enough.')
    expect(events).toEqual(['response_started', 'output_text_delta'])
  })

  test('may say how warm a reply is to be, and keeps its tools as its own', async () => {
    const modelProvider = asAgentsModel(scripted({ worker: ['11'] }))
    const agent = new Agent({ name: 'w', model: 'worker', modelSettings: { temperature: 0.5 }, tools: [search] })
    await new Runner({ modelProvider }).run(agent, 'Name a prime.')
    expect(modelProvider.session.trace.calls[0]?.request.temperature).toBe(0.5)
    expect(Object.isFrozen(search.parameters)).toBe(false)
  })

  test('goes on from a reply that the provider keeps', async () => {
    const modelProvider = asAgentsModel(scripted({ worker: ['11', '13'] }))
    const agent = new Agent({ name: 'worker', model: 'worker' })
    const runner = new Runner({ modelProvider })
    const { lastResponseId } = await runner.run(agent, 'Name a prime.')
    await runner.run(agent, 'Another.', { previousResponseId: lastResponseId! })
    expect(modelProvider.session.trace.calls[1]?.request).toMatchObject({
      brief: 'Another.',
      messages: [{ content: 'Name a prime.' }, { role: 'assistant', content: '11' }],
    })
  })

  test('tries again where its policy says so: attempts of one call', async () => {
    const modelProvider = asAgentsModel(scripted({ worker: [fault.status(503, { retryAfterMs: 1 }), '11'] }))
    const retry = { maxRetries: 2, policy: () => true, backoff: { initialDelayMs: 1 } }
    const agent = new Agent({ name: 'worker', model: 'worker', modelSettings: { retry } })
    expect((await new Runner({ modelProvider }).run(agent, 'Name a prime.')).finalOutput).toBe('11')
    expect(modelProvider.session.trace.calls).toMatchObject([{ attempts: [{ fault: { status: 503 } }, { reply: {} }] }])
  })

  test('hands over to another agent: the reasoning goes with it', async () => {
    const transfer = { id: 'a', name: 'transfer_to_critic', arguments: {} }
    const steps = { worker: [say('', { reasoning: 'I am not sure.', toolCalls: [transfer] })], critic: ['It is.'] }
    const modelProvider = asAgentsModel(scripted(steps))
    const critic = new Agent({ name: 'critic', model: 'critic' })
    const worker = new Agent({ name: 'worker', model: 'worker', handoffs: [critic] })
    await new Runner({ modelProvider }).run(worker, 'Is 11 a prime?')
    expect(modelProvider.session.trace.calls[1]?.request.messages?.[1]).toMatchObject({ reasoning: 'I am not sure.' })
  })
})

// Helpers

async function read(stream: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const piece of stream) text += piece
  return text
}
