import { describe, expect, test } from 'vitest'
import { ModelFault, type ModelReply, type ModelRequest } from '../providers/model.ts'
import { fault, type Step, say } from '../providers/script-steps.ts'
import { scripted } from '../providers/scripted.ts'
import { arbitrate } from './arbitrate.ts'
import type { ArbitrationInput } from './contract.ts'

const input = { facts: { flips: 6 }, allowed_actions: ['wait', 'reload'] }
const checked = { ...input, self_check: true }
const decided = (action: string, confidence = 0.9) => JSON.stringify({ status: 'decided', action, confidence })
const ESCALATE = JSON.stringify({ status: 'escalate' })

/** Arbitrates with a script that has to be used up. */
async function ask(one: ArbitrationInput, steps: readonly Step[]) {
  const model = scripted({ arbitration: steps }).open()
  const result = await arbitrate(one, { model, min_confidence: 0.7 })
  model.assertSpent()
  return { result }
}

describe('a call that fails is a value', () => {
  test.each([
    ['transport', fault.transport(), 'transport transport'],
    ['a status', fault.status(429, { retryAfterMs: 10 }), 'transport status'],
    ['a malformed body', fault.malformed(), 'transport malformed'],
    ['no content', fault.empty(), 'transport empty'],
    ['a refusal', fault.refusal(), 'transport refusal'],
    ['a cut reply', fault.truncated(), 'transport truncated'],
    ['a timeout', fault.timeout(), 'timeout timeout'],
  ])('%s', async (_, step, expected) => {
    const { result } = await ask(input, [step])
    expect(result.ok ? '' : `${result.failure.kind} ${result.failure.code}`).toBe(expected)
    expect(result).toMatchObject({ failure: { paths: [], message: expect.stringMatching(/\S/) } })
  })

  test.each<[string, () => unknown]>([
    [
      'throws an error',
      () => {
        throw new Error('reset')
      },
    ],
    [
      'throws what is no error',
      () => {
        throw null
      },
    ],
    [
      'throws an error of endless words',
      () => {
        throw new Error('x'.repeat(1e6))
      },
    ],
    [
      'throws an error without words',
      () => {
        throw new Error('')
      },
    ],
    [
      'throws a fault of a kind that is none',
      () => {
        throw new ModelFault('Rate Limit' as never, 'slow down')
      },
    ],
    [
      'throws what cannot be looked at',
      () => {
        throw new Proxy(
          {},
          {
            getPrototypeOf: () => {
              throw new Error('no')
            },
          },
        )
      },
    ],
    [
      'throws an error whose words cannot be read',
      () => {
        throw Object.defineProperty(new Error('x'), 'message', {
          get: () => {
            throw new Error('no')
          },
        })
      },
    ],
    [
      'throws an error whose words are none',
      () => {
        throw Object.assign(new Error('x'), { message: Object.create(null) })
      },
    ],
    [
      'rejects',
      async () => {
        throw new ModelFault('transport', 'reset')
      },
    ],
    ['gives nothing', () => undefined],
    ['gives null', async () => null],
    ['gives text that is none', () => ({ text: 5 })],
    ['gives tool calls that are no list', () => ({ text: ESCALATE, toolCalls: 'none' })],
    ['gives usage of nonsense', () => ({ text: ESCALATE, usage: { inputTokens: Number.NaN } })],
    ['gives data that JSON cannot carry', () => ({ text: '', data: { n: 1n } })],
    [
      'gives a getter that throws',
      () => ({
        get text() {
          throw new Error('no')
        },
      }),
    ],
  ])('of a provider that %s', async (_, respond) => {
    const result = await arbitrate(input, { model: { id: 'odd', respond: respond as never } })
    expect(result).toMatchObject({ ok: false, failure: { kind: 'transport' } })
    if (result.ok) return
    expect(result.failure.message.length).toBeLessThan(600)
    expect(result.failure.message).toMatch(/\S/)
    expect(result.failure.code).toMatch(/^[a-z]+(-[a-z]+)*$/)
  })
})

test.each([
  ['rate-limit', 'rate-limit'],
  ['a-b-cd', 'a-b-cd'],
  ['x', 'x'],
  ['Rate Limit', 'transport'],
  ['rate limit', 'transport'],
  ['rate--limit', 'transport'],
  ['rate-', 'transport'],
  ['-rate', 'transport'],
  ['rate-Limit', 'transport'],
  ['error 5', 'transport'],
  ['', 'transport'],
])('a fault of the kind %j has the code %s', async (kind, code) => {
  const respond = () => {
    throw new ModelFault(kind as never, 'It failed.')
  }
  expect(await arbitrate(input, { model: { id: 'odd', respond } })).toMatchObject({
    failure: { kind: 'transport', code },
  })
})

describe('timeout_sec limits each call', () => {
  const limited = { ...checked, timeout_sec: 10 }

  test('on the virtual clock, to the millisecond', async () => {
    const late = await ask(limited, [say(decided('wait'), { elapsedMs: 10_001 })])
    expect(late.result).toMatchObject({ ok: false, failure: { kind: 'timeout' } })
    const inTime = await ask(limited, [say(decided('wait'), { elapsedMs: 10_000 })])
    expect(inTime.result).toMatchObject({ ok: true })
  })

  test('and not all of them together', async () => {
    const { result } = await ask(limited, [say('?', { elapsedMs: 9_000 }), say(decided('wait'), { elapsedMs: 9_000 })])
    expect(result).toMatchObject({ ok: true, value: { action: 'wait' } })
  })

  test('and reaches the provider', async () => {
    const seen: unknown[] = []
    const model = {
      id: 'spy',
      respond: (_: ModelRequest, context: unknown) => {
        seen.push(context)
        return { text: ESCALATE }
      },
    }
    await arbitrate(limited, { model })
    expect(seen).toEqual([{ deadlineMs: 10_000 }])
  })

  test('and without it the provider hears of no limit', async () => {
    const seen: unknown[] = []
    const respond = (_: ModelRequest, context: unknown) => {
      seen.push(context)
      return { text: ESCALATE }
    }
    await arbitrate(input, { model: { id: 'spy', respond } })
    expect(seen).toEqual([{}])
  })

  test('in real time, where a clock is given: a client that hangs is told to stop', async () => {
    let told: AbortSignal | undefined
    const model = {
      id: 'hanging',
      respond: (_: ModelRequest, { signal }: { signal?: AbortSignal }) => {
        told = signal
        return new Promise<ModelReply>(() => {})
      },
    }
    const clock = { now: () => 0, wait: async () => {} }
    expect(await arbitrate(limited, { model, clock })).toMatchObject({ failure: { kind: 'timeout' } })
    expect(told?.aborted).toBe(true)
  })

  test('and an abort is a failed call', async () => {
    const model = { id: 'hanging', respond: () => new Promise<ModelReply>(() => {}) }
    const result = await arbitrate(limited, { model, signal: AbortSignal.abort() })
    expect(result).toMatchObject({ failure: { kind: 'transport', code: 'aborted' } })
  })
})
