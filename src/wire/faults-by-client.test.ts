import { VERSION } from 'openai/version'
import { describe, expect, test } from 'vitest'
import { FAULTS } from '../../test/wire/faults.ts'
import { CLIENTS, type Heard } from '../../test/wire/sdk-clients.ts'
import { scripted } from '../index.ts'
import { scriptedFetch } from './index.ts'

/** What the openai package makes of a stream of Responses has changed: up to version 6, and since 7. */
const SINCE_7: { readonly [fault: string]: readonly [before: string, since: string] } = {
  'an error event': ['✗ Object: The provider broke off with 529.', '✗ APIError: The provider broke off with 529.'],
  'calls without ids': ['search#undefined grade#undefined → completed', '✗ OpenAIError'],
  'calls with one id': ['search#a grade#a → completed', '✗ OpenAIError'],
}

describe('a fault of the provider', () => {
  test('comes out of each official client as that client shows it', async () => {
    const table: string[] = []
    for (const [name, step] of Object.entries(FAULTS)) {
      table.push(name)
      for (const client of CLIENTS) {
        const fetch = scriptedFetch(scripted({ worker: [step] }))
        const outcome = await client.ask(fetch, { timeout: 40 }).then(heardText, errorText)
        const changed = client.name === 'responses, streamed' ? SINCE_7[name] : undefined
        if (changed) expect(outcome).toBe(changed[VERSION.startsWith('6.') ? 0 : 1])
        table.push(`  ${client.name.padEnd(20)} ${changed ? 'depends on the version' : outcome}`)
        fetch.session.assertSpent()
      }
    }
    expect(`\n${table.join('\n')}\n`).toMatchInlineSnapshot(`
      "
      connection reset
        chat                 ✗ APIConnectionError ← ✗ TypeError ← ✗ Error ← ✗ ModelFault
        responses            ✗ APIConnectionError ← ✗ TypeError ← ✗ Error ← ✗ ModelFault
        messages             ✗ APIConnectionError ← ✗ TypeError ← ✗ Error ← ✗ ModelFault
        chat, streamed       ✗ APIConnectionError ← ✗ TypeError ← ✗ Error ← ✗ ModelFault
        responses, streamed  ✗ APIConnectionError ← ✗ TypeError ← ✗ Error ← ✗ ModelFault
        messages, streamed   ✗ APIConnectionError ← ✗ TypeError ← ✗ Error ← ✗ ModelFault
      a hang until the client gives up
        chat                 ✗ APIConnectionTimeoutError
        responses            ✗ APIConnectionTimeoutError
        messages             ✗ APIConnectionTimeoutError
        chat, streamed       ✗ APIConnectionTimeoutError
        responses, streamed  ✗ APIConnectionTimeoutError
        messages, streamed   ✗ APIConnectionTimeoutError
      a body that is no JSON
        chat                 ✗ SyntaxError
        responses            ✗ SyntaxError
        messages             ✗ SyntaxError
        chat, streamed       ✗ OpenAIError ← ✗ SyntaxError
        responses, streamed  ✗ OpenAIError ← ✗ SyntaxError
        messages, streamed   ✗ AnthropicError ← ✗ SyntaxError
      no content
        chat                 nothing → stop
        responses            nothing → completed
        messages             nothing → end_turn
        chat, streamed       nothing → stop
        responses, streamed  nothing → completed
        messages, streamed   nothing → end_turn
      refusal
        chat                 refusal Not this. → stop
        responses            refusal Not this. → completed
        messages             refusal Not this. → refusal
        chat, streamed       refusal Not this. → stop
        responses, streamed  refusal Not this. → completed
        messages, streamed   refusal Not this. → refusal
      content filter
        chat                 "Some words" → content_filter
        responses            "Some words" → content_filter
        messages             "Some words" → refusal
        chat, streamed       "Some words" → content_filter
        responses, streamed  "Some words" → content_filter
        messages, streamed   "Some words" → refusal
      length cut, nothing said
        chat                 nothing → length
        responses            nothing → max_output_tokens
        messages             nothing → max_tokens
        chat, streamed       nothing → length
        responses, streamed  nothing → max_output_tokens
        messages, streamed   nothing → max_tokens
      length cut
        chat                 "Some words" → length
        responses            "Some words" → max_output_tokens
        messages             "Some words" → max_tokens
        chat, streamed       "Some words" → length
        responses, streamed  "Some words" → max_output_tokens
        messages, streamed   "Some words" → max_tokens
      context full
        chat                 "Some words" → length
        responses            "Some words" → max_output_tokens
        messages             "Some words" → model_context_window_exceeded
        chat, streamed       "Some words" → length
        responses, streamed  "Some words" → max_output_tokens
        messages, streamed   "Some words" → model_context_window_exceeded
      turn paused
        chat                 "Some words" → stop
        responses            "Some words" → max_output_tokens
        messages             "Some words" → pause_turn
        chat, streamed       "Some words" → stop
        responses, streamed  "Some words" → max_output_tokens
        messages, streamed   "Some words" → pause_turn
      the provider failed
        chat                 ✗ InternalServerError 500
        responses            "Some words" → failed
        messages             ✗ InternalServerError 500
        chat, streamed       ✗ APIError: The provider broke off with 500.
        responses, streamed  "Some words" → failed
        messages, streamed   ✗ APIError
      cut inside a token
        chat                 ✗ TypeError ← ✗ Error ← ✗ WireFault
        responses            ✗ TypeError ← ✗ Error ← ✗ WireFault
        messages             ✗ TypeError ← ✗ Error ← ✗ WireFault
        chat, streamed       ✗ OpenAIError ← ✗ TypeError ← ✗ Error ← ✗ WireFault
        responses, streamed  ✗ OpenAIError ← ✗ TypeError ← ✗ Error ← ✗ WireFault
        messages, streamed   ✗ AnthropicError ← ✗ TypeError ← ✗ Error ← ✗ WireFault
      cut inside an event
        chat                 ✗ TypeError ← ✗ Error ← ✗ WireFault
        responses            ✗ TypeError ← ✗ Error ← ✗ WireFault
        messages             ✗ TypeError ← ✗ Error ← ✗ WireFault
        chat, streamed       ✗ OpenAIError ← ✗ TypeError ← ✗ Error ← ✗ WireFault
        responses, streamed  ✗ OpenAIError ← ✗ TypeError ← ✗ Error ← ✗ WireFault
        messages, streamed   ✗ AnthropicError ← ✗ TypeError ← ✗ Error ← ✗ WireFault
      cut inside a character
        chat                 ✗ TypeError ← ✗ Error ← ✗ WireFault
        responses            ✗ TypeError ← ✗ Error ← ✗ WireFault
        messages             ✗ TypeError ← ✗ Error ← ✗ WireFault
        chat, streamed       ✗ OpenAIError ← ✗ TypeError ← ✗ Error ← ✗ WireFault
        responses, streamed  ✗ OpenAIError ← ✗ TypeError ← ✗ Error ← ✗ WireFault
        messages, streamed   ✗ AnthropicError ← ✗ TypeError ← ✗ Error ← ✗ WireFault
      cut, then closed
        chat                 ✗ SyntaxError
        responses            ✗ SyntaxError
        messages             ✗ SyntaxError
        chat, streamed       ✗ OpenAIError: missing finish_reason for choice 0
        responses, streamed  reasoning → in_progress
        messages, streamed   ✗ AnthropicError: stream ended without producing a Message with role=assistant
      cut at once
        chat                 ✗ TypeError ← ✗ Error ← ✗ WireFault
        responses            ✗ TypeError ← ✗ Error ← ✗ WireFault
        messages             ✗ TypeError ← ✗ Error ← ✗ WireFault
        chat, streamed       ✗ OpenAIError ← ✗ TypeError ← ✗ Error ← ✗ WireFault
        responses, streamed  ✗ OpenAIError ← ✗ TypeError ← ✗ Error ← ✗ WireFault
        messages, streamed   ✗ AnthropicError ← ✗ TypeError ← ✗ Error ← ✗ WireFault
      an event that is no JSON
        chat                 ✗ SyntaxError
        responses            ✗ SyntaxError
        messages             ✗ SyntaxError
        chat, streamed       ✗ OpenAIError ← ✗ SyntaxError
        responses, streamed  ✗ OpenAIError ← ✗ SyntaxError
        messages, streamed   ✗ AnthropicError ← ✗ SyntaxError
      two events in one
        chat                 ✗ SyntaxError
        responses            ✗ SyntaxError
        messages             ✗ SyntaxError
        chat, streamed       ✗ OpenAIError ← ✗ SyntaxError
        responses, streamed  ✗ OpenAIError ← ✗ SyntaxError
        messages, streamed   ✗ AnthropicError ← ✗ SyntaxError
      an error event
        chat                 ✗ InternalServerError 529
        responses            ✗ InternalServerError 529
        messages             ✗ OverloadedError 529
        chat, streamed       ✗ APIError: The provider broke off with 529.
        responses, streamed  depends on the version
        messages, streamed   ✗ APIError
      deltas out of order
        chat                 ✗ SyntaxError
        responses            ✗ SyntaxError
        messages             ✗ SyntaxError
        chat, streamed       "Élève, the answeven.r is ele" reasoning → stop
        responses, streamed  "Élève, the answer is eleven." reasoning → completed
        messages, streamed   "he answeÉlève, tr is eleven." reasoning → end_turn
      calls without ids
        chat                 search#undefined grade#undefined → tool_calls
        responses            search#undefined grade#undefined → completed
        messages             search#undefined grade#undefined → tool_use
        chat, streamed       search#made up grade#made up → tool_calls
        responses, streamed  depends on the version
        messages, streamed   search#undefined grade#undefined → tool_use
      calls with one id
        chat                 search#a grade#a → tool_calls
        responses            search#a grade#a → completed
        messages             search#a grade#a → tool_use
        chat, streamed       search#a grade#a → tool_calls
        responses, streamed  depends on the version
        messages, streamed   search#a grade#a → tool_use
      "
    `)
  })
})

// Helpers

function heardText({ text, reasoning, refusal, toolCalls, finish }: Heard): string {
  const calls = toolCalls.map(({ id, name }) => `${name}#${/^call_[0-9a-f-]{36}$/.test(id) ? 'made up' : id}`)
  const parts = [text && JSON.stringify(text), reasoning && 'reasoning', refusal && `refusal ${refusal}`, ...calls]
  return `${parts.filter(Boolean).join(' ') || 'nothing'} → ${finish}`
}

function errorText(error: {
  constructor: { name: string }
  status?: number
  cause?: unknown
  message: string
}): string {
  // That a client has given up by itself is said by some versions only.
  const cause =
    error.cause instanceof Error && error.cause.name !== 'AbortError' ? ` ← ${errorText(error.cause as never)}` : ''
  const said = /^(?:The provider|missing|stream ended)/.test(error.message) ? `: ${error.message}` : ''
  return `✗ ${error.constructor.name}${error.status === undefined ? '' : ` ${error.status}`}${said}${cause}`
}
