import { describe, expect, test } from 'vitest'
import { fault, scripted } from '../index.ts'
import { scriptedFetch } from './index.ts'

const ADDRESS = 'https://models.example/v1/messages?beta=true#top'
const body = (more: object = {}) =>
  JSON.stringify({ model: 'any', messages: [{ role: 'user', content: 'Name a prime.' }], ...more })
const script = scripted({ worker: ['11'] })

describe('a scripted fetch', () => {
  test.each<readonly [what: string, Parameters<typeof fetch>]>([
    ['an address and its init', [ADDRESS, { method: 'post', body: body() }]],
    ['a URL', [new URL(ADDRESS), { method: 'POST', body: body(), headers: [['x-told', 'yes']] }]],
    ['a Request', [new Request(ADDRESS, { method: 'POST', body: body() })]],
    ['a Request and what is changed of it', [new Request(ADDRESS), { method: 'POST', body: body() }]],
    ['bytes', [ADDRESS, { method: 'POST', body: new TextEncoder().encode(body()) }]],
    ['a stream', [ADDRESS, { method: 'POST', body: new Response(body()).body!, duplex: 'half' } as RequestInit]],
  ])('takes %s', async (_, args) => {
    const door = scriptedFetch(script)
    const response = await door(...args)
    expect(await response.json()).toMatchObject({ content: [{ type: 'text', text: '11' }] })
    expect(door.session.trace.calls[0]?.request.brief).toBe('Name a prime.')
  })

  test('takes no step for a request that was given up before it was made', async () => {
    const door = scriptedFetch(script)
    const given = door(ADDRESS, { method: 'POST', body: body(), signal: AbortSignal.abort() })
    await expect(given).rejects.toMatchObject({ name: 'AbortError' })
    expect(door.session.trace.calls).toEqual([])
  })

  test('tells a program that has given up at once, however long the model thinks', async () => {
    const giving = new AbortController()
    const respond = () => {
      giving.abort()
      return new Promise<never>(() => {})
    }
    const given = scriptedFetch({ id: 'slow', respond })(ADDRESS, {
      method: 'POST',
      body: body(),
      signal: giving.signal,
    })
    await expect(given).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('ends a stream that the program gives up', async () => {
    const door = scriptedFetch(script)
    const giving = new AbortController()
    const { signal } = giving
    const response = await door(ADDRESS, { method: 'POST', body: body({ stream: true }), signal })
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    expect((await reader.read()).done).toBe(false)
    giving.abort()
    await expect(reader.read()).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('opens a session of its own each time', async () => {
    const [one, other] = [scriptedFetch(script), scriptedFetch(script)]
    for (const door of [one, other]) await door(ADDRESS, { method: 'POST', body: body() })
    expect([one, other].map(({ session }) => session.trace.calls.length)).toEqual([1, 1])
    one.session.assertSpent()
    other.session.assertSpent()
  })

  test('gives a trace that nobody can change, and that JSON can carry', async () => {
    const door = scriptedFetch(script)
    await door(ADDRESS, {
      method: 'POST',
      body: body({ tools: [{ name: 'search', input_schema: { type: 'object' } }] }),
    })
    const { trace } = door.session
    expect(() => Object.assign(trace.calls[0]!.request.tools![0]!.parameters!, { type: 'array' })).toThrow(TypeError)
    expect(JSON.parse(JSON.stringify(trace))).toEqual(trace)
    await door(ADDRESS, { method: 'POST', body: body() })
    expect(trace.calls).toHaveLength(1)
  })
})

test('what a broken connection rejects with says which step of the script it was', async () => {
  const step = fault.transport()
  const door = scriptedFetch(scripted({ worker: [step] }))
  const error = await door(ADDRESS, { method: 'POST', body: body() }).catch((error) => error)
  expect([error.message, error.cause.code, error.cause.cause]).toEqual(['fetch failed', 'ECONNRESET', step])
})
