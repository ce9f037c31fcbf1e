import { describe, expect, test } from 'vitest'
import { CALLS, FAULTS } from '../../test/wire/faults.ts'
import { CLIENTS } from '../../test/wire/sdk-clients.ts'
import { fault, ModelFault, say, scripted } from '../index.ts'
import { scriptedFetch, wireFault } from './index.ts'

describe('a fault of the provider', () => {
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
    ['an error that is none', () => wireFault.errorEvent('x', { status: 200 }), '200 is no status of a failed call'],
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
