import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect } from 'vitest'
import { test } from '../../../../fixtures/index.ts'
import { scripted } from '../../../../src/index.ts'
import { address, ask, key, organisation, RECORD, SERVER } from './asking.ts'

const { fetch } = globalThis

test('fails after it has asked', async ({ recording }) => {
  await recording(RECORD)
  await ask('Name a prime.')
  throw new RangeError('Something else went wrong.')
})

test('fails by what its ledger holds', async ({ recording, model }) => {
  model({ worker: ['never asked'] })
  await recording(RECORD)
  await ask('Name a prime.')
})

test('finds everything as it was', () => {
  expect(globalThis.fetch).toBe(fetch)
})

test('records twice', async ({ recording }) => {
  await recording(RECORD)
  await recording(RECORD)
})

test('records and intercepts', async ({ recording, wire }) => {
  await recording(RECORD)
  await wire.intercept(scripted({ worker: ['11'] }))
})

test('intercepts and records', async ({ recording, wire }) => {
  await wire.intercept(scripted({ worker: ['11'] }))
  await recording(RECORD)
})

test.concurrent('runs beside others', async ({ recording }) => {
  await recording(RECORD)
})

describe.concurrent('a suite that runs side by side', () => {
  test('has a recording', async ({ recording }) => {
    await recording(RECORD)
  })
})

test('asks this machine without saying so', async ({ recording }) => {
  await recording({ folder: RECORD.folder! })
  await globalThis.fetch(SERVER).catch(() => undefined)
})

test('finds a file that was not there when it began', async ({ recording }) => {
  const { path } = await recording(RECORD)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, 'theirs')
})

test('is in no mode that there is', async ({ recording }) => {
  await recording({ ...RECORD, mode: 'replay' as never })
})

test('it cannot be told which slot asks', async ({ wire }) => {
  const door = wire.fetch(scripted({ worker: ['11'], critic: ['Fine.'] }), {
    routes: { worker: { model: 'big' }, critic: { system: `I am ${address}` } },
  })
  const messages = [
    { role: 'system', content: `The key is ${key} of ${organisation}.` },
    { role: 'user', content: `${'x'.repeat(100)} ${key} ${address}` },
  ]
  const tools = [{ type: 'function', function: { name: key } }]
  await door(`${SERVER}/v1/chat/completions`, { method: 'POST', body: JSON.stringify({ model: key, messages, tools }) })
})
