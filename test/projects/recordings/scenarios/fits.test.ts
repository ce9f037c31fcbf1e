import { describe, expect } from 'vitest'
import { test } from '../../../../fixtures/index.ts'
import { proposerAdversary } from '../../../../src/index.ts'
import { ask, key, RECORD } from './asking.ts'

const { fetch } = globalThis

test('asks once', async ({ recording }) => {
  const { does, path, cassette } = await recording(RECORD)
  expect(await ask('Name a prime.')).toContain('eleven')
  expect(does).toBe(process.env.CI ? 'replay' : 'record')
  expect(cassette?.interactions.length ?? 1).toBe(1)
  expect(path).toMatch(/fits\/asks-once-[0-9a-f]{8}\.json$/)
})

test('finds everything as it was', () => {
  expect(globalThis.fetch).toBe(fetch)
})

for (const word of ['a', 'b'])
  test('has the name of another', async ({ recording }) => {
    await recording(RECORD)
    await ask(word)
  })

describe('a suite', () => {
  test.for(['one', 'another'])('asks for %s', async (which, { recording }) => {
    await recording(RECORD)
    await ask(`Name ${which}.`)
    await ask(`Name ${which} more.`)
  })

  test('asks nothing', async ({ recording }) => {
    await recording(RECORD)
  })
})

test('skips the rest', async ({ recording, skip }) => {
  await recording({ ...RECORD, mode: process.env.CI ? 'off' : 'auto' })
  if (process.env.CI) skip()
  await ask('Name a prime.')
  skip()
})

test('does nothing where it says so', async ({ recording }) => {
  const { does } = await recording({ ...RECORD, mode: 'off' })
  expect(does).toBe('nothing')
  expect(globalThis.fetch).toBe(fetch)
})

test('tries a composite whose task holds a key', async ({ trial, model }) => {
  const input = { task_brief: `Use ${key}.` }
  const run = await trial(proposerAdversary, { input, model: model({ proposer: [`I will use ${key}.`], adversary: ['No.'] }) })
  // The test itself sees everything.
  expect(JSON.stringify(run)).toContain(key)
})
