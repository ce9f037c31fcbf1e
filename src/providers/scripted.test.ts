import { describe, expect, test } from 'vitest'
import { unfrozenIn } from '../../test/composites/unfrozen-in.ts'
import { ModelFault, type ModelRequest } from './model.ts'
import { accept, decide, fault, reject, type Step, say } from './script-steps.ts'
import { scripted } from './scripted.ts'

describe('scripted', () => {
  test('gives each slot its steps in order', () => {
    const session = scripted({ worker: ['a', 'b'], critic: ['c'] }).open()
    expect([ask(session, 'worker'), ask(session, 'critic'), ask(session, 'worker')]).toEqual(['a', 'c', 'b'])
  })

  test('starts afresh with each session', () => {
    const script = scripted({ worker: ['a'] })
    expect(ask(script.open(), 'worker')).toBe('a')
    expect(ask(script.open(), 'worker')).toBe('a')
  })

  test('finds a path before a component, and a component before a slot', () => {
    const all = { 'worker/critic': ['by path'], judge: ['by component'], critic: ['by slot'] }
    expect(ask(scripted(all).open(), 'worker/critic', 'judge')).toBe('by path')
    const { 'worker/critic': _, ...less } = all
    expect(ask(scripted(less).open(), 'worker/critic', 'judge')).toBe('by component')
    expect(ask(scripted({ critic: all.critic }).open(), 'worker/critic', 'judge')).toBe('by slot')
  })

  test('throws a fault that is a step, and goes on behind it', () => {
    const session = scripted({ worker: [fault.status(429, { retryAfterMs: 2000 }), 'a'] }).open()
    expect(() => ask(session, 'worker')).toThrow(
      expect.objectContaining({ kind: 'status', status: 429, retryAfterMs: 2000 }),
    )
    expect(ask(session, 'worker')).toBe('a')
  })

  test('keeps a fault as it was when the script was written', () => {
    const step = fault.empty() as { message: string }
    scripted({ worker: [step as never] })
    expect(() => {
      step.message = 'changed'
    }).toThrow(TypeError)
  })

  test('asks a function for the reply to a request', () => {
    const session = scripted({ worker: [({ brief }) => `<think>x</think>${brief}!`, () => fault.refusal()] }).open()
    expect(ask(session, 'worker')).toBe('brief!')
    expect(() => ask(session, 'worker')).toThrow(expect.objectContaining({ kind: 'refusal' }))
  })

  test('cannot be changed from outside', () => {
    const list: Step[] = ['a']
    const reply = { text: 'b', data: { n: 1 } }
    const script = scripted({ worker: list, critic: [reply] })
    list.push('later')
    reply.data.n = 2
    expect(unfrozenIn(script.steps)).toEqual([])
    expect(Object.isFrozen(script)).toBe(true)
    expect(script.steps.worker).toHaveLength(1)
    expect(script.steps.critic![0]).toEqual({ text: 'b', data: { n: 1 } })
  })

  test('knows no slot by a name that every object has', () => {
    expect(() => ask(scripted({}).open(), 'constructor')).toThrow(expect.objectContaining({ code: 'unscripted-slot' }))
  })

  test('refuses a step that is none, and says which', () => {
    const steps = { critic: [accept(), { text: 5 }] } as unknown as { critic: Step[] }
    expect(() => scripted(steps)).toThrow(
      expect.objectContaining({ code: 'invalid-input', details: { key: 'critic', step: 2 } }),
    )
    expect(() => scripted(steps)).toThrowErrorMatchingInlineSnapshot(
      `[TribunalError: Step 2 of "critic" is no reply: The provider gave no reply: an object with a text is expected. Use a text, say(…), accept(), reject(…), decide(…) or fault.….]`,
    )
  })

  test.each([
    ['a text', 'eleven'],
    ['null', null],
    ['a reply', { text: '11' }],
  ])('refuses %s where a list belongs', (_, steps) => {
    expect(() => scripted({ worker: steps } as never)).toThrow(
      expect.objectContaining({
        code: 'invalid-input',
        message: 'The script of "worker" is no list of steps. Write worker: [ … ], one step for each call.',
      }),
    )
  })
})

describe('the id of a script', () => {
  test('is the same for the same steps, in whatever order the slots are written', () => {
    const one = scripted({ worker: ['a'], critic: [accept()] })
    const other = scripted({ critic: [accept()], worker: ['a'] })
    expect(other.id).toBe(one.id)
    expect(one.open().id).toBe(one.id)
  })

  test.each<[string, { [slot: string]: Step[] }]>([
    ['another text', { worker: ['b'] }],
    ['another slot', { critic: ['a'] }],
    ['one step more', { worker: ['a', 'a'] }],
    ['private text', { worker: [say('a', { reasoning: 'x' })] }],
    ['a fault', { worker: [fault.empty()] }],
    ['a function', { worker: [() => 'a'] }],
    ['another function', { worker: [() => 'b'] }],
  ])('is another one with %s', (_, steps) => {
    expect(scripted(steps).id).not.toBe(scripted({ worker: ['a'] }).id)
    expect(scripted(steps).id).not.toBe(scripted({ worker: [() => 'c'] }).id)
  })

  test('tells faults apart by what they say', () => {
    const ids = [fault.status(429), fault.status(500), fault.transport(), fault.transport('x'), fault.timeout()].map(
      (step) => scripted({ worker: [step] }).id,
    )
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('a script that does not fit', () => {
  test('says which slot was called too often, how many steps there are, and what to do', () => {
    const session = scripted({ worker: ['a', 'b'], critic: [] }).open()
    ask(session, 'worker')
    ask(session, 'worker')
    expect(() => ask(session, 'worker')).toThrowErrorMatchingInlineSnapshot(
      `[TribunalError: Script exhausted: slot "worker" was called, but the script of "worker" holds 2 steps and this is its 3rd call. Add a step, or make the program stop earlier.]`,
    )
    expect(session.misuse).toMatchObject({ code: 'script-exhausted', details: { slot: 'worker', call: 3, steps: 2 } })
  })

  test.each([
    [1, '2nd'],
    [2, '3rd'],
    [3, '4th'],
    [9, '10th'],
    [10, '11th'],
    [12, '13th'],
    [13, '14th'],
    [20, '21st'],
  ])('counts after %i steps the %s call', (steps, ordinal) => {
    const session = scripted({ worker: Array.from({ length: steps }, () => 'a') }).open()
    for (let i = 0; i < steps; i++) ask(session, 'worker')
    expect(() => ask(session, 'worker')).toThrow(`its ${ordinal} call`)
  })

  test('says which slot it does not know, and which it does', () => {
    const session = scripted({ worker: ['a'], critic: ['b'] }).open()
    expect(() => ask(session, 'worker/observer', 'watcher')).toThrowErrorMatchingInlineSnapshot(
      `[TribunalError: No script for slot "worker/observer" (component "watcher"): the script knows "worker", "critic". Add a list of steps for it.]`,
    )
    expect(session.misuse).toMatchObject({ code: 'unscripted-slot' })
  })

  test('gives no further reply, so that no program can swallow the first misfit', () => {
    const session = scripted({ worker: ['a'] }).open()
    expect(() => ask(session, 'critic')).toThrow()
    expect(() => ask(session, 'worker')).toThrow(session.misuse)
    expect(() => session.assertSpent()).toThrow(session.misuse)
  })

  test('because a function of it throws, as a failed expectation does, keeps that error', () => {
    const failed = new Error('expected the brief to be short')
    const session = scripted({
      worker: [
        () => {
          throw failed
        },
      ],
    }).open()
    expect(() => ask(session, 'worker')).toThrow(failed)
    expect(session.misuse).toBe(failed)
  })

  test('takes a fault that a function throws for a fault', () => {
    const session = scripted({
      worker: [
        () => {
          throw new ModelFault('empty', 'Nothing.')
        },
      ],
    }).open()
    expect(() => ask(session, 'worker')).toThrow(expect.objectContaining({ kind: 'empty' }))
    expect(session.misuse).toBeUndefined()
  })

  test('names every list that was not used up', () => {
    const session = scripted({ worker: ['a', 'b', 'c'], critic: ['d'], observer: ['e'] }).open()
    ask(session, 'worker')
    ask(session, 'observer')
    expect(session.unused()).toEqual([
      { key: 'worker', left: 2, of: 3 },
      { key: 'critic', left: 1, of: 1 },
    ])
    expect(() => session.assertSpent()).toThrow(
      expect.objectContaining({ code: 'script-unused', details: { unused: session.unused() } }),
    )
    expect(() => session.assertSpent()).toThrowErrorMatchingInlineSnapshot(
      `[TribunalError: Script not used up: "worker" has 2 of 3 steps left, "critic" has 1 of 1 steps left. The program asked less often than the script expects: remove the steps, or find out why it stopped.]`,
    )
  })

  test('is none when all is used up', () => {
    const session = scripted({ worker: ['a'], critic: [] }).open()
    ask(session, 'worker')
    expect(() => session.assertSpent()).not.toThrow()
  })
})

describe('steps', () => {
  test('say keeps private text apart from what is said', () => {
    expect(say('a', { reasoning: 'r', selfAssessment: 's', data: { n: 1 }, elapsedMs: 5 })).toEqual({
      text: 'a',
      data: { n: 1 },
      elapsedMs: 5,
      private: { reasoning: 'r', selfAssessment: 's' },
    })
    expect(say('a')).toEqual({ text: 'a' })
  })

  test('accept, reject and decide give the same as data and as text', () => {
    for (const reply of [accept('Good.'), reject({ issues: ['x'] }), decide('adjust', { adjustment: 'Slower.' })])
      expect(JSON.parse(reply.text)).toEqual(reply.data)
    expect(accept().data).toEqual({ verdict: 'accept', reasoning: '', issues: [], suggestions: [] })
    expect(reject().data).toEqual({ verdict: 'reject', reasoning: '', issues: [], suggestions: [] })
    expect(decide('abort').data).toEqual({ decision: 'abort' })
  })

  test('there is a fault for every way in which a call fails', () => {
    expect(Object.values(fault).map((make) => (make as (status?: number) => ModelFault)(500).kind)).toEqual([
      'timeout',
      'transport',
      'status',
      'malformed',
      'empty',
      'refusal',
      'truncated',
    ])
  })
})

// Helpers

const ask = (session: ReturnType<ReturnType<typeof scripted>['open']>, slot: string, component = slot): string =>
  session.respond({ slot, component, brief: 'brief' } satisfies ModelRequest).text

test.each([200, 302, 399, 600, 429.5, Number.NaN, 'x' as unknown as number])(
  'a status that is no failure is refused: %s',
  (status) => {
    expect(() => fault.status(status)).toThrow(
      expect.objectContaining({ code: 'invalid-input', message: expect.stringContaining('from 400 to 599') }),
    )
  },
)

test('a wait that is none is refused', () => {
  expect(() => fault.status(429, { retryAfterMs: -1 })).toThrow('retryAfterMs is -1. Give milliseconds, from 0 up.')
})
