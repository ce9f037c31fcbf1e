import type { ToolCall } from '../composites/reply.ts'
import type { JsonObject, JsonSchema } from '../json/json.ts'
import type { Message, Tool } from '../providers/model.ts'
import { jsonIn, listIn, objectIn, objectsIn, present, textIn } from './body-fields.ts'
import { CREATED } from './created.ts'
import { fileData, mediaText, partJson } from './media-text.ts'
import { readChatEvents, readChatReply } from './openai-chat-reply.ts'
import { openaiError } from './openai-error.ts'
import { piecesOf } from './pieces-of.ts'
import { wantedSchema } from './wanted-schema.ts'
import type { Finish, SseEvent, Utterance, WireBody, WireFormat, WireRequest, WireToolCall } from './wire-format.ts'

// Longer than a file should be, because a format is one file: what it reads and what it writes mirror each other.

/**
 * OpenAI Chat Completions, and what speaks like it. Private reasoning is in `reasoning_content`, where DeepSeek, vLLM and others put it:
 * OpenAI's own models show none in this format.
 *
 * @example
 * ```ts
 * import { openaiChat } from 'vitest-tribunal/wire'
 *
 * console.log(openaiChat.accepts('/v1/chat/completions')) // true
 * ```
 */
export const openaiChat: WireFormat = {
  name: 'OpenAI Chat Completions',
  requestIdHeader: 'x-request-id',
  accepts: (path) => path.endsWith('/chat/completions'),
  readRequest,
  writeReply,
  writeEvents,
  writeError: (error) => ({ error: openaiError(error) }),
  writeErrorEvent: (error) => ({ data: JSON.stringify({ error: openaiError(error) }) }),
  readReply: readChatReply,
  readEvents: readChatEvents,
}

// Helpers: requests

function readRequest(body: JsonObject): WireRequest | undefined {
  const { model, messages, functions } = body
  if (typeof model !== 'string' || !Array.isArray(messages)) return undefined
  const turns = objectsIn(messages).map(turnOf)
  const standing = turns.findIndex(({ role }) => role !== 'system')
  const cut = standing === -1 ? turns.length : standing
  const format = objectIn(body.response_format)
  const stops =
    typeof body.stop === 'string' ? [body.stop] : listIn(body.stop).filter((stop) => typeof stop === 'string')
  const tools = [...objectsIn(body.tools).map(toolOf), ...objectsIn(functions).map(functionOf)]
  return present<WireRequest>({
    model,
    system:
      cut === 0
        ? undefined
        : turns
            .slice(0, cut)
            .map(({ content }) => content)
            .join('\n\n'),
    turns: turns.slice(cut),
    schema: wantedSchema(format, objectIn(format.json_schema).schema),
    tools: tools.length === 0 ? undefined : tools,
    temperature: typeof body.temperature === 'number' ? body.temperature : undefined,
    stream: body.stream === true,
    stop: stops.length === 0 ? undefined : (stops as string[]),
    manner: {
      usage: objectIn(body.stream_options).include_usage === true,
      functions: Array.isArray(functions) && body.tools === undefined,
    },
  })
}

function turnOf(message: Record<string, unknown>): Message {
  const calls = objectsIn(message.tool_calls).map(callOf)
  const legacy = message.function_call
  if (legacy) calls.push(callOf({ function: legacy }))
  const role = ROLES.get(message.role) ?? 'user'
  return present<Message>({
    role,
    content: [contentText(message.content), textIn(message.refusal) ?? ''].filter((text) => text !== '').join('\n'),
    name: textIn(message.name),
    toolCalls: calls.length === 0 ? undefined : calls,
    toolCallId: role === 'tool' ? textIn(message.tool_call_id) : undefined,
    reasoning: textIn(message.reasoning_content) ?? textIn(message.reasoning),
  })
}

const ROLES: ReadonlyMap<unknown, Message['role']> = new Map([
  ['system', 'system'],
  ['developer', 'system'],
  ['assistant', 'assistant'],
  ['tool', 'tool'],
  ['function', 'tool'],
])

const contentText = (content: unknown): string =>
  typeof content === 'string' ? content : objectsIn(content).map(partText).join('\n')

function partText(part: Record<string, unknown>): string {
  switch (part.type) {
    case 'text':
      return textIn(part.text) ?? ''
    case 'refusal':
      return textIn(part.refusal) ?? ''
    case 'image_url':
      return mediaText('image', { url: textIn(objectIn(part.image_url).url) })
    case 'input_audio': {
      const { data, format } = objectIn(part.input_audio)
      return mediaText('audio', { base64: textIn(data), mediaType: textIn(format) })
    }
    case 'file': {
      const { file_data, file_id, filename } = objectIn(part.file)
      return mediaText('file', { ...fileData(file_data), fileId: textIn(file_id), name: textIn(filename) })
    }
    default:
      return partJson(part)
  }
}

function callOf(call: Record<string, unknown>): ToolCall {
  const { name, arguments: given, input } = objectIn(call.function ?? call.custom)
  return { id: textIn(call.id) ?? '', name: textIn(name) ?? '', arguments: jsonIn(given ?? input) }
}

const toolOf = (tool: Record<string, unknown>): Tool => functionOf(objectIn(tool.function ?? tool.custom))

const functionOf = ({ name, description, parameters }: Record<string, unknown>): Tool =>
  present<Tool>({
    name: textIn(name) ?? '',
    description: textIn(description),
    parameters: parameters === undefined ? undefined : (objectIn(parameters) as JsonSchema),
  })

// Helpers: replies

function writeReply(said: Utterance): WireBody {
  const { request, text, reasoning, toolCalls, finish } = said
  const refused = finish === 'refusal'
  const message = {
    role: 'assistant',
    content: refused || text === '' ? null : text,
    refusal: refused ? text : null,
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(toolCalls.length === 0 ? {} : callsOf(said)),
    annotations: [],
  }
  return {
    ...headOf(said, 'chat.completion'),
    model: request.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishOf(said) }],
    usage: usageOf(said),
  }
}

function writeEvents(said: Utterance): readonly SseEvent[] {
  const { request, text, reasoning, toolCalls, finish } = said
  // The same in every chunk: written once.
  const head = JSON.stringify({ ...headOf(said, 'chat.completion.chunk'), model: request.model }).slice(0, -1)
  const events: SseEvent[] = []
  const add = (choices: readonly object[], usage?: object | null) => {
    const end = usage === undefined ? '' : `,"usage":${JSON.stringify(usage)}`
    events.push({ data: `${head},"choices":${JSON.stringify(choices)}${end}}` })
  }
  const wantsUsage = request.manner?.usage === true
  const delta = (part: object, finish_reason: string | null = null) =>
    add([{ index: 0, delta: part, logprobs: null, finish_reason }], wantsUsage ? null : undefined)

  delta({ role: 'assistant', content: finish === 'refusal' || text === '' ? null : '', refusal: null })
  for (const reasoning_content of piecesOf(reasoning)) delta({ reasoning_content })
  for (const piece of piecesOf(text)) delta(finish === 'refusal' ? { refusal: piece } : { content: piece })
  for (const fragment of isLegacy(said) ? legacyFragments(toolCalls) : fragmentsOf(toolCalls)) delta(fragment)
  delta({}, finishOf(said))
  if (wantsUsage) add([], usageOf(said))
  events.push({ data: '[DONE]' })
  return events
}

const headOf = ({ id }: Utterance, object: string) => ({
  id: `chatcmpl-${id}`,
  object,
  created: CREATED,
  system_fingerprint: null,
})

const isLegacy = ({ request }: Utterance): boolean => request.manner?.functions === true

const callsOf = (said: Utterance) =>
  isLegacy(said)
    ? { function_call: { name: said.toolCalls[0]!.name, arguments: said.toolCalls[0]!.arguments } }
    : {
        tool_calls: said.toolCalls.map(({ id, name, arguments: given }) => ({
          id,
          type: 'function',
          function: { name, arguments: given },
        })),
      }

/** Arguments come in fragments; those of calls side by side one call after the other, told apart by their index. */
function* fragmentsOf(calls: readonly WireToolCall[]): Generator<object> {
  for (const [index, { id, name }] of calls.entries())
    yield { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }
  const pieces = calls.map((call) => piecesOf(call.arguments))
  const most = Math.max(0, ...pieces.map(({ length }) => length))
  for (let i = 0; i < most; i++)
    for (const [index, own] of pieces.entries())
      if (own[i] !== undefined) yield { tool_calls: [{ index, function: { arguments: own[i] } }] }
}

function* legacyFragments(calls: readonly WireToolCall[]): Generator<object> {
  const [call] = calls
  if (call === undefined) return
  yield { function_call: { name: call.name, arguments: '' } }
  for (const piece of piecesOf(call.arguments)) yield { function_call: { arguments: piece } }
}

const FINISH: { readonly [finish in Finish]: string } = {
  stop: 'stop',
  'stop-sequence': 'stop',
  'tool-calls': 'tool_calls',
  length: 'length',
  'context-exceeded': 'length',
  paused: 'stop',
  'content-filter': 'content_filter',
  refusal: 'stop',
  failed: 'stop',
}

const finishOf = (said: Utterance): string =>
  said.finish === 'tool-calls' && isLegacy(said) ? 'function_call' : FINISH[said.finish]

const usageOf = ({ usage: { inputTokens, outputTokens } }: Utterance) => ({
  prompt_tokens: inputTokens,
  completion_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
})
