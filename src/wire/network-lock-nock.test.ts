import nock from 'nock'
import { afterEach, expect, test } from 'vitest'
import { lockNetwork, type NetworkLock } from './index.ts'

let lock: NetworkLock
afterEach(() => {
  lock.release()
  nock.cleanAll()
  nock.restore()
})

// nock is active from its import on.
test.each(['before', 'after'])('the lock holds with nock applied %s it, and nock answers', async (order) => {
  if (order === 'after') lock = lockNetwork()
  if (!nock.isActive()) nock.activate()
  nock('http://models.example').get('/').reply(200, 'nocked')
  if (order === 'before') lock = lockNetwork()
  expect(await (await fetch('http://models.example/')).text()).toBe('nocked')
  const passing = fetch('http://elsewhere.example/')
  await expect(passing).rejects.toMatchObject({ cause: { code: 'network-refused' } })
})
