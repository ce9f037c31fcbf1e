import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { CLIENTS } from '../../test/wire/sdk-clients.ts'
import { fault, type Step, scripted } from '../index.ts'
import { scriptedFetch, scriptedProvider, type WireTrace, wireFault } from './index.ts'

/** Calls as a reader wants them: whose, which, and how each attempt went. */
const shown = ({ calls }: WireTrace) =>
  calls.map(({ slot, call, attempts }) => [
    `${slot} ${call}`,
    ...attempts.map((one) => ('reply' in one ? one.reply.text : (one.fault.status ?? one.fault.kind))),
  ])

const BODY = JSON.stringify({ model: 'worker', messages: [{ role: 'user', content: 'x' }] })
const post = (fetch: typeof globalThis.fetch, body = BODY, headers: Record<string, string> = {}) =>
  fetch('https://models.example/v1/chat/completions', { method: 'POST', body, headers }).catch(() => undefined)

describe.each(CLIENTS)('a retry of $name', ({ ask }) => {
  test('is another attempt of the same call', async () => {
    const worker = [fault.status(429, { retryAfterMs: 1 }), fault.status(503), '11', fault.status(400)]
    const fetch = scriptedFetch(scripted({ worker }), { waits: 'none' })
    await ask(fetch, { maxRetries: 3 })
    await ask(fetch, { maxRetries: 3 }).catch(() => undefined)
    expect(shown(fetch.session.trace)).toEqual([
      ['worker 1', 429, 503, '11'],
      ['worker 2', 400],
    ])
  })

  test('that fails to the end is one call', async () => {
    const fetch = scriptedFetch(scripted({ worker: [fault.status(529), fault.status(529)] }), { waits: 'none' })
    await expect(ask(fetch, { maxRetries: 1 })).rejects.toMatchObject({ status: 529 })
    expect(shown(fetch.session.trace)).toEqual([['worker 1', 529, 529]])
  })
})

describe('what counts as a retry', () => {
  test('a connection that was reset, and a client that waited in vain', async () => {
    for (const step of [fault.transport(), fault.timeout()]) {
      const fetch = scriptedFetch(scripted({ worker: [step, '11'] }))
      await CLIENTS[0]!.ask(fetch, { maxRetries: 1, timeout: 40 })
      expect(shown(fetch.session.trace)).toEqual([['worker 1', step.kind, '11']])
    }
  })

  test('a client that waited in vain for a model that thinks', async () => {
    let asked = 0
    const respond = () => (++asked === 1 ? new Promise<never>(() => {}) : { text: '11' })
    const fetch = scriptedFetch({ id: 'slow', respond })
    await CLIENTS[0]!.ask(fetch, { model: 'worker', maxRetries: 1, timeout: 40 })
    expect(shown(fetch.session.trace)).toEqual([['worker 1', 'timeout', '11']])
  })

  test.each([408, 409, 429, 500, 503, 529])('a status of %i', async (status) => {
    const fetch = scriptedFetch(scripted({ worker: [fault.status(status), '11'] }))
    for (const _ of [1, 2]) await post(fetch)
    expect(shown(fetch.session.trace)).toEqual([['worker 1', status, '11']])
  })

  test('the same body after such a fault, from a client that does not count', async () => {
    const fetch = scriptedFetch(scripted({ worker: [fault.status(500), '11', '13'] }))
    for (const _ of [1, 2, 3]) await post(fetch)
    expect(shown(fetch.session.trace)).toEqual([
      ['worker 1', 500, '11'],
      ['worker 2', '13'],
    ])
  })

  test.each<readonly [why: string, step: Step, body: string, headers: Record<string, string>]>([
    ['another slot', fault.status(500), BODY, { 'x-tribunal-slot': 'critic' }],
    ['another body', fault.status(500), BODY.replace('"x"', '"y"'), {}],
    ['a fault that is final', fault.status(401), BODY, {}],
    ['a reply that came', '9', BODY, {}],
    ['a stream that broke off', wireFault.garbled('9'), BODY, {}],
    ['a client that says it is its first', fault.status(500), BODY, { 'x-stainless-retry-count': '0' }],
  ])('not: %s', async (_, step, body, headers) => {
    const fetch = scriptedFetch(scripted({ worker: [step, '11'], critic: ['Fine.'] }))
    await post(fetch)
    await post(fetch, body, headers)
    expect(fetch.session.trace.calls.map(({ attempts }) => attempts.length)).toEqual([1, 1])
  })

  test('of equal calls side by side, each its own', async () => {
    const worker = [fault.status(500), fault.status(500), '11', '13']
    const fetch = scriptedFetch(scripted({ worker }), { waits: 'none' })
    const client = new OpenAI({ apiKey: 'none', fetch, maxRetries: 1 })
    const ask = () => client.chat.completions.create({ model: 'worker', messages: [{ role: 'user', content: 'x' }] })
    await Promise.all([ask(), ask()])
    expect(shown(fetch.session.trace)).toEqual([
      ['worker 1', 500, '11'],
      ['worker 2', 500, '13'],
    ])
  })

  test('without a wire, the same request after such a fault', async () => {
    const model = scriptedProvider(scripted({ worker: [fault.transport(), '11', '13'] }))
    const request = { slot: 'worker', component: 'worker', brief: 'x' }
    for (const _ of [1, 2, 3]) await Promise.resolve(model.respond(request, {})).catch(() => undefined)
    expect(shown(model.session.trace)).toEqual([
      ['worker 1', 'transport', '11'],
      ['worker 2', '13'],
    ])
  })
})

test('the wait that a provider asks for is what the client is told', async () => {
  const steps = { worker: [fault.status(429, { retryAfterMs: 250 })] }
  for (const client of [OpenAI, Anthropic]) {
    const told = await Promise.all(
      (['as-told', 'none'] as const).map(async (waits) => {
        const path = client === OpenAI ? 'chat/completions' : 'v1/messages'
        const fetch = scriptedFetch(scripted(steps), { waits })
        const { headers } = await fetch(`https://models.example/${path}`, { method: 'POST', body: BODY })
        return [headers.get('retry-after'), headers.get('retry-after-ms')]
      }),
    )
    expect(told).toEqual([
      ['1', '250'],
      ['1', '1'],
    ])
  }
})

test('nobody waits for a reply that never comes where nobody is to wait: by default for a model that is no script', async () => {
  const respond = () => {
    throw fault.timeout()
  }
  const script = scripted({ worker: [fault.timeout()] })
  for (const client of CLIENTS)
    for (const door of [scriptedFetch({ id: 'model', respond }), scriptedFetch(script, { waits: 'none' })]) {
      const error = await client.ask(door, { headers: { 'x-tribunal-slot': 'worker' } }).catch((thrown) => thrown)
      expect(error.constructor.name).toBe('APIConnectionTimeoutError')
      expect(shown(door.session.trace)).toEqual([['worker 1', 'timeout']])
    }
})
