import dns from 'node:dns'
import { once } from 'node:events'
import net from 'node:net'
import { expect, test } from 'vitest'
import { openRecording } from './cassettes/open-recording.ts'
import { lockNetwork } from './index.ts'

test.each(['https://api.example.com', 'localhost:4010', 'api.example.com/v1', 'user@host', 'two hosts', ''])(
  'a host that no request could ever name is refused, where it is let through or recorded: %s',
  async (host) => {
    const refused = expect.objectContaining({ code: 'invalid-input', message: expect.stringContaining('no port') })
    expect(() => lockNetwork({ allow: [host] })).toThrow(refused)
    const lock = lockNetwork()
    expect(() => lock.allow(host)).toThrow(refused)
    lock.release()
    const { fetch } = globalThis
    await expect(openRecording({ path: 'nowhere/none.json', hosts: [host] })).rejects.toThrow(refused)
    expect(globalThis.fetch).toBe(fetch)
  },
)

test('a host may be written in any case, and be an address of the network or a local socket', async () => {
  const { lookup } = dns
  const found: string[] = []
  dns.lookup = ((host: string, _options: unknown, done: (error: Error) => void) => {
    found.push(host)
    done(new Error('Nobody is asked.'))
  }) as never
  const lock = lockNetwork({ allow: ['Models.Example', '::1', '127.0.0.1', '/tmp/some.sock'] })
  await expect(fetch('http://models.EXAMPLE/')).rejects.toThrow()
  await expect(once(net.connect(1, 'MODELS.example'), 'connect')).rejects.toThrow('Nobody')
  lock.release()
  dns.lookup = lookup
  expect([found, lock.refused]).toEqual([['models.example', 'MODELS.example'], []])
})
