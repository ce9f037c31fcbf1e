import type { ToolCall } from '../composites/reply.ts'
import type { Json, JsonObject, JsonSchema } from '../json/json.ts'
import type { Message, Tool } from '../providers/model.ts'
import { readMessage, readMessageEvents } from './anthropic-reply.ts'
import { jsonIn, listIn, objectIn, objectsIn, present, textIn } from './body-fields.ts'
import { mediaText, partJson } from './media-text.ts'
import { piecesOf } from './pieces-of.ts'
import { wantedSchema } from './wanted-schema.ts'
import type { Finish, SseEvent, Utterance, WireBody, WireError, WireFormat, WireRequest } from './wire-format.ts'

// Longer than a file should be, because a format is one file: what it reads and what it writes mirror each other.

/**
 * Anthropic Messages. Private reasoning is a thinking block before everything else.
 *
 * @example
 * ```ts
 * import { anthropicMessages } from 'vitest-tribunal/wire'
 *
 * console.log(anthropicMessages.accepts('/v1/messages')) // true
 * ```
 */
export const anthropicMessages: WireFormat = {
  name: 'Anthropic Messages',
  requestIdHeader: 'request-id',
  accepts: (path) => path.endsWith('/v1/messages'),
  readRequest,
  writeReply,
  writeEvents,
  writeError,
  writeErrorEvent: (error) => eventOf('error', writeError(error)),
  readReply: readMessage,
  readEvents: readMessageEvents,
}

// Helpers: requests

function readRequest(body: JsonObject): WireRequest | undefined {
  const { model, messages } = body
  if (typeof model !== 'string' || !Array.isArray(messages)) return undefined
  const system = contentText(body.system)
  const format = objectIn(objectIn(body.output_config).format ?? body.output_format)
  const tools = objectsIn(body.tools).map(toolOf)
  const stops = listIn(body.stop_sequences).filter((stop) => typeof stop === 'string')
  return present<WireRequest>({
    model,
    system: system === '' ? undefined : system,
    turns: objectsIn(messages).flatMap(turnsOf),
    schema: wantedSchema(format, format.schema),
    tools: tools.length === 0 ? undefined : tools,
    temperature: typeof body.temperature === 'number' ? body.temperature : undefined,
    stream: body.stream === true,
    stop: stops.length === 0 ? undefined : (stops as string[]),
  })
}

/** One message may hold the results of several tools and words besides: each result is a turn of its own, as in the other formats. */
function turnsOf({ role, content }: Record<string, unknown>): readonly Message[] {
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : objectsIn(content)
  if (role === 'assistant') return [modelTurn(blocks)]
  const results = blocks.filter(({ type }) => type === 'tool_result')
  const rest = blocks.filter(({ type }) => type !== 'tool_result')
  const turns: Message[] = results.map(({ content: result, tool_use_id }) =>
    present<Message>({ role: 'tool', content: contentText(result), toolCallId: textIn(tool_use_id) }),
  )
  if (rest.length > 0 || results.length === 0)
    turns.push({ role: role === 'system' ? 'system' : 'user', content: contentText(rest) })
  return turns
}

function modelTurn(blocks: readonly Record<string, unknown>[]): Message {
  const thoughts = blocks.filter(({ type }) => type === 'thinking' || type === 'redacted_thinking')
  const calls = blocks.filter(({ type }) => type === 'tool_use').map(callOf)
  const words = blocks.filter((block) => !thoughts.includes(block) && block.type !== 'tool_use')
  return present<Message>({
    role: 'assistant',
    content: contentText(words),
    toolCalls: calls.length === 0 ? undefined : calls,
    reasoning:
      thoughts.length === 0 ? undefined : thoughts.map(({ thinking, data }) => textIn(thinking ?? data)).join('\n\n'),
  })
}

const callOf = ({ id, name, input }: Record<string, unknown>): ToolCall => ({
  id: textIn(id) ?? '',
  name: textIn(name) ?? '',
  arguments: (input ?? null) as Json,
})

const contentText = (content: unknown): string =>
  typeof content === 'string' ? content : objectsIn(content).map(blockText).join('\n')

function blockText(block: Record<string, unknown>): string {
  switch (block.type) {
    case 'text':
      return textIn(block.text) ?? ''
    case 'image':
      return sourceText('image', block)
    case 'document':
      // What is said of it is read as well.
      return [textIn(block.context), sourceText('file', block)].filter(Boolean).join('\n')
    default:
      return partJson(block)
  }
}

function sourceText(kind: 'image' | 'file', { source, title }: Record<string, unknown>): string {
  const { type, data, media_type, url, file_id, content } = objectIn(source)
  if (content !== undefined) return [textIn(title), contentText(content)].filter(Boolean).join('\n')
  const said = textIn(data)
  return mediaText(kind, {
    // The data of a text are words, and no base64.
    base64: type === 'text' && said !== undefined ? Buffer.from(said).toString('base64') : said,
    mediaType: textIn(media_type),
    url: textIn(url),
    fileId: textIn(file_id),
    name: textIn(title),
  })
}

/** Tools that the provider runs itself have no schema. */
const toolOf = ({ name, description, input_schema }: Record<string, unknown>): Tool =>
  present<Tool>({
    name: textIn(name) ?? '',
    description: textIn(description),
    parameters: input_schema === undefined ? undefined : (objectIn(input_schema) as JsonSchema),
  })

// Helpers: replies

function writeReply(said: Utterance): WireBody {
  return {
    ...envelope(said),
    content: blocksOf(said),
    stop_reason: STOP_REASONS[said.finish],
    stop_sequence: said.stoppedAt ?? null,
    stop_details: detailsOf(said),
    usage: usageOf(said),
  }
}

function writeEvents(said: Utterance): readonly SseEvent[] {
  const { usage, finish, stoppedAt = null } = said
  const begun = { ...envelope(said), content: [], stop_reason: null, stop_sequence: null, stop_details: null }
  const events = [
    eventOf('message_start', { message: { ...begun, usage: { ...usageOf(said), output_tokens: 0 } } }),
    eventOf('ping', {}),
  ]
  for (const [index, block] of blocksOf(said).entries()) {
    events.push(eventOf('content_block_start', { index, content_block: emptied(block) }))
    for (const delta of deltasOf(block)) events.push(eventOf('content_block_delta', { index, delta }))
    events.push(eventOf('content_block_stop', { index }))
  }
  const delta = { stop_reason: STOP_REASONS[finish], stop_sequence: stoppedAt, stop_details: detailsOf(said) }
  events.push(eventOf('message_delta', { delta, usage: { output_tokens: usage.outputTokens } }))
  events.push(eventOf('message_stop', {}))
  return events
}

const eventOf = (type: string, fields: object): SseEvent => ({
  event: type,
  data: JSON.stringify({ type, ...fields }),
})

const envelope = ({ id, request }: Utterance) => ({
  id: `msg_${id}`,
  type: 'message',
  role: 'assistant',
  model: request.model,
  container: null,
})

type Block =
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'text'; readonly text: string; readonly citations: null }
  | { readonly type: 'tool_use'; readonly id: string | undefined; readonly name: string; readonly input: unknown }

/** A refusal says nothing: why it came is in the details. */
function blocksOf({ id, text, reasoning, toolCalls, finish }: Utterance): readonly Block[] {
  const blocks: Block[] = []
  if (reasoning !== '') blocks.push({ type: 'thinking', thinking: reasoning, signature: `sig-${id}` })
  if (text !== '' && finish !== 'refusal') blocks.push({ type: 'text', text, citations: null })
  for (const call of toolCalls)
    blocks.push({ type: 'tool_use', id: call.id, name: call.name, input: jsonIn(call.arguments) })
  return blocks
}

/** A block as it is announced: nothing said yet. */
function emptied(block: Block): object {
  if (block.type === 'thinking') return { ...block, thinking: '', signature: '' }
  return block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} }
}

function* deltasOf(block: Block): Generator<object> {
  if (block.type === 'text') for (const text of piecesOf(block.text)) yield { type: 'text_delta', text }
  else if (block.type === 'tool_use')
    for (const partial_json of piecesOf(JSON.stringify(block.input))) yield { type: 'input_json_delta', partial_json }
  else {
    for (const thinking of piecesOf(block.thinking)) yield { type: 'thinking_delta', thinking }
    yield { type: 'signature_delta', signature: block.signature }
  }
}

const STOP_REASONS: { readonly [finish in Finish]: string } = {
  stop: 'end_turn',
  'stop-sequence': 'stop_sequence',
  'tool-calls': 'tool_use',
  length: 'max_tokens',
  'context-exceeded': 'model_context_window_exceeded',
  paused: 'pause_turn',
  'content-filter': 'refusal',
  refusal: 'refusal',
  failed: 'end_turn',
}

const detailsOf = ({ finish, text }: Utterance) =>
  finish === 'refusal' || finish === 'content-filter'
    ? { type: 'refusal', category: null, explanation: finish === 'refusal' && text !== '' ? text : null }
    : null

const usageOf = ({ usage: { inputTokens, outputTokens } }: Utterance) => ({
  input_tokens: inputTokens,
  output_tokens: outputTokens,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
})

function writeError({ status, message }: WireError): WireBody {
  const type = ERROR_TYPES[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error')
  return { type: 'error', error: { type, message } }
}

const ERROR_TYPES: { readonly [status: number]: string } = {
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  408: 'timeout_error',
  409: 'conflict_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  504: 'timeout_error',
  529: 'overloaded_error',
}
