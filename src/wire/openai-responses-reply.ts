import type { JsonObject } from '../json/json.ts'
import { jsonIn, objectIn, objectsIn, textIn } from './body-fields.ts'
import { usageIn } from './usage-in.ts'
import type { Finish, SseEvent, WireReply } from './wire-format.ts'

/** What a Response says. */
export function readResponse(body: JsonObject): WireReply | undefined {
  if (!Array.isArray(body.output)) return undefined
  return replyOf(objectsIn(body.output), textIn(body.status), body)
}

/** The same of a stream: its last event holds the whole; where it never came, what has come is put together. */
export function readResponseEvents(events: readonly SseEvent[]): WireReply | undefined {
  const items = new Map<unknown, Record<string, unknown>>()
  let seen = false
  let broken: string | undefined
  for (const { data } of events) {
    const event = objectIn(jsonIn(data))
    const type = textIn(event.type) ?? ''
    seen ||= type !== ''
    const whole = objectIn(event.response)
    if (/^response\.(?:completed|incomplete|failed)$/.test(type)) return readResponse(whole as JsonObject)
    if (type === 'error') broken = 'failed'
    else if (type === 'response.output_item.added') items.set(event.output_index, { ...objectIn(event.item) })
    else if (type === 'response.output_item.done') items.set(event.output_index, objectIn(event.item))
    else fill(items.get(event.output_index), type, textIn(event.delta))
  }
  return seen ? replyOf([...items.values()], broken, {}) : undefined
}

// Helpers

/** Puts a fragment into the item that it belongs to. */
function fill(item: Record<string, unknown> | undefined, type: string, delta: string | undefined): void {
  if (item === undefined || delta === undefined) return
  if (type === 'response.function_call_arguments.delta') item.arguments = `${textIn(item.arguments) ?? ''}${delta}`
  else if (type === 'response.output_text.delta') add(item, 'content', 'output_text', 'text', delta)
  else if (type === 'response.refusal.delta') add(item, 'content', 'refusal', 'refusal', delta)
  else if (type === 'response.reasoning_summary_text.delta') add(item, 'summary', 'summary_text', 'text', delta)
  else if (type === 'response.reasoning_text.delta') add(item, 'content', 'reasoning_text', 'text', delta)
}

function add(item: Record<string, unknown>, list: string, type: string, field: string, delta: string): void {
  const parts = objectsIn(item[list])
  const last = parts.at(-1)
  item[list] =
    last?.type === type
      ? [...parts.slice(0, -1), { ...last, [field]: `${textIn(last[field]) ?? ''}${delta}` }]
      : [...parts, { type, [field]: delta }]
}

function replyOf(
  items: readonly Record<string, unknown>[],
  status: string | undefined,
  { usage, incomplete_details }: { readonly [name: string]: unknown },
): WireReply {
  const parts = items.filter(({ type }) => type === 'message').flatMap(({ content }) => objectsIn(content))
  const refusal = parts.map(({ refusal: said }) => textIn(said) ?? '').join('')
  const calls = items.filter(({ type }) => type === 'function_call' || type === 'custom_tool_call')
  const thoughts = items
    .filter(({ type }) => type === 'reasoning')
    .flatMap(({ summary, content }) => [...objectsIn(summary), ...objectsIn(content)])
  const counted = usageIn(usage, 'input_tokens', 'output_tokens')
  return {
    text: refusal === '' ? parts.map(({ text }) => textIn(text) ?? '').join('') : refusal,
    reasoning: thoughts.map(({ text }) => textIn(text) ?? '').join('\n\n'),
    toolCalls: calls.map(({ call_id, name, arguments: given, input }) => ({
      id: textIn(call_id),
      name: textIn(name) ?? '',
      arguments: textIn(given ?? input) ?? '',
    })),
    ...(counted && { usage: counted }),
    finish: finishOf(status, objectIn(incomplete_details).reason, refusal !== '', calls.length > 0),
  }
}

function finishOf(status: string | undefined, reason: unknown, refused: boolean, calls: boolean): Finish | undefined {
  if (status === 'failed') return 'failed'
  if (status === 'incomplete') return reason === 'content_filter' ? 'content-filter' : 'length'
  if (status !== 'completed') return undefined
  if (refused) return 'refusal'
  return calls ? 'tool-calls' : 'stop'
}
