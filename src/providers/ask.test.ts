import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { TribunalError } from '../errors.ts'
import { ask, askNow, type Clock } from './ask.ts'
import { ModelFault, type ModelProvider, type ModelReply } from './model.ts'
import { say } from './script-steps.ts'
import { scripted } from './scripted.ts'

const REQUEST = { slot: 'worker', component: 'worker', brief: 'brief' }

describe.each([
  [
    'at once',
    (respond: Respond, limits = {}) => Promise.resolve().then(() => askNow(provider(respond), REQUEST, limits)),
  ],
  ['a provider that answers at once', (respond: Respond, limits = {}) => ask(provider(respond), REQUEST, limits)],
  [
    'a provider that promises',
    (respond: Respond, limits = {}) =>
      ask(
        provider(async () => respond()),
        REQUEST,
        limits,
      ),
  ],
  [
    'a provider with a signal to watch',
    (respond: Respond, limits = {}) =>
      ask(provider(respond), REQUEST, { ...limits, signal: new AbortController().signal }),
  ],
])('%s', (_, asked) => {
  test('gives a settled reply', async () => {
    expect(await asked(() => ({ text: ' <think>x</think>a ' }))).toEqual({
      reply: { text: 'a', private: { reasoning: 'x' } },
    })
  })

  test('gives the facts of a fault, frozen', async () => {
    const answer = await asked(() => {
      throw new ModelFault('status', 'The provider answered 429.', { status: 429, retryAfterMs: 2000 })
    })
    const fault = { kind: 'status', message: 'The provider answered 429.', status: 429, retryAfterMs: 2000 }
    expect(answer).toEqual({ fault })
    expect(Object.isFrozen((answer as { fault: object }).fault)).toBe(true)
  })

  test('takes any other error for a broken transport', async () => {
    const answer = await asked(() => {
      throw new TypeError('fetch failed')
    })
    expect(answer).toEqual({ fault: { kind: 'transport', message: 'fetch failed' } })
  })

  test.each([undefined, null, 'text', 7])('takes a thrown %j for one as well', async (thrown) => {
    const answer = await asked(() => {
      throw thrown
    })
    expect(answer).toMatchObject({ fault: { kind: 'transport' } })
  })

  test('takes what is no reply for a malformed one', async () => {
    for (const given of [undefined, null, 'text', {}])
      expect(await asked(() => given as never)).toMatchObject({ fault: { kind: 'malformed' } })
  })

  test('throws a misuse of the harness', async () => {
    const misuse = new TribunalError('invalid-input', 'Not so.')
    await expect(
      asked(() => {
        throw misuse
      }),
    ).rejects.toBe(misuse)
  })

  test('counts a reply that comes after its deadline as a timeout, at the deadline', async () => {
    const late = { fault: { kind: 'timeout', message: 'No answer within 100 ms.' }, elapsedMs: 100 }
    expect(await asked(() => say('a', { elapsedMs: 101 }), { deadlineMs: 100 })).toEqual(late)
    expect(await asked(() => say('a', { elapsedMs: 100 }), { deadlineMs: 100 })).toEqual({
      reply: { text: 'a', elapsedMs: 100 },
    })
  })

  test('counts a fault that comes after its deadline as a timeout too', async () => {
    const answer = await asked(
      () => {
        throw new ModelFault('transport', 'Reset.', { elapsedMs: 500 })
      },
      { deadlineMs: 100 },
    )
    expect(answer).toMatchObject({ fault: { kind: 'timeout' }, elapsedMs: 100 })
  })

  test('keeps how long a fault took', async () => {
    const answer = await asked(() => {
      throw new ModelFault('timeout', 'Slow.', { elapsedMs: 50 })
    })
    expect(answer).toEqual({ fault: { kind: 'timeout', message: 'Slow.' }, elapsedMs: 50 })
  })
})

describe('what a script did wrong', () => {
  test('is thrown even where the provider made a reply of it', async () => {
    const session = scripted({}).open()
    const forgiving: ModelProvider = {
      id: 'forgiving',
      respond(request) {
        try {
          return session.respond(request)
        } catch {
          return { text: 'never mind' }
        }
      },
      get misuse() {
        return session.misuse
      },
    }
    await expect(ask(forgiving, REQUEST, {})).rejects.toMatchObject({ code: 'unscripted-slot' })
    expect(() => askNow(forgiving, REQUEST, {})).toThrow(expect.objectContaining({ code: 'unscripted-slot' }))
  })
})

describe('asking at once', () => {
  test('refuses a promise, and does not let its failure go unhandled', () => {
    const promising = provider(() => Promise.reject(new Error('later')) as never)
    expect(() => askNow(promising, REQUEST, {})).toThrowErrorMatchingInlineSnapshot(
      `[TribunalError: Provider "test" answers slot "worker" with a promise. Use runComposite, which waits.]`,
    )
  })

  test('refuses anything with a then', () => {
    // biome-ignore lint/suspicious/noThenProperty: it is what this test is about
    const thenable = { then: () => undefined } as never
    expect(() =>
      askNow(
        provider(() => thenable),
        REQUEST,
        {},
      ),
    ).toThrow(expect.objectContaining({ code: 'invalid-input' }))
  })
})

describe('aborting', () => {
  const fault = { kind: 'aborted', message: 'The run was aborted.' }

  test('before a call keeps the provider from being asked', async () => {
    let asked = false
    const answer = await ask(
      provider(() => {
        asked = true
        return { text: 'a' }
      }),
      REQUEST,
      { signal: AbortSignal.abort() },
    )
    expect(answer).toEqual({ fault })
    expect(asked).toBe(false)
  })

  test('ends a call that never settles, and tells the provider', async () => {
    const controller = new AbortController()
    let told = false
    const answer = ask(
      {
        id: 'silent',
        respond: (_, { signal }) => {
          signal?.addEventListener('abort', () => {
            told = true
          })
          return new Promise<ModelReply>(() => undefined)
        },
      },
      REQUEST,
      { signal: controller.signal },
    )
    controller.abort()
    expect(await answer).toEqual({ fault })
    expect(told).toBe(true)
  })

  test('leaves no listener behind on the signal', async () => {
    const { signal } = new AbortController()
    const listening = new Set<unknown>()
    const watched = new Proxy(signal, {
      get(target, name) {
        if (name === 'addEventListener')
          return (event: string, listener: unknown) => listening.add(`${event} ${listener}`)
        if (name === 'removeEventListener')
          return (event: string, listener: unknown) => listening.delete(`${event} ${listener}`)
        return Reflect.get(target, name, target)
      },
    })
    const asked = ask(
      provider(async () => ({ text: 'a' })),
      REQUEST,
      { signal: watched },
    )
    expect(listening.size).toBe(1)
    await asked
    expect(listening.size).toBe(0)
  })
})

describe('a deadline in real time', () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => unhandled.push(reason)
  beforeEach(() => {
    unhandled.length = 0
    process.on('unhandledRejection', note)
  })
  afterEach(() => {
    process.off('unhandledRejection', note)
  })

  test('ends a call that never settles, and tells the provider', async () => {
    const clock = new Hourglass()
    let told = false
    const answer = ask(
      {
        id: 'silent',
        respond: (_, { signal, deadlineMs }) => {
          expect(deadlineMs).toBe(100)
          signal?.addEventListener('abort', () => {
            told = true
          })
          return new Promise<ModelReply>(() => undefined)
        },
      },
      REQUEST,
      { deadlineMs: 100, clock },
    )
    clock.runOut()
    expect(await answer).toEqual({ fault: { kind: 'timeout', message: 'No answer within 100 ms.' }, elapsedMs: 100 })
    expect(told).toBe(true)
  })

  test('is not reached by a reply that is in time, whatever that says of its duration', async () => {
    const clock = new Hourglass()
    const answer = await ask(
      provider(async () => say('a', { elapsedMs: 900 })),
      REQUEST,
      { deadlineMs: 100, clock },
    )
    expect(answer).toMatchObject({ reply: { text: 'a' } })
    expect(clock.stopped).toBe(true)
  })

  test('leaves the failure that comes too late alone', async () => {
    const clock = new Hourglass()
    let fail: (error: Error) => void = () => undefined
    const answer = ask(
      provider(
        () =>
          new Promise<ModelReply>((_, reject) => {
            fail = reject
          }) as never,
      ),
      REQUEST,
      { deadlineMs: 100, clock },
    )
    clock.runOut()
    expect(await answer).toMatchObject({ fault: { kind: 'timeout' } })
    fail(new Error('too late'))
    await new Promise((resolve) => setImmediate(resolve))
    expect(unhandled).toEqual([])
  })
})

// Helpers

type Respond = () => ModelReply

const provider = (respond: () => ModelReply | Promise<ModelReply>): ModelProvider => ({ id: 'test', respond })

/** Real time that a test moves by hand. */
class Hourglass implements Clock {
  stopped = false
  runOut: () => void = () => undefined

  now = (): number => 0

  wait(_ms: number, signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => {
      this.stopped = true
    })
    return new Promise((resolve) => {
      this.runOut = resolve
    })
  }
}
