import type { JsonObject } from '../json/json.ts'
import { jsonIn, objectIn, objectsIn, textIn } from './body-fields.ts'
import { usageIn } from './usage-in.ts'
import type { Finish, SseEvent, WireReply } from './wire-format.ts'

/** What a Message says. */
export function readMessage(body: JsonObject): WireReply | undefined {
  if (!Array.isArray(body.content)) return undefined
  return replyOf(objectsIn(body.content), body)
}

/** The same of a stream: its blocks are put together by their index. */
export function readMessageEvents(events: readonly SseEvent[]): WireReply | undefined {
  const blocks = new Map<unknown, Record<string, unknown>>()
  let body: Record<string, unknown> | undefined
  let usage: Record<string, unknown> = {}
  for (const { data } of events) {
    const event = objectIn(jsonIn(data))
    if (event.type === 'message_start') {
      body = objectIn(event.message)
      usage = objectIn(body.usage)
    } else if (event.type === 'content_block_start') blocks.set(event.index, { ...objectIn(event.content_block) })
    else if (event.type === 'content_block_delta') fill(blocks.get(event.index), objectIn(event.delta))
    else if (event.type === 'message_delta') {
      body = { ...body, ...objectIn(event.delta) }
      usage = { ...usage, ...objectIn(event.usage) }
    } else if (event.type === 'error') body = { ...body, stop_reason: 'error' }
  }
  return body && replyOf([...blocks.values()], { ...body, usage })
}

// Helpers

function fill(block: Record<string, unknown> | undefined, delta: Record<string, unknown>): void {
  if (block === undefined) return
  if (delta.type === 'text_delta') block.text = `${textIn(block.text) ?? ''}${textIn(delta.text) ?? ''}`
  else if (delta.type === 'thinking_delta')
    block.thinking = `${textIn(block.thinking) ?? ''}${textIn(delta.thinking) ?? ''}`
  else if (delta.type === 'input_json_delta')
    block.partial = `${textIn(block.partial) ?? ''}${textIn(delta.partial_json) ?? ''}`
}

function replyOf(
  blocks: readonly Record<string, unknown>[],
  { stop_reason, stop_details, usage }: { readonly [name: string]: unknown },
): WireReply {
  const of = (type: string) => blocks.filter((block) => block.type === type)
  const counted = usageIn(usage, 'input_tokens', 'output_tokens')
  const explained = textIn(objectIn(stop_details).explanation)
  const finish = FINISH.get(stop_reason)
  const text = of('text')
    .map((block) => textIn(block.text) ?? '')
    .join('')
  return {
    text: finish === 'refusal' && text === '' ? (explained ?? '') : text,
    reasoning: of('thinking')
      .map(({ thinking }) => textIn(thinking) ?? '')
      .join('\n\n'),
    toolCalls: of('tool_use').map(({ id, name, input, partial }) => ({
      id: textIn(id),
      name: textIn(name) ?? '',
      arguments: textIn(partial) ?? JSON.stringify(input ?? {}),
    })),
    ...(counted && { usage: counted }),
    // The same word stands for both; an explanation, or nothing said, is a refusal of the model's.
    finish: finish === 'refusal' && text !== '' && explained === undefined ? 'content-filter' : finish,
  }
}

const FINISH: ReadonlyMap<unknown, Finish> = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop-sequence'],
  ['tool_use', 'tool-calls'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'context-exceeded'],
  ['pause_turn', 'paused'],
  ['refusal', 'refusal'],
  ['error', 'failed'],
])
