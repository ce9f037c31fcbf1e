import type { ToolCall } from '../composites/reply.ts'
import type { JsonObject, JsonSchema } from '../json/json.ts'
import type { Message, Tool } from '../providers/model.ts'
import { jsonIn, objectIn, objectsIn, present, textIn } from './body-fields.ts'
import { fileData, mediaText, partJson } from './media-text.ts'
import { openaiError } from './openai-error.ts'
import { responseOf } from './openai-response.ts'
import { responseEvents } from './openai-response-events.ts'
import { readResponse, readResponseEvents } from './openai-responses-reply.ts'
import { wantedSchema } from './wanted-schema.ts'
import type { WireFormat, WireRequest } from './wire-format.ts'

/**
 * OpenAI Responses. Private reasoning is a reasoning item with its summary. A request that names a `previous_response_id` is
 * read with the turns before it, as the provider keeps them.
 *
 * @example
 * ```ts
 * import { openaiResponses } from 'vitest-tribunal/wire'
 *
 * console.log(openaiResponses.accepts('/v1/responses')) // true
 * ```
 */
export const openaiResponses: WireFormat = {
  name: 'OpenAI Responses',
  requestIdHeader: 'x-request-id',
  failsInReply: true,
  accepts: (path) => path.endsWith('/responses'),
  readRequest,
  writeReply: responseOf,
  writeEvents: responseEvents,
  writeError: (error) => ({ error: openaiError(error) }),
  writeErrorEvent(error) {
    const { code, message, param } = openaiError(error)
    return { event: 'error', data: JSON.stringify({ type: 'error', code: code ?? 'server_error', message, param }) }
  },
  readReply: readResponse,
  readEvents: readResponseEvents,
}

// Helpers

function readRequest(body: JsonObject): WireRequest | undefined {
  const { model, input, prompt } = body
  if (typeof model !== 'string' && prompt === undefined) return undefined
  if (typeof input !== 'string' && !Array.isArray(input) && prompt === undefined) return undefined
  const all = typeof input === 'string' ? [userTurn(input)] : turnsOf(objectsIn(input))
  const standing = all.findIndex(({ role }) => role !== 'system')
  const cut = standing === -1 ? all.length : standing
  const system = [
    textIn(body.instructions) ?? '',
    prompt === undefined || prompt === null ? '' : `[prompt ${JSON.stringify(prompt)}]`,
    ...all.slice(0, cut).map(({ content }) => content),
  ].filter((text) => text !== '')
  const format = objectIn(objectIn(body.text).format)
  const tools = objectsIn(body.tools).map(toolOf)
  return present<WireRequest>({
    model: textIn(model) ?? '',
    system: system.length === 0 ? undefined : system.join('\n\n'),
    turns: all.slice(cut),
    schema: wantedSchema(format, format.schema),
    tools: tools.length === 0 ? undefined : tools,
    temperature: typeof body.temperature === 'number' ? body.temperature : undefined,
    stream: body.stream === true,
    continues: textIn(body.previous_response_id)?.replace(/^resp_/, ''),
    keeps: body.store !== false,
  })
}

const userTurn = (content: string): Message => ({ role: 'user', content })

/** Items become turns: reasoning, words and calls that a model gave in one reply are one turn of it, as in the other formats. */
function turnsOf(items: readonly Record<string, unknown>[]): readonly Message[] {
  const turns: Message[] = []
  let open: { content: string; toolCalls?: ToolCall[]; reasoning?: string } | undefined
  const model = () => {
    if (open === undefined) {
      open = { content: '' }
      turns.push({ role: 'assistant', ...open })
    }
    return open
  }
  const close = () => {
    if (open !== undefined) turns[turns.length - 1] = { role: 'assistant', ...open }
    open = undefined
  }
  for (const item of items) {
    if (item.type === 'reasoning') {
      const { reasoning } = model()
      model().reasoning = joined(reasoning, reasoningText(item))
    } else if (item.type === 'function_call' || item.type === 'custom_tool_call') {
      const call = model()
      call.toolCalls = [...(call.toolCalls ?? []), callOf(item)]
    } else if (item.type === 'function_call_output' || item.type === 'custom_tool_call_output') {
      close()
      turns.push(
        present<Message>({ role: 'tool', content: contentText(item.output), toolCallId: textIn(item.call_id) }),
      )
    } else if (item.role === 'assistant') {
      if (open?.content) close()
      model().content = contentText(item.content)
    } else {
      close()
      const role = item.role === 'system' || item.role === 'developer' ? 'system' : 'user'
      turns.push({ role, content: item.role === undefined ? partJson(item) : contentText(item.content) })
    }
  }
  close()
  return turns
}

const joined = (before: string | undefined, more: string): string =>
  before === undefined || before === '' ? more : `${before}\n\n${more}`

const reasoningText = ({ summary, content }: Record<string, unknown>): string =>
  [...objectsIn(summary), ...objectsIn(content)].map(({ text }) => textIn(text) ?? '').join('\n\n')

const callOf = ({ call_id, name, arguments: given, input }: Record<string, unknown>): ToolCall => ({
  id: textIn(call_id) ?? '',
  name: textIn(name) ?? '',
  arguments: jsonIn(given ?? input),
})

const contentText = (content: unknown): string =>
  typeof content === 'string' ? content : objectsIn(content).map(partText).join('\n')

function partText(part: Record<string, unknown>): string {
  switch (part.type) {
    case 'input_text':
    case 'output_text':
    case 'text':
      return textIn(part.text) ?? ''
    case 'refusal':
      return textIn(part.refusal) ?? ''
    case 'input_image':
      return mediaText('image', { url: textIn(part.image_url), fileId: textIn(part.file_id) })
    case 'input_audio': {
      const { data, format } = objectIn(part.input_audio)
      return mediaText('audio', { base64: textIn(data), mediaType: textIn(format) })
    }
    case 'input_file': {
      const { file_data, file_url, file_id, filename } = part
      const address = textIn(file_url)
      return mediaText('file', {
        ...(address !== undefined && { url: address }),
        ...fileData(file_data),
        fileId: textIn(file_id),
        name: textIn(filename),
      })
    }
    default:
      return partJson(part)
  }
}

/** Tools that the provider runs itself have a type and no name. */
const toolOf = ({ type, name, description, parameters }: Record<string, unknown>): Tool =>
  present<Tool>({
    name: textIn(name) ?? textIn(type) ?? '',
    description: textIn(description),
    parameters: parameters === undefined ? undefined : (objectIn(parameters) as JsonSchema),
  })
