import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLIENTS } from '../../test/wire/sdk-clients.ts'
import { scripted } from '../index.ts'
import { scriptedFetch } from './index.ts'
import { scriptedHandlers } from './scripted-handlers.ts'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())

/** Asks three times, so that programs that run side by side come between each other. */
async function program(ask: () => Promise<{ text: string }>): Promise<string> {
  const said = []
  for (const _ of [1, 2, 3]) said.push((await ask()).text)
  return said.join(' ')
}

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f']
const scriptOf = (name: string) => scripted({ worker: [`${name}1`, `${name}2`, `${name}3`] })
const heard = NAMES.map((name) => `${name}1 ${name}2 ${name}3`)

test('programs side by side hear their own scripts: each by a fetch of its own', async () => {
  const programs = NAMES.map((name, i) => {
    const fetch = scriptedFetch(scriptOf(name))
    return program(() => CLIENTS[i]!.ask(fetch))
  })
  expect(await Promise.all(programs)).toEqual(heard)
})

test('programs side by side hear their own scripts: each within a boundary of msw', async () => {
  const programs = NAMES.map((name, i) =>
    server.boundary(async () => {
      const handlers = scriptedHandlers(scriptOf(name))
      server.use(...handlers)
      const said = await program(() => CLIENTS[i]!.ask(undefined))
      handlers.session.assertSpent()
      return said
    })(),
  )
  expect(await Promise.all(programs)).toEqual(heard)
})
