import type { Model, StreamEvent } from '@openai/agents'
import type { LanguageModel } from 'ai'
import type { ModelProvider } from '../../src/index.ts'
import { ModelFault } from '../../src/index.ts'
import { asAgentsModel } from '../../src/wire/agents/index.ts'
import { asLanguageModel } from '../../src/wire/ai/index.ts'
import type { WireModel, WireOptions, WireSession } from '../../src/wire/index.ts'
import type { Asked, Heard } from './sdk-clients.ts'

/** A model of a framework that a script answers, asked as the framework asks it. */
export interface FrameworkModel {
  readonly name: string
  readonly stream: boolean
  open(
    model: WireModel,
    options?: Pick<WireOptions, 'waits' | 'routes'>,
  ): { readonly session: WireSession; ask(asked?: Asked): Promise<Heard> }
}

/** Every framework whose models a script can be, whole and streamed. */
export const FRAMEWORKS: readonly FrameworkModel[] = [false, true].flatMap((stream) => [
  {
    name: `AI SDK${stream ? ', streamed' : ''}`,
    stream,
    open(model, options) {
      const own = asLanguageModel(model, options)
      return { session: own.session, ask: (asked = {}) => askLanguageModel(own, asked, stream) }
    },
  },
  {
    name: `OpenAI Agents${stream ? ', streamed' : ''}`,
    stream,
    open(model, options) {
      const own = asAgentsModel(model, options)
      return { session: own.session, ask: (asked = {}) => askAgentsModel(own, asked, stream) }
    },
  },
])

/** A provider of ours with such a model behind it. */
export const frameworkProvider = (
  { name, open }: FrameworkModel,
  model: WireModel,
): { readonly session: WireSession; readonly provider: ModelProvider } => {
  const { session, ask } = open(model, { waits: 'none' })
  return {
    session,
    provider: {
      id: name,
      async respond({ slot, component, brief, schema }) {
        try {
          const headers = { 'x-tribunal-slot': slot }
          const given = { brief, model: component, headers, ...(schema && { schema: schema as Asked['schema'] }) }
          const { text, reasoning, toolCalls, usage } = await ask(given as Asked)
          return {
            text,
            toolCalls: toolCalls as never,
            ...(reasoning && { private: { reasoning } }),
            ...(usage && { usage: { inputTokens: usage[0], outputTokens: usage[1] } }),
          }
        } catch (error) {
          throw new ModelFault('transport', (error as Error).message)
        }
      },
    },
  }
}

// Helpers

type LanguageModelV3 = ReturnType<typeof asLanguageModel> & Extract<LanguageModel, object>
type CallOptions = Parameters<LanguageModelV3['doGenerate']>[0]

async function askLanguageModel(own: LanguageModelV3, asked: Asked, stream: boolean): Promise<Heard> {
  const { system, brief = 'Hello.', schema, tools, stop, headers, signal } = asked
  const model = own.languageModel(asked.model ?? 'any')
  const options: CallOptions = {
    prompt: [
      ...(system === undefined ? [] : [{ role: 'system' as const, content: system }]),
      { role: 'user', content: [{ type: 'text', text: brief }] },
    ],
    ...(schema && { responseFormat: { type: 'json', schema } }),
    ...(tools && { tools: tools.map((name) => ({ type: 'function', name, inputSchema: PARAMETERS })) }),
    ...(stop && { stopSequences: [...stop] }),
    ...(headers && { headers }),
    ...(signal && { abortSignal: signal }),
  }
  if (!stream) {
    const { content, finishReason, usage } = await model.doGenerate(options)
    return heardOf(content, finishReason.unified, usage)
  }
  const content: Content[] = []
  let finish: string | null = null
  let usage: Usage | undefined
  for await (const part of (await model.doStream(options)).stream) {
    if (part.type === 'error') throw part.error
    if (part.type === 'text-delta') content.push({ type: 'text', text: part.delta })
    if (part.type === 'reasoning-delta') content.push({ type: 'reasoning', text: part.delta })
    if (part.type === 'tool-call') content.push(part)
    if (part.type === 'finish') {
      finish = part.finishReason.unified
      usage = part.usage
    }
  }
  if (finish === null) throw new Error('The stream has no end.')
  return heardOf(content, finish, usage)
}

type Generated = Awaited<ReturnType<LanguageModelV3['doGenerate']>>
type Content = Generated['content'][number]
type Usage = Generated['usage']

const heardOf = (content: readonly Content[], finish: string, usage: Usage | undefined): Heard => ({
  text: content.map((part) => (part.type === 'text' ? part.text : '')).join(''),
  reasoning: content.map((part) => (part.type === 'reasoning' ? part.text : '')).join(''),
  refusal: null,
  toolCalls: content.flatMap((part) =>
    part.type === 'tool-call' ? [{ id: part.toolCallId, name: part.toolName, arguments: JSON.parse(part.input) }] : [],
  ),
  finish,
  usage: usage ? [usage.inputTokens.total!, usage.outputTokens.total!] : null,
})

async function askAgentsModel(own: ReturnType<typeof asAgentsModel>, asked: Asked, stream: boolean): Promise<Heard> {
  const { system, brief = 'Hello.', schema, tools = [], headers, signal } = asked
  const model: Model = own.getModel(asked.model ?? 'any')
  const request: Parameters<Model['getResponse']>[0] = {
    input: brief,
    modelSettings: headers ? { providerData: { extraHeaders: headers } } : {},
    tools: tools.map((name) => ({
      type: 'function',
      name,
      description: undefined as unknown as string,
      parameters: PARAMETERS as never,
      strict: true,
    })),
    outputType: schema ? { type: 'json_schema', name: 'reply', strict: true, schema: schema as never } : 'text',
    handoffs: [],
    tracing: false,
    ...(system !== undefined && { systemInstructions: system }),
    ...(signal && { signal }),
  }
  if (!stream) {
    const { output, usage } = await model.getResponse(request)
    return heardItems(output as Output, usage)
  }
  let said = ''
  let done: Extract<StreamEvent, { type: 'response_done' }> | undefined
  for await (const event of model.getStreamedResponse(request)) {
    if (event.type === 'output_text_delta') said += event.delta
    if (event.type === 'response_done') done = event
  }
  if (done === undefined) throw new Error('The stream has no end.')
  const heard = heardItems(done.response.output as Output, done.response.usage)
  if (said !== heard.text) throw new Error(`The stream says ${said}, its end ${heard.text}.`)
  return heard
}

type Output = Awaited<ReturnType<Model['getResponse']>>['output']

function heardItems(output: Output, usage: { inputTokens: number; outputTokens: number }): Heard {
  const parts = output.flatMap((item) => (item.type === 'message' && item.role === 'assistant' ? item.content : []))
  return {
    text: parts.map((part) => (part.type === 'output_text' ? part.text : '')).join(''),
    reasoning: output
      .map((item) => (item.type === 'reasoning' ? item.content.map(({ text }) => text).join('') : ''))
      .join(''),
    refusal: parts.find((part) => part.type === 'refusal')?.refusal ?? null,
    toolCalls: output.flatMap((item) =>
      item.type === 'function_call'
        ? [{ id: item.callId, name: item.name, arguments: JSON.parse(item.arguments) }]
        : [],
    ),
    finish: output.some((item) => 'status' in item && item.status === 'incomplete') ? 'incomplete' : 'completed',
    usage: [usage.inputTokens, usage.outputTokens],
  }
}

const PARAMETERS = { type: 'object' as const, properties: {} }
