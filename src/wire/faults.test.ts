import { VERSION } from 'openai/version'
import { describe, expect, test } from 'vitest'
import { CLIENTS, type Heard } from '../../test/wire/sdk-clients.ts'
import { fault, ModelFault, say, scripted } from '../index.ts'
import { scriptedFetch, wireFault } from './index.ts'

const REPLY = say('Élève, the answer is eleven.', { reasoning: 'It is.' })
const CALLS = say('', {
  toolCalls: [
    { id: 'a', name: 'search', arguments: { for: 'primes above ten' } },
    { id: 'b', name: 'grade', arguments: { mark: 1 } },
  ],
})

const FAULTS: { readonly [name: string]: ModelFault } = {
  'connection reset': fault.transport(),
  'a hang until the client gives up': fault.timeout(),
  'a body that is no JSON': fault.malformed(),
  'no content': fault.empty(),
  refusal: fault.refusal('Not this.'),
  'content filter': wireFault.contentFilter('Some words'),
  'length cut, nothing said': fault.truncated(),
  'length cut': wireFault.lengthCut('Some words'),
  'context full': wireFault.contextExceeded('Some words'),
  'turn paused': wireFault.paused('Some words'),
  'the provider failed': wireFault.failed('Some words'),
  'cut inside a token': wireFault.cut(REPLY),
  'cut inside an event': wireFault.cut(REPLY, { inside: 'event' }),
  'cut inside a character': wireFault.cut(REPLY, { inside: 'character' }),
  'cut, then closed': wireFault.cut(REPLY, { inside: 'event', end: 'close' }),
  'cut at once': wireFault.cut(REPLY, { at: 0 }),
  'an event that is no JSON': wireFault.garbled(REPLY),
  'two events in one': wireFault.garbled(REPLY, { how: 'framing' }),
  'an error event': wireFault.errorEvent(REPLY),
  'deltas out of order': wireFault.shuffled(REPLY, { at: 0.6 }),
  'calls without ids': wireFault.toolCallIds(CALLS, 'missing'),
  'calls with one id': wireFault.toolCallIds(CALLS, 'duplicate'),
}

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
        chat                 ✗ APIConnectionError ← ✗ TypeError ← ✗ Error
        responses            ✗ APIConnectionError ← ✗ TypeError ← ✗ Error
        messages             ✗ APIConnectionError ← ✗ TypeError ← ✗ Error
        chat, streamed       ✗ APIConnectionError ← ✗ TypeError ← ✗ Error
        responses, streamed  ✗ APIConnectionError ← ✗ TypeError ← ✗ Error
        messages, streamed   ✗ APIConnectionError ← ✗ TypeError ← ✗ Error
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
        chat                 ✗ TypeError ← ✗ Error
        responses            ✗ TypeError ← ✗ Error
        messages             ✗ TypeError ← ✗ Error
        chat, streamed       ✗ OpenAIError ← ✗ TypeError ← ✗ Error
        responses, streamed  ✗ OpenAIError ← ✗ TypeError ← ✗ Error
        messages, streamed   ✗ AnthropicError ← ✗ TypeError ← ✗ Error
      cut inside an event
        chat                 ✗ TypeError ← ✗ Error
        responses            ✗ TypeError ← ✗ Error
        messages             ✗ TypeError ← ✗ Error
        chat, streamed       ✗ OpenAIError ← ✗ TypeError ← ✗ Error
        responses, streamed  ✗ OpenAIError ← ✗ TypeError ← ✗ Error
        messages, streamed   ✗ AnthropicError ← ✗ TypeError ← ✗ Error
      cut inside a character
        chat                 ✗ TypeError ← ✗ Error
        responses            ✗ TypeError ← ✗ Error
        messages             ✗ TypeError ← ✗ Error
        chat, streamed       ✗ OpenAIError ← ✗ TypeError ← ✗ Error
        responses, streamed  ✗ OpenAIError ← ✗ TypeError ← ✗ Error
        messages, streamed   ✗ AnthropicError ← ✗ TypeError ← ✗ Error
      cut, then closed
        chat                 ✗ SyntaxError
        responses            ✗ SyntaxError
        messages             ✗ SyntaxError
        chat, streamed       ✗ OpenAIError: missing finish_reason for choice 0
        responses, streamed  reasoning → in_progress
        messages, streamed   ✗ AnthropicError: stream ended without producing a Message with role=assistant
      cut at once
        chat                 ✗ TypeError ← ✗ Error
        responses            ✗ TypeError ← ✗ Error
        messages             ✗ TypeError ← ✗ Error
        chat, streamed       ✗ OpenAIError ← ✗ TypeError ← ✗ Error
        responses, streamed  ✗ OpenAIError ← ✗ TypeError ← ✗ Error
        messages, streamed   ✗ AnthropicError ← ✗ TypeError ← ✗ Error
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

  test('leaves the same trace whichever client asked', async () => {
    for (const step of Object.values(FAULTS)) {
      const { kind, message, status } = step
      const traces = CLIENTS.map(async (client) => {
        const fetch = scriptedFetch(scripted({ worker: [step] }))
        await client.ask(fetch, { timeout: 40 }).catch(() => undefined)
        return fetch.session.trace
      })
      const record = { kind, message, ...(status === undefined ? {} : { status }) }
      const request = { slot: 'worker', component: 'any', brief: 'Hello.' }
      const trace = { calls: [{ slot: 'worker', call: 1, request, attempts: [{ fault: record }] }] }
      expect(await Promise.all(traces)).toEqual(CLIENTS.map(() => trace))
    }
  })

  test.each([
    ['chat/completions', '"content":"word 0 '],
    ['responses', '"delta":"word 0 '],
    ['v1/messages', '"text":"word 0 '],
  ])('keeps what was said before a stream breaks off: %s', async (path, first) => {
    const words = Array.from({ length: 40 }, (_, i) => `word ${i}`).join(' ')
    const fetch = scriptedFetch(scripted({ worker: [wireFault.cut(words)] }))
    const body = JSON.stringify({ model: 'any', messages: [], input: '', stream: true })
    const response = await fetch(`https://models.example/${path}`, { method: 'POST', body })
    let text = ''
    const reading = (async () => {
      for await (const chunk of response.body!) text += new TextDecoder().decode(chunk)
    })()
    await expect(reading).rejects.toThrow('terminated')
    expect(text).toContain(first)
    expect(text).not.toContain('word 39')
    expect(text).not.toMatch(/\n\n$/)
  })
})

const STATUSES: readonly (readonly [status: number, openai: string, anthropic: string, type: string])[] = [
  [400, 'BadRequestError', 'BadRequestError', 'invalid_request_error'],
  [401, 'AuthenticationError', 'AuthenticationError', 'authentication_error'],
  [403, 'PermissionDeniedError', 'PermissionDeniedError', 'permission_error'],
  [404, 'NotFoundError', 'NotFoundError', 'not_found_error'],
  [408, 'APIError', 'RequestTimeoutError', 'timeout_error'],
  [409, 'ConflictError', 'ConflictError', 'conflict_error'],
  [413, 'APIError', 'ContentTooLargeError', 'request_too_large'],
  [422, 'UnprocessableEntityError', 'UnprocessableEntityError', 'invalid_request_error'],
  [429, 'RateLimitError', 'RateLimitError', 'rate_limit_error'],
  [500, 'InternalServerError', 'InternalServerError', 'api_error'],
  [503, 'InternalServerError', 'ServiceUnavailableError', 'api_error'],
  [529, 'InternalServerError', 'OverloadedError', 'overloaded_error'],
]

describe.each(CLIENTS)('a status by way of $name', (client) => {
  test.each(STATUSES)('%i is the error that the client has for it', async (status, openai, anthropic, type) => {
    const fetch = scriptedFetch(scripted({ worker: [fault.status(status)] }))
    const error = await client.ask(fetch).then(
      () => undefined,
      (thrown) => thrown,
    )
    const isAnthropic = client.name.startsWith('messages')
    expect([error.constructor.name, error.status]).toEqual([isAnthropic ? anthropic : openai, status])
    expect(error.message).toContain(`The provider answered ${status}.`)
    if (isAnthropic) expect(error.type).toBe(type)
    expect(error.requestID).toMatch(/^req_[0-9a-f]{24}$/)
  })

  test('429 says when to try again', async () => {
    const fetch = scriptedFetch(scripted({ worker: [fault.status(429, { retryAfterMs: 1500 })] }))
    const error = await client.ask(fetch).catch((thrown) => thrown)
    expect([error.headers.get('retry-after'), error.headers.get('retry-after-ms')]).toEqual(['2', '1500'])
  })
})

describe('a fault that cannot be', () => {
  test.each([
    ['a place outside the reply', () => wireFault.cut('x', { at: 1 }), 'at is 1'],
    ['no character to cut', () => wireFault.cut('x', { inside: 'character' }), 'no character of several bytes'],
    ['no call whose id could be missing', () => wireFault.toolCallIds(say('x'), 'missing'), 'calls no tool'],
    ['one call only', () => wireFault.toolCallIds(say('', { toolCalls: [CALLS.toolCalls![0]!] }), 'duplicate'), 'two'],
  ])('is refused when it is made: %s', (_, make, words) => {
    expect(make).toThrow(expect.objectContaining({ code: 'invalid-input', message: expect.stringContaining(words) }))
  })

  test('is part of the script: two that differ in it alone are two scripts', () => {
    const id = (at: number) => scripted({ worker: [wireFault.cut('x', { at })] }).id
    expect(id(0.1)).not.toBe(id(0.2))
    expect(wireFault.cut('x')).toBeInstanceOf(ModelFault)
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
