import {
  outputOf,
  outputText,
  type ResponseItem,
  type ResponsePart,
  responseWith,
  statusOf,
} from './openai-response.ts'
import { piecesOf } from './pieces-of.ts'
import type { SseEvent, Utterance } from './wire-format.ts'

/** A reply as the events of a Responses stream: each item is announced, filled and closed, then comes the whole Response. */
export function responseEvents(said: Utterance): readonly SseEvent[] {
  const events: SseEvent[] = []
  const send: Send = (type, fields) =>
    events.push({ event: type, data: JSON.stringify({ type, sequence_number: events.length, ...fields }) })
  const begun = responseWith(said, 'in_progress', [])
  const status = statusOf(said)
  const output = outputOf(said)

  send('response.created', { response: begun })
  send('response.in_progress', { response: begun })
  for (const [output_index, item] of output.entries()) {
    send('response.output_item.added', { output_index, item: emptied(item) })
    fill(send, item, { item_id: item.id, output_index })
    send('response.output_item.done', { output_index, item })
  }
  send(`response.${status}`, { response: responseWith(said, status, output) })
  return events
}

// Helpers

type Send = (type: string, fields: object) => void

/** An item as it is announced: nothing said yet. */
function emptied(item: ResponseItem): object {
  if (item.type === 'reasoning') return { ...item, summary: [] }
  if (item.type === 'message') return { ...item, status: 'in_progress', content: [] }
  return { ...item, status: 'in_progress', arguments: '' }
}

function fill(send: Send, item: ResponseItem, at: object): void {
  if (item.type === 'function_call') {
    for (const delta of piecesOf(item.arguments)) send('response.function_call_arguments.delta', { ...at, delta })
    send('response.function_call_arguments.done', { ...at, name: item.name, arguments: item.arguments })
  } else if (item.type === 'reasoning') {
    for (const [summary_index, part] of item.summary.entries()) fillSummary(send, part.text, { ...at, summary_index })
  } else for (const [content_index, part] of item.content.entries()) fillPart(send, part, { ...at, content_index })
}

function fillSummary(send: Send, text: string, at: object): void {
  const part = { type: 'summary_text', text }
  send('response.reasoning_summary_part.added', { ...at, part: { ...part, text: '' } })
  for (const delta of piecesOf(text)) send('response.reasoning_summary_text.delta', { ...at, delta })
  send('response.reasoning_summary_text.done', { ...at, text })
  send('response.reasoning_summary_part.done', { ...at, part })
}

function fillPart(send: Send, part: ResponsePart, at: object): void {
  if (part.type === 'refusal') {
    send('response.content_part.added', { ...at, part: { ...part, refusal: '' } })
    for (const delta of piecesOf(part.refusal)) send('response.refusal.delta', { ...at, delta })
    send('response.refusal.done', { ...at, refusal: part.refusal })
  } else {
    send('response.content_part.added', { ...at, part: outputText('') })
    for (const delta of piecesOf(part.text)) send('response.output_text.delta', { ...at, delta, logprobs: [] })
    send('response.output_text.done', { ...at, text: part.text, logprobs: [] })
  }
  send('response.content_part.done', { ...at, part })
}
