import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { lockNetwork, type NetworkLock } from './index.ts'

const { _write } = net.Socket.prototype
const server = http.createServer((request, response) => response.end(`you asked for ${request.url}`))
let home = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  home = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

let lock: NetworkLock
afterEach(() => {
  lock.release()
  expect(net.Socket.prototype._write).toBe(_write)
})

/** Waits for what a socket or a request comes to: `fine`, or its error. */
const comesTo = (emitter: NodeJS.EventEmitter, good: string) =>
  new Promise<unknown>((resolve) => {
    emitter.once(good, () => resolve('fine'))
    emitter.once('error', resolve)
  })

const byFetch = () =>
  fetch(`http://${home}/`).then(
    (response) => response.text().then(() => 'fine'),
    (error) => error.cause,
  )

test.each<readonly [string, () => { ask(): Promise<unknown>; end?(): unknown }]>([
  ['fetch', () => ({ ask: () => byFetch() })],
  [
    'an agent of http',
    () => {
      const agent = new http.Agent({ keepAlive: true })
      return {
        ask: () =>
          new Promise((resolve) => {
            const asking = http.get(`http://${home}/`, { agent }, (response) =>
              response.resume().once('end', () => resolve('fine')),
            )
            asking.once('error', resolve)
          }),
        end: () => agent.destroy(),
      }
    },
  ],
  [
    'a plain socket',
    () => {
      const [host, port] = home.split(':')
      const socket = net.connect(Number(port), host)
      return {
        ask: () => {
          const coming = comesTo(socket, 'data')
          socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
          return coming
        },
        end: () => socket.destroy(),
      }
    },
  ],
])(
  'refuses what is sent over a connection from before, and lets it through where it is allowed: %s',
  async (_, make) => {
    const client = make()
    expect(await client.ask()).toBe('fine')
    lock = lockNetwork({ allow: ['localhost'] })
    expect([await client.ask(), lock.refused.length]).toEqual(['fine', 0])
    const other = lockNetwork()
    lock.release()
    expect(await client.ask()).toMatchObject({ code: 'network-refused', message: expect.stringContaining(home) })
    expect(other.refused).toHaveLength(1)
    other.release()
    client.end?.()
  },
)

test('leaves a server of this process to answer whoever it has accepted before', async () => {
  let answer = () => {}
  const slow = net.createServer((socket) => {
    answer = () => socket.end('answered')
  })
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  const client = net.connect((slow.address() as AddressInfo).port, '127.0.0.1')
  await new Promise<void>((resolve) => slow.once('connection', () => resolve()))
  lock = lockNetwork()
  answer()
  expect([await comesTo(client, 'data'), lock.refused.length]).toEqual(['fine', 0])
  slow.close()
})
