import dns from 'node:dns'
import http from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import net, { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { promisify } from 'node:util'
import { setupServer } from 'msw/node'
import OpenAI from 'openai'
import { Agent, MockAgent, fetch as undiciFetch, request as undiciRequest } from 'undici'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { scripted, TribunalError } from '../index.ts'
import { lockNetwork, type NetworkLock, scriptedFetch } from './index.ts'
import { scriptedHandlers } from './scripted-handlers.ts'

const { lookup } = dns

/** A server of our own on this machine. */
const server = http.createServer((request, response) => response.end(`you asked for ${request.url}`))
let home = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  home = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

let lock: NetworkLock
beforeEach(() => {
  lock = lockNetwork()
})
afterEach(() => {
  lock.release()
  expect(dns.lookup).toBe(lookup)
})

/** Waits for what a socket, a request or a session comes to: `fine`, or its error. */
const comesTo = (emitter: NodeJS.EventEmitter, good: string) =>
  new Promise<unknown>((resolve) => {
    emitter.once(good, () => resolve('fine'))
    emitter.once('error', resolve)
  })

const insecure = { rejectUnauthorized: false }

/** A request over a connection that nobody keeps. */
const once = (host: string) => comesTo(http.get(`http://${host}/`, { agent: false }), 'response')

/** Every way in which a program on Node may go out; none has a script. */
const WAYS: { readonly [name: string]: (host: string) => Promise<unknown> } = {
  fetch: (host) =>
    fetch(`http://${host}/`).then(
      () => 'fine',
      (error) => error.cause,
    ),
  'fetch by https': (host) =>
    fetch(`https://${host}/`).then(
      () => 'fine',
      (error) => error.cause,
    ),
  'a client without a fetch of its own': (host) =>
    new OpenAI({ apiKey: 'none', baseURL: `http://${host}/v1`, maxRetries: 0 }).models.list().then(
      () => 'fine',
      (error) => error.cause.cause,
    ),
  'the package undici': (host) =>
    undiciRequest(`http://${host}/`).then(
      () => 'fine',
      (error) => error,
    ),
  'its fetch, with an agent of its own': (host) =>
    undiciFetch(`http://${host}/`, { dispatcher: new Agent() }).then(
      () => 'fine',
      (error) => error.cause,
    ),
  'http.request': (host) => comesTo(http.request(`http://${host}/`).end('body'), 'response'),
  'http with an agent that keeps connections': (host) =>
    comesTo(http.get(`http://${host}/`, { agent: new http.Agent({ keepAlive: true }) }), 'response'),
  'https.request': (host) => comesTo(https.request(`https://${host}/`, insecure).end(), 'response'),
  http2: (host) => comesTo(http2.connect(`http://${host}`), 'connect'),
  'net.connect': (host) => comesTo(net.connect(Number(host.split(':')[1] ?? 80), host.split(':')[0]), 'connect'),
  'a socket that is written to at once': (host) => {
    const socket = new net.Socket()
    const [name, port = 80] = host.split(':')
    const comes = comesTo(socket.connect({ host: name!, port: Number(port) }), 'connect')
    socket.end('GET / HTTP/1.1\r\n\r\n')
    return comes
  },
  'an address that it has found itself': (host) =>
    comesTo(
      http.get(`http://${host.startsWith('127') ? host : '192.0.2.7'}/`, {
        lookup: (_, __, done) => done(null, '192.0.2.7', 4),
      }),
      'response',
    ),
  'tls.connect': (host) => comesTo(tls.connect({ host: host.split(':')[0]!, port: 443, ...insecure }), 'secureConnect'),
}

describe('while the network is locked', () => {
  test.each(Object.entries(WAYS))('nothing goes out by %s', async (_, way) => {
    const error = await way('models.example')
    expect(error).toBeInstanceOf(TribunalError)
    expect(error).toMatchObject({
      code: 'network-refused',
      details: { host: expect.stringMatching(/^(?:models.example|192.0.2.7)$/) },
    })
    expect(lock.refused).toEqual([error])
  })

  test.each(Object.entries(WAYS))('not even this machine is reached by %s', async (_, way) => {
    expect(await way(home)).toMatchObject({ code: 'network-refused', details: { host: '127.0.0.1' } })
  })

  test('the refusal says where to, and what to do', async () => {
    await WAYS.fetch!('models.example:8080')
    expect(lock.refused[0]?.message).toMatchInlineSnapshot(
      `"A connection to models.example was refused: while a test of Tribunal runs, nothing goes out that no script answers. Give the program's client a scripted fetch or scripted handlers, or let it through with network.allow('models.example')."`,
    )
  })

  test('a local socket is this machine, too', async () => {
    const path = join(tmpdir(), 'nobody-listens.sock')
    expect(await comesTo(net.connect(path), 'connect')).toMatchObject({ code: 'network-refused' })
    lock.allow('localhost')
    expect(await comesTo(net.connect({ path }), 'connect')).toMatchObject({ code: 'ENOENT' })
  })

  test('what a script answers comes through: by fetch, by msw', async () => {
    const fetch = scriptedFetch(scripted({ worker: ['11'] }))
    const mocks = setupServer(...scriptedHandlers(scripted({ worker: ['13'] })))
    mocks.listen({ onUnhandledRequest: 'bypass' })
    try {
      const ask = (own: object) =>
        new OpenAI({ apiKey: 'none', maxRetries: 0, ...own }).responses.create({ model: 'any', input: 'x' })
      expect([(await ask({ fetch })).output_text, (await ask({})).output_text]).toEqual(['11', '13'])
      expect(lock.refused).toEqual([])
      // What msw lets by meets the lock.
      expect(await WAYS.fetch!('elsewhere.example')).toMatchObject({ code: 'network-refused' })
      expect(await WAYS['http.request']!('elsewhere.example')).toMatchObject({ code: 'network-refused' })
    } finally {
      mocks.close()
    }
  })

  test('a client that was made before requests are intercepted is told to be made afterwards', async () => {
    const client = new OpenAI({ apiKey: 'none', maxRetries: 0 })
    const server = setupServer(...scriptedHandlers(scripted({ worker: ['11'] })))
    server.listen({ onUnhandledRequest: 'bypass' })
    const asked = { model: 'worker', messages: [] }
    await expect(client.chat.completions.create(asked)).rejects.toThrow()
    const { choices } = await new OpenAI({ apiKey: 'none' }).chat.completions.create(asked)
    server.close()
    expect(choices[0]?.message.content).toBe('11')
    expect(lock.refused.map(({ message }) => message)).toEqual([expect.stringContaining('make it afterwards')])
  })

  test('what another tool answers in the process comes through', async () => {
    const agent = new MockAgent()
    agent.disableNetConnect()
    agent.get('http://models.example').intercept({ path: '/' }).reply(200, 'mocked')
    const { body } = await undiciRequest('http://models.example/', { dispatcher: agent })
    expect(await body.text()).toBe('mocked')
    expect(lock.refused).toEqual([])
  })
})

describe('what is allowed', () => {
  test.each(Object.entries(WAYS).filter(([name]) => !/https|tls|http2|client/.test(name)))(
    'comes through by %s',
    async (_, way) => {
      lock.allow('localhost')
      expect(await way(home)).toBe('fine')
      expect(lock.refused).toEqual([])
    },
  )

  test.each(['127.0.0.1', 'localhost'])('is this machine by the name %s, and nobody else', async (name) => {
    lock.release()
    lock = lockNetwork({ allow: [name] })
    expect(await WAYS.fetch!(home)).toBe('fine')
    expect(await WAYS.fetch!('localhost.example')).toMatchObject({ code: 'network-refused' })
    expect(await WAYS.fetch!('127.0.0.1.example')).toMatchObject({ code: 'network-refused' })
  })
})

test('a name that is allowed is reached at the address where it was found, and that address by no other name', async () => {
  lock.release()
  dns.lookup = ((_host: string, { all }: dns.LookupOptions, done: (...found: unknown[]) => void) =>
    all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)) as never
  lock = lockNetwork({ allow: ['models.example'] })
  const port = home.split(':')[1]
  expect(await WAYS.fetch!(`models.example:${port}`)).toBe('fine')
  expect(await WAYS.fetch!(`elsewhere.example:${port}`)).toMatchObject({ code: 'network-refused' })
  lock.release()
  dns.lookup = lookup
})

describe('a lock', () => {
  test('ends when it is released, once and for all', async () => {
    lock.release()
    lock.release()
    expect(await once(home)).toBe('fine')
    expect(lock.refused).toEqual([])
  })

  test('ends the connections that it has let through, which clients keep open', async () => {
    lock.allow('localhost')
    expect(await WAYS.fetch!(home)).toBe('fine')
    lock.release()
    lock = lockNetwork()
    expect(await WAYS.fetch!(home)).toMatchObject({ code: 'network-refused' })
  })

  test('holds until the last of several is released', async () => {
    const other = lockNetwork()
    lock.release()
    expect(await WAYS.fetch!(home)).toMatchObject({ code: 'network-refused' })
    expect([lock.refused.length, other.refused.length]).toEqual([0, 1])
    other.release()
    expect(await once(home)).toBe('fine')
  })

  test('lets through what one of several allows', async () => {
    const other = lockNetwork({ allow: ['localhost'] })
    expect(await WAYS.fetch!(home)).toBe('fine')
    other.release()
    expect(await WAYS.fetch!(home)).toMatchObject({ code: 'network-refused' })
  })

  test('leaves in place what somebody has put over it, and stays out of its way', async () => {
    const ours = dns.lookup
    let seen = 0
    dns.lookup = ((...args: Parameters<typeof lookup>) => {
      seen++
      return ours(...args)
    }) as typeof lookup
    const theirs = dns.lookup
    lock.release()
    expect(dns.lookup).toBe(theirs)
    expect(await once(home.replace('127.0.0.1', 'localhost'))).toBe('fine')
    expect(seen).toBe(1)
    // Once they have gone, the next lock finds its way back.
    dns.lookup = lookup
    lock = lockNetwork()
    expect(await WAYS.fetch!('models.example')).toMatchObject({ code: 'network-refused' })
  })

  test('lets a promise of a name be what it was', async () => {
    expect(await promisify(dns.lookup)('127.0.0.1')).toEqual({ address: '127.0.0.1', family: 4 })
    await expect(promisify(dns.lookup)('models.example')).rejects.toMatchObject({ code: 'network-refused' })
  })
})
