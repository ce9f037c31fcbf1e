import { CREATED } from './created.ts'
import type { Utterance, WireBody } from './wire-format.ts'

/** An item of a Response's output. */
export type ResponseItem =
  | {
      readonly type: 'reasoning'
      readonly id: string
      readonly summary: readonly { type: 'summary_text'; text: string }[]
    }
  | {
      readonly type: 'message'
      readonly id: string
      readonly role: 'assistant'
      readonly status: string
      readonly content: readonly ResponsePart[]
    }
  | {
      readonly type: 'function_call'
      readonly id: string
      readonly call_id: string | undefined
      readonly name: string
      readonly arguments: string
      readonly status: string
    }

/** A part of a message: what is said, or why it is not. */
export type ResponsePart =
  | {
      readonly type: 'output_text'
      readonly text: string
      readonly annotations: readonly []
      readonly logprobs: readonly []
    }
  | { readonly type: 'refusal'; readonly refusal: string }

/** A reply as the Response object that ends a stream, or is all there is. */
export const responseOf = (said: Utterance): WireBody => responseWith(said, statusOf(said), outputOf(said))

/** The Response object in a given state. */
export function responseWith(said: Utterance, status: string, output: readonly ResponseItem[]): WireBody {
  const { request, id, usage, finish } = said
  const done = status !== 'in_progress'
  return {
    id: `resp_${id}`,
    object: 'response',
    created_at: CREATED,
    status,
    error: status === 'failed' ? { code: 'server_error', message: 'The provider failed.' } : null,
    incomplete_details: status === 'incomplete' ? { reason: INCOMPLETE[finish] } : null,
    instructions: null,
    max_output_tokens: null,
    metadata: {},
    model: request.model,
    output,
    parallel_tool_calls: true,
    previous_response_id: request.continues === undefined ? null : `resp_${request.continues}`,
    temperature: request.temperature ?? 1,
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    usage: done
      ? {
          input_tokens: usage.inputTokens,
          input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
          output_tokens: usage.outputTokens,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: usage.inputTokens + usage.outputTokens,
        }
      : null,
  }
}

/** How the reply ends; what it says before that end stands as it is. */
export function statusOf({ finish }: Utterance): 'completed' | 'incomplete' | 'failed' {
  if (finish === 'failed') return 'failed'
  return INCOMPLETE[finish] === undefined ? 'completed' : 'incomplete'
}

/** The items of a reply: reasoning, then words, then calls of tools. */
export function outputOf(said: Utterance): readonly ResponseItem[] {
  const { id, text, reasoning, toolCalls, finish } = said
  const status = statusOf(said) === 'completed' ? 'completed' : 'incomplete'
  const items: ResponseItem[] = []
  if (reasoning !== '')
    items.push({ type: 'reasoning', id: `rs_${id}`, summary: [{ type: 'summary_text', text: reasoning }] })
  if (text !== '')
    items.push({
      type: 'message',
      id: `msg_${id}`,
      role: 'assistant',
      status,
      content: [finish === 'refusal' ? { type: 'refusal', refusal: text } : outputText(text)],
    })
  for (const [i, call] of toolCalls.entries())
    items.push({
      type: 'function_call',
      id: `fc_${id}${i}`,
      call_id: call.id,
      name: call.name,
      arguments: call.arguments,
      status,
    })
  return items
}

/** A part that says something. */
export const outputText = (text: string): ResponsePart => ({ type: 'output_text', text, annotations: [], logprobs: [] })

// Helpers

const INCOMPLETE: { readonly [finish: string]: string | undefined } = {
  length: 'max_output_tokens',
  'context-exceeded': 'max_output_tokens',
  paused: 'max_output_tokens',
  'content-filter': 'content_filter',
}
