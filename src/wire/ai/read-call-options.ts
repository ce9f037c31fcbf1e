import type { ToolCall } from '../../composites/reply.ts'
import type { Json, JsonSchema } from '../../json/json.ts'
import type { Message, Tool } from '../../providers/model.ts'
import { present } from '../body-fields.ts'
import { type MediaSource, mediaText, partJson } from '../media-text.ts'
import type { WireRequest } from '../wire-format.ts'
import type { CallOptions } from './ai-types.ts'

/** What the AI SDK asks of a model, read as the same request is read off a wire. */
export function readCallOptions(modelId: string, options: CallOptions, stream: boolean): WireRequest {
  const { prompt, responseFormat, tools = [], temperature, stopSequences = [] } = options
  const standing = prompt.findIndex(({ role }) => role !== 'system')
  const cut = standing === -1 ? prompt.length : standing
  const system = prompt.slice(0, cut).map(({ content }) => content)
  return present<WireRequest>({
    model: modelId,
    system: cut === 0 ? undefined : system.join('\n\n'),
    turns: prompt.slice(cut).flatMap(turnsOf),
    schema: responseFormat?.type === 'json' ? ((responseFormat.schema ?? { type: 'object' }) as JsonSchema) : undefined,
    tools: tools.length === 0 ? undefined : tools.map(toolOf),
    temperature,
    stream,
    stop: stopSequences.length === 0 ? undefined : stopSequences,
  })
}

// Helpers

type PromptMessage = CallOptions['prompt'][number]
type Part = Exclude<PromptMessage['content'][number], string>
type ResultOutput = Extract<Part, { type: 'tool-result' }>['output']
type ResultPart = Extract<ResultOutput, { type: 'content' }>['value'][number]

/** One message of a tool may hold the results of several calls: each is a turn of its own, as on the wire. */
function turnsOf(message: PromptMessage): readonly Message[] {
  switch (message.role) {
    case 'system':
      return [{ role: 'system', content: message.content }]
    case 'user':
      return [{ role: 'user', content: message.content.map(partText).join('\n') }]
    case 'assistant':
      return [modelTurn(message.content)]
    case 'tool':
      return message.content.map((part) =>
        part.type === 'tool-result'
          ? { role: 'tool', content: resultText(part.output), toolCallId: part.toolCallId }
          : { role: 'tool', content: partJson(part) },
      )
  }
}

function modelTurn(parts: readonly Part[]): Message {
  const thoughts = parts.filter((part) => part.type === 'reasoning')
  const calls = parts.filter((part) => part.type === 'tool-call').map(callOf)
  return present<Message>({
    role: 'assistant',
    content: parts
      .filter(({ type }) => type !== 'reasoning' && type !== 'tool-call')
      .map(partText)
      .join('\n'),
    toolCalls: calls.length === 0 ? undefined : calls,
    reasoning: thoughts.length === 0 ? undefined : thoughts.map(({ text }) => text).join('\n\n'),
  })
}

const callOf = ({ toolCallId, toolName, input }: Extract<Part, { type: 'tool-call' }>): ToolCall => ({
  id: toolCallId,
  name: toolName,
  arguments: input as Json,
})

function partText(part: Part): string {
  if (part.type === 'text') return part.text
  if (part.type === 'file') return fileText(part.data, part.mediaType, part.filename)
  return partJson(part)
}

function resultText(output: ResultOutput): string {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return output.value
    case 'json':
    case 'error-json':
      return JSON.stringify(output.value)
    case 'content':
      return output.value.map(resultPartText).join('\n')
    case 'execution-denied':
      return output.reason ?? 'Tool execution denied.'
  }
}

function resultPartText(part: ResultPart): string {
  if (part.type === 'text') return part.text
  if ('data' in part) return fileText(part.data, part.mediaType, 'filename' in part ? part.filename : undefined)
  return 'url' in part ? mediaText(kindOf(''), { url: part.url }) : partJson(part)
}

function fileText(data: Uint8Array | string | URL, mediaType: string, name: string | undefined): string {
  return mediaText(kindOf(mediaType), { ...sourceOf(data, mediaType), name })
}

function sourceOf(data: Uint8Array | string | URL, mediaType: string): MediaSource {
  if (data instanceof URL) return { url: data.href }
  if (typeof data !== 'string') return { base64: Buffer.from(data).toString('base64'), mediaType }
  return data.startsWith('data:') ? { url: data } : { base64: data, mediaType }
}

const kindOf = (mediaType: string): 'image' | 'audio' | 'file' =>
  mediaType.startsWith('image/') ? 'image' : mediaType.startsWith('audio/') ? 'audio' : 'file'

/** Tools that the provider runs itself have no parameters. */
const toolOf = (tool: NonNullable<CallOptions['tools']>[number]): Tool =>
  tool.type === 'provider'
    ? { name: tool.name }
    : present<Tool>({
        name: tool.name,
        description: tool.description,
        parameters: tool.inputSchema as JsonSchema,
      })
