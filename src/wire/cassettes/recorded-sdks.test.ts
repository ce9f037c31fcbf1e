import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import { LLMock } from '@copilotkit/aimock'
import OpenAI from 'openai'
import { afterEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/wire/folders.ts'
import { lockNetwork, type NetworkLock, readCassette } from '../index.ts'
import { type OpenRecording, openRecording, type RecordingOptions } from './open-recording.ts'

// Against a server that is not ours, by the official clients.

const folder = temporaryFolder()
const undo: (() => unknown)[] = []
afterEach(async () => {
  while (undo.length > 0) await undo.pop()!()
})

const KEY = 'sk-planted-secret-0123456789'

/** What a program hears, as its client gives it; ids of the server's own included. */
type Program = (baseURL: string) => Promise<unknown>

const openai = (baseURL: string) => new OpenAI({ apiKey: KEY, baseURL: `${baseURL}/v1`, maxRetries: 0 })
const anthropic = (baseURL: string) => new Anthropic({ apiKey: KEY, baseURL, maxRetries: 0 })
const user = [{ role: 'user' as const, content: 'Name a prime.' }]

async function all<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const chunks: T[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return chunks
}

const PROGRAMS: { readonly [name: string]: Program } = {
  'chat, JSON': (url) => openai(url).chat.completions.create({ model: 'm', messages: user }),
  'chat, streamed': async (url) =>
    all(await openai(url).chat.completions.create({ model: 'm', messages: user, stream: true })),
  'responses, JSON': (url) => openai(url).responses.create({ model: 'm', input: 'Name a prime.' }),
  'responses, streamed': async (url) =>
    all(await openai(url).responses.create({ model: 'm', input: 'Name a prime.', stream: true })),
  'messages, JSON': (url) => anthropic(url).messages.create({ model: 'm', max_tokens: 99, messages: user }),
  'messages, streamed': async (url) =>
    all(await anthropic(url).messages.create({ model: 'm', max_tokens: 99, messages: user, stream: true })),
}

async function server(): Promise<LLMock> {
  const mock = new LLMock({ port: 0, logLevel: 'silent' })
  mock.onMessage(/./, { content: 'Élève, eleven is a prime – überhaupt. 🙂' })
  await mock.start()
  undo.push(() => mock.stop().catch(() => undefined))
  return mock
}

async function start(options: RecordingOptions): Promise<OpenRecording> {
  const recording = await openRecording({ hosts: ['localhost'], ...options })
  undo.push(() => recording.close())
  return recording
}

function locked(): NetworkLock {
  const lock = lockNetwork()
  undo.push(() => lock.release())
  return lock
}

describe.each(Object.entries(PROGRAMS))('%s', (name, program) => {
  const path = join(folder, `${name}.json`)

  test('is replayed as it was recorded, with the server gone and the network locked', async () => {
    const mock = await server()
    const { url } = mock
    const lock = locked()
    const recording = await start({ path, network: lock })
    expect(recording.does).toBe('record')
    const heard = await program(url)
    recording.save()
    recording.close()
    await mock.stop()
    lock.release()

    const relocked = locked()
    const replay = await start({ path, mode: 'strict' })
    expect(replay.does).toBe('replay')
    expect(await program(url)).toEqual(heard)
    replay.assertSpent()
    replay.close()
    expect(relocked.refused).toEqual([])
    await expect(program(url)).rejects.toThrow()
    expect(relocked.refused).not.toEqual([])
  })

  test('is kept as something that can be read, without the key', () => {
    const text = readFileSync(path, 'utf8')
    const { interactions } = readCassette(path)
    expect(interactions).toHaveLength(1)
    const [{ request, reply }] = interactions as [(typeof interactions)[number]]
    expect(request).toMatchObject({ method: 'POST', json: { model: 'm' } })
    expect(Object.keys(reply)).toContain(name.endsWith('streamed') ? 'events' : 'json')
    expect(text).toContain(name.endsWith('streamed') ? 'Élève' : 'Élève, eleven is a prime – überhaupt. 🙂')
    expect(text).not.toContain('planted')
    expect(text.endsWith('}\n')).toBe(true)
  })
})

test('several calls are kept in order, those side by side in the order in which they were made', async () => {
  const { url } = await server()
  const path = join(folder, 'several.json')
  const ask = (content: string) =>
    openai(url).chat.completions.create({ model: 'm', messages: [{ role: 'user', content }] })
  const recording = await start({ path })
  await ask('1')
  await Promise.all([ask('2'), ask('3'), ask('4')])
  recording.save()
  recording.close()
  const { interactions } = readCassette(path)
  const asked = interactions.map(
    ({ request }) => (request as unknown as { json: { messages: { content: string }[] } }).json.messages[0]!.content,
  )
  expect(asked).toEqual(['1', '2', '3', '4'])
  const replay = await start({ path })
  await Promise.all([ask('4'), ask('3'), ask('2'), ask('1')])
  replay.assertSpent()
})
