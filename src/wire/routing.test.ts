import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { CLIENTS } from '../../test/wire/sdk-clients.ts'
import { scripted, TribunalError } from '../index.ts'
import { type Routes, scriptedFetch, type WireOptions } from './index.ts'

const SCRIPT = { worker: ['W'], critic: ['C'] }

/** Who answered: the text tells which slot was asked. */
const answered = (routes: Routes | undefined, asked: Parameters<(typeof CLIENTS)[0]['ask']>[1]) =>
  Promise.all(
    CLIENTS.map(async (client) => {
      const fetch = scriptedFetch(scripted(SCRIPT), routes === undefined ? {} : { routes })
      const { text } = await client.ask(fetch, asked)
      return text
    }),
  )

const everywhere = (text: string) => CLIENTS.map(() => text)

describe('which slot asks', () => {
  test.each<readonly [how: string, routes: Routes | undefined, asked: Parameters<(typeof CLIENTS)[0]['ask']>[1]]>([
    ['a header', undefined, { headers: { 'x-tribunal-slot': 'critic' } }],
    ['a header, whatever the routes say', { worker: { model: 'any' } }, { headers: { 'X-Tribunal-Slot': 'critic' } }],
    ['the name of the model', undefined, { model: 'critic' }],
    ['the model of a route', { worker: { model: 'big' }, critic: { model: 'small' } }, { model: 'small' }],
    ['an expression for the model', { worker: { model: /^big/ }, critic: { model: /^small/g } }, { model: 'small-2' }],
    ['the system prompt', { worker: { system: 'You work' }, critic: { system: 'judge' } }, { system: 'You judge.' }],
    ['an expression for it', { worker: { system: /work/i }, critic: { system: /JUDGE/i } }, { system: 'You judge.' }],
    ['what is asked', { worker: { brief: 'Do' }, critic: { brief: /^Judge/ } }, { brief: 'Judge this.' }],
    ['tools', { worker: { tools: ['search'] }, critic: { tools: ['grade'] } }, { tools: ['grade', 'other'] }],
    [
      'another header',
      { worker: { header: ['x-role', 'w'] }, critic: { header: ['x-role', 'c'] } },
      { headers: { 'x-role': 'c' } },
    ],
    [
      'a condition',
      { worker: { when: ({ turns }) => turns.length > 1 }, critic: { when: ({ turns }) => turns.length === 1 } },
      {},
    ],
    [
      'all that a route asks for',
      { worker: { model: 'any', brief: 'Do' }, critic: { model: 'any', brief: 'Judge' } },
      { brief: 'Judge.' },
    ],
    [
      'a classifier',
      ({ brief, tools }) => (brief.startsWith('Judge') && tools.length === 0 ? 'critic' : 'worker'),
      { brief: 'Judge.' },
    ],
  ])('is told by %s', async (_, routes, asked) => {
    expect(await answered(routes, asked)).toEqual(everywhere('C'))
  })

  test('needs no telling where there is one slot', async () => {
    const fetch = scriptedFetch(scripted({ worker: ['W'] }))
    expect((await CLIENTS[0]!.ask(fetch)).text).toBe('W')
  })
})

test('a model that is no script is asked as the slot that the model is named after', async () => {
  const slots: string[] = []
  const respond = ({ slot }: { slot: string }) => {
    slots.push(slot)
    return { text: '11' }
  }
  await CLIENTS[0]!.ask(scriptedFetch({ id: 'own', respond }), { model: 'critic' })
  expect(slots).toEqual(['critic'])
})

describe('a request that no slot, or more than one, could have made', () => {
  const unrouted = async (options: WireOptions, asked: Parameters<(typeof CLIENTS)[0]['ask']>[1] = {}) => {
    const fetch = scriptedFetch(scripted(SCRIPT), options)
    await CLIENTS[0]!.ask(fetch, { ...asked, maxRetries: 2 }).catch(() => undefined)
    return fetch.session
  }

  test('is compared with each route', async () => {
    const session = await unrouted(
      {
        routes: {
          worker: { model: 'small', system: 'You work' },
          critic: { model: /^big/, tools: ['grade'], header: ['x-role', 'c'] },
          other: {},
          last: { when: () => false },
        },
      },
      { system: `You judge, ${'at length '.repeat(30)}`, brief: 'Is 9\na prime?', tools: ['search'], model: 'small' },
    )
    expect(session.misuse?.message).toMatchInlineSnapshot(`
      "It cannot be told which slot asks: no route fits.
      The request:
        format  OpenAI Chat Completions
        model   "small"
        system  "You judge, at length at length at length at length at length at length at length at length at length at length at length…"
        brief   "Is 9\\na prime?"
        tools   "search"
      The routes:
        worker  ✓ model "small" · ✗ system with "You work"
        critic  ✗ model /^big/ · ✗ tools "grade" · ✗ header x-role: "c"
        other   ✗ asks for nothing
        last    ✗ a condition of its own
      Give each slot a route that fits its requests alone, or send the header "x-tribunal-slot"."
    `)
    expect(session.trace.calls).toEqual([])
  })

  test('names the routes that both fit', async () => {
    const session = await unrouted({ routes: { worker: { model: 'any' }, critic: { model: /a/ } } })
    expect(session.misuse).toMatchObject({
      code: 'unrouted-request',
      message: expect.stringContaining('2 routes fit: worker, critic'),
      details: { slots: ['worker', 'critic'] },
    })
  })

  test('is one when the classifier names none, or the model is the name of none', async () => {
    expect((await unrouted({ routes: () => undefined })).misuse?.message).toContain('the classifier names no slot')
    expect((await unrouted({})).misuse?.message).toContain('✗ model "worker"')
  })

  test.each<readonly [string, Routes, string]>([
    ['gives a promise', (async () => 'worker') as never, 'the classifier gives a promise'],
    ['gives no text', (() => 5) as never, 'the classifier gives a value of type number'],
    [
      'throws what is no error',
      () => {
        throw null
      },
      'threw a value that is no error: null',
    ],
    [
      'is a condition that gives a promise',
      { worker: { when: (async () => true) as never } },
      '✗ a condition of its own',
    ],
  ])('is one, or a mistake that is said, when a classifier %s', async (_, routes, said) => {
    const session = await unrouted({ routes })
    expect(session.misuse).toBeInstanceOf(Error)
    expect(session.misuse?.message).toContain(said)
    expect(() => session.assertSpent()).toThrow(said)
  })

  test('does not tell what a route says of a credential', async () => {
    const session = await unrouted({ routes: { worker: { header: ['authorization', 'Bearer planted'] } } })
    expect(session.misuse?.message).toContain('header authorization')
    expect(session.misuse?.message).not.toContain('planted')
  })

  test('fails the test though the client tries again and the program swallows it', async () => {
    let requests = 0
    const fetch = scriptedFetch(scripted(SCRIPT), { routes: { worker: { model: 'w' }, critic: { model: 'c' } } })
    const counting = (...args: Parameters<typeof fetch>) => {
      requests++
      return fetch(...args)
    }
    const client = new OpenAI({ apiKey: 'none', fetch: counting, maxRetries: 5 })
    const ask = (model: string) =>
      client.chat.completions
        .create({ model, messages: [{ role: 'user', content: 'x' }] })
        .catch((error) => error.status)
    expect(await ask('other')).toBe(400)
    // No client waits for what can only go wrong again; and nothing that comes later is answered.
    expect(requests).toBe(1)
    expect(await ask('w')).toBe(400)
    expect(() => fetch.session.assertSpent()).toThrow(expect.objectContaining({ code: 'unrouted-request' }))
  })

  test('is the misuse of the script as well, for whoever watches only that', async () => {
    const script = scripted(SCRIPT)
    const sessions: { readonly misuse: Error | undefined }[] = []
    const open = () => {
      const session = script.open()
      sessions.push(session)
      return session
    }
    const fetch = scriptedFetch({ id: script.id, steps: script.steps, open } as typeof script)
    await CLIENTS[0]!.ask(fetch).catch(() => undefined)
    expect(sessions[0]?.misuse).toBeInstanceOf(TribunalError)
  })

  test('is the end of it for a model that is no script, too', async () => {
    const fetch = scriptedFetch({ id: 'model', respond: () => ({ text: 'W' }) }, { routes: { worker: { model: 'w' } } })
    const ask = (model: string) =>
      CLIENTS[0]!.ask(fetch, { model }).then(
        ({ text }) => text,
        ({ status }) => status,
      )
    expect([await ask('w'), await ask('other'), await ask('w')]).toEqual(['W', 400, 400])
  })

  test('is everything that is not asked of a model', async () => {
    const fetch = scriptedFetch(scripted(SCRIPT))
    const client = new OpenAI({ apiKey: 'none', fetch })
    await expect(client.models.list()).rejects.toMatchObject({ status: 400 })
    expect(fetch.session.misuse?.message).toMatchInlineSnapshot(
      `"A request cannot be answered: no wire format knows GET /v1/models. Script what the program asks of a model only, or give the door a format for it."`,
    )
  })
})

describe('a script that does not fit', () => {
  const swallowed = async (steps: Parameters<typeof scripted>[0], model: string) => {
    const fetch = scriptedFetch(scripted(steps))
    const client = new OpenAI({ apiKey: 'none', fetch })
    for (const _ of [1, 2])
      await client.chat.completions.create({ model, messages: [{ role: 'user', content: 'x' }] }).catch(() => undefined)
    return () => fetch.session.assertSpent()
  }

  test.each([
    ['script-exhausted', { worker: ['W'] }, 'worker'],
    ['script-unused', { worker: ['W', 'W', 'W'] }, 'worker'],
  ])('fails the test though the program swallows it: %s', async (code, steps, model) => {
    expect(await swallowed(steps, model)).toThrow(expect.objectContaining({ code }))
  })

  test('fails the test when a header names a slot without a script', async () => {
    const fetch = scriptedFetch(scripted(SCRIPT))
    await CLIENTS[0]!.ask(fetch, { headers: { 'x-tribunal-slot': 'nobody' } }).catch(() => undefined)
    expect(fetch.session.misuse).toMatchObject({ code: 'unscripted-slot' })
  })

  test('shows what a step of its own has thrown', async () => {
    const step = () => {
      throw new RangeError('Expected something else.')
    }
    const fetch = scriptedFetch(scripted({ worker: [step] }))
    await CLIENTS[0]!.ask(fetch).catch(() => undefined)
    expect(() => fetch.session.assertSpent()).toThrow(RangeError)
  })
})
