import { describe, expect, test } from 'vitest'
import { CLIENTS, type Heard } from '../../test/wire/sdk-clients.ts'
import { type ModelReply, say, scripted } from '../index.ts'
import { scriptedFetch } from './index.ts'

const nothing: Heard = { text: '', reasoning: '', refusal: null, toolCalls: [], finish: null, usage: [0, 0] }
const SEARCH = { id: 'call_1', name: 'search', arguments: { for: 'primes above ten', limit: 3, deep: [{ a: null }] } }
const GRADE = { id: 'call_2', name: 'grade', arguments: { verdict: 'accept', because: 'ö'.repeat(60) } }
const LONG = 'Ünïcödé 🙂 and "quotes"\nand lines\u2028. '.repeat(40).trim()

/** A reply, and what every client must make of it; `finish` is checked below, since each provider has words of its own for it. */
const REPLIES: readonly (readonly [name: string, reply: ModelReply, heard: Partial<Heard>])[] = [
  ['a word', say('11'), { text: '11' }],
  ['many words', say(LONG), { text: LONG }],
  ['usage', say('11', { usage: { inputTokens: 12, outputTokens: 3 } }), { text: '11', usage: [12, 3] }],
  ['private reasoning', say('11', { reasoning: LONG }), { text: '11', reasoning: LONG }],
  ['a call of a tool', say('', { toolCalls: [SEARCH] }), { toolCalls: [SEARCH] }],
  [
    'words and several calls',
    say('Wait.', { toolCalls: [SEARCH, GRADE] }),
    { text: 'Wait.', toolCalls: [SEARCH, GRADE] },
  ],
  [
    'everything at once',
    say('Wait.', { reasoning: 'Hm.', toolCalls: [GRADE, SEARCH], usage: { inputTokens: 1, outputTokens: 2 } }),
    { text: 'Wait.', reasoning: 'Hm.', toolCalls: [GRADE, SEARCH], usage: [1, 2] },
  ],
  ['a self-assessment in prose', say('11', { selfAssessment: 'Poor.' }), { text: '11', reasoning: 'Poor.' }],
  [
    'a self-assessment in a structured reply',
    say('', { data: { outcome: '11', self_assessment: 'Poor.' } }),
    { text: '{"outcome":"11","self_assessment":"Poor."}' },
  ],
  ['nothing at all', say(''), {}],
]

describe.each(CLIENTS)('a reply by way of $name', ({ ask }) => {
  test.each(REPLIES)('comes out of the official client as it was scripted: %s', async (_, reply, heard) => {
    const fetch = scriptedFetch(scripted({ worker: [reply] }))
    expect({ ...(await ask(fetch)), finish: null }).toEqual({ ...nothing, ...heard })
    fetch.session.assertSpent()
  })

  test('is JSON where the request wants a structured one', async () => {
    const data = { verdict: 'accept', issues: [] }
    const fetch = scriptedFetch(scripted({ critic: [say('Fine by me.', { data })] }))
    const schema = { type: 'object', properties: { verdict: { type: 'string' } } }
    expect(JSON.parse((await ask(fetch, { schema })).text)).toEqual(data)
    expect(fetch.session.trace.calls[0]?.request.schema).toEqual(schema)
  })

  test('has the same ids in every run, and others in every call', async () => {
    const idsOf = async () => {
      const bodies: string[] = []
      const fetch = scriptedFetch(scripted({ worker: [say('', { toolCalls: [{ ...SEARCH, id: '' }] }), 'x'] }))
      const spy = Object.assign(
        async (...args: Parameters<typeof fetch>) => {
          const response = await fetch(...args)
          bodies.push(await response.clone().text())
          return response
        },
        { session: fetch.session },
      )
      const heard = [await ask(spy), await ask(spy)]
      return { bodies, ids: heard.flatMap(({ toolCalls }) => toolCalls.map(({ id }) => id)) }
    }
    const [first, second] = [await idsOf(), await idsOf()]
    expect(first).toEqual(second)
    expect(first.ids).toEqual([expect.stringMatching(/^call_[0-9a-f]{20,}$/)])
    const [id] = /(?:chatcmpl|resp|msg)_?-?[0-9a-f]{24}/.exec(first.bodies[0]!)!
    expect(first.bodies[1]).not.toContain(id)
  })
})
