import type { ModelRequest as AgentsRequest } from '@openai/agents'
import { isObject, type JsonObject } from '../../json/json.ts'
import { objectsIn } from '../body-fields.ts'
import { openaiResponses } from '../openai-responses.ts'
import type { WireRequest } from '../wire-format.ts'

/**
 * What OpenAI Agents asks of a model. Its items are those of Responses under other names: they get those names back, and are read as
 * the same request is read off the wire.
 */
export function readAgentsRequest(model: string, asked: AgentsRequest, stream: boolean): WireRequest {
  const { input, systemInstructions, tools, handoffs, outputType, modelSettings, previousResponseId, prompt } = asked
  const body = {
    model,
    instructions: systemInstructions,
    input: typeof input === 'string' ? input : objectsIn(input).map(itemOf),
    tools: [...tools, ...handoffs.map(handoffTool)],
    ...(outputType !== 'text' && { text: { format: { type: 'json_schema', schema: outputType.schema } } }),
    temperature: modelSettings.temperature,
    previous_response_id: previousResponseId,
    store: modelSettings.store,
    prompt,
    stream,
  }
  return openaiResponses.readRequest(body as unknown as JsonObject, '/responses')!
}

// Helpers

const handoffTool = ({ toolName, toolDescription, inputJsonSchema }: AgentsRequest['handoffs'][number]) => ({
  type: 'function',
  name: toolName,
  description: toolDescription,
  parameters: inputJsonSchema,
})

function itemOf(item: Record<string, unknown>): Record<string, unknown> {
  switch (item.type) {
    case 'function_call':
      return { ...item, call_id: item.callId }
    case 'function_call_result':
      return { type: 'function_call_output', call_id: item.callId, output: contentOf(item.output) }
    case 'reasoning':
      return { type: 'reasoning', content: [...objectsIn(item.content), ...objectsIn(item.rawContent)] }
    default:
      return 'role' in item ? { role: item.role, content: contentOf(item.content) } : item
  }
}

const contentOf = (content: unknown): unknown =>
  typeof content === 'string' ? content : (isObject(content) ? [content] : objectsIn(content)).map(partOf)

function partOf(part: Record<string, unknown>): Record<string, unknown> {
  switch (part.type) {
    case 'input_image':
    case 'image': {
      const { url, id, data, mediaType } = sourceOf(part.image)
      return { type: 'input_image', image_url: url ?? dataUrl(data, mediaType), file_id: id }
    }
    case 'input_file':
    case 'file': {
      const { url, id, data, mediaType } = sourceOf(part.file)
      const filename = part.filename
      return { type: 'input_file', file_data: dataUrl(data, mediaType), file_url: url, file_id: id, filename }
    }
    default:
      return part
  }
}

/** An address or `data:` URL as a text, or an object that says what it is. */
function sourceOf(source: unknown): Record<string, unknown> {
  if (!isObject(source)) return { url: source }
  const { id, fileId, ...rest } = source as Record<string, unknown>
  return { ...rest, id: id ?? fileId }
}

const dataUrl = (data: unknown, mediaType: unknown): string | undefined => {
  if (data === undefined) return undefined
  const base64 = typeof data === 'string' ? data : Buffer.from(data as Uint8Array).toString('base64')
  return base64.startsWith('data:') ? base64 : `data:${mediaType ?? ''};base64,${base64}`
}
