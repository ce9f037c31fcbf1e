import type { JsonObject } from '../json/json.ts'
import { jsonIn, objectIn, objectsIn, textIn } from './body-fields.ts'
import { usageIn } from './usage-in.ts'
import type { Finish, SseEvent, WireReply, WireToolCall } from './wire-format.ts'

/** What a reply of Chat Completions says. */
export function readChatReply(body: JsonObject): WireReply | undefined {
  const [choice] = objectsIn(body.choices)
  if (choice === undefined || !Array.isArray(body.choices)) return undefined
  const message = objectIn(choice.message)
  return replyOf(message, choice.finish_reason, body.usage)
}

/** The same of a stream: deltas are put together by the index of what they belong to. */
export function readChatEvents(events: readonly SseEvent[]): WireReply | undefined {
  const message: Record<string, unknown> = {}
  const calls = new Map<unknown, { id?: string | undefined; function: { name: string; arguments: string } }>()
  let finish: unknown
  let usage: unknown
  let seen = false
  for (const { data } of events) {
    const chunk = objectIn(jsonIn(data))
    if (chunk.error !== undefined) finish = 'error'
    usage = chunk.usage ?? usage
    for (const { index, delta, finish_reason } of objectsIn(chunk.choices)) {
      if (index !== 0) continue
      seen = true
      finish = finish_reason ?? finish
      const { tool_calls, function_call, ...rest } = objectIn(delta)
      for (const [field, value] of Object.entries(rest))
        if (typeof value === 'string' && field !== 'role')
          message[field] = Object.hasOwn(message, field) ? `${message[field]}${value}` : value
      const parts = function_call === undefined ? objectsIn(tool_calls) : [{ index: 0, function: function_call }]
      for (const part of parts) {
        const call = calls.get(part.index) ?? { function: { name: '', arguments: '' } }
        calls.set(part.index, call)
        const { name, arguments: given } = objectIn(part.function) as Record<string, unknown>
        call.id ??= textIn((part as Record<string, unknown>).id)
        call.function.name += textIn(name) ?? ''
        call.function.arguments += textIn(given) ?? ''
      }
    }
  }
  if (!seen && finish === undefined) return undefined
  return replyOf({ ...message, tool_calls: [...calls.values()] }, finish, usage)
}

// Helpers

function replyOf(message: Record<string, unknown>, finish: unknown, usage: unknown): WireReply {
  const refusal = textIn(message.refusal) ?? ''
  const content =
    textIn(message.content) ??
    objectsIn(message.content)
      .map(({ text }) => textIn(text) ?? '')
      .join('\n')
  const legacy = message.function_call
  const calls = legacy ? [{ function: legacy }] : objectsIn(message.tool_calls)
  const counted = usageIn(usage, 'prompt_tokens', 'completion_tokens')
  return {
    text: refusal === '' ? content : refusal,
    reasoning: textIn(message.reasoning_content) ?? textIn(message.reasoning) ?? '',
    toolCalls: calls.map(callOf),
    ...(counted && { usage: counted }),
    finish: refusal === '' ? FINISH.get(finish) : 'refusal',
  }
}

function callOf(call: Record<string, unknown>): WireToolCall {
  const { name, arguments: given, input } = objectIn(call.function ?? call.custom)
  return { id: textIn(call.id), name: textIn(name) ?? '', arguments: textIn(given ?? input) ?? '' }
}

const FINISH: ReadonlyMap<unknown, Finish> = new Map([
  ['stop', 'stop'],
  ['length', 'length'],
  ['tool_calls', 'tool-calls'],
  ['function_call', 'tool-calls'],
  ['content_filter', 'content-filter'],
  ['error', 'failed'],
])
