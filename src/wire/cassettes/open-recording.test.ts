import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import nock from 'nock'
import { describe, expect, test } from 'vitest'
import { answering, newPath, open, post, recordedAndReplayed, serve, undo } from '../../../test/wire/recorder.ts'
import { readCassette } from '../index.ts'
import { openRecording } from './open-recording.ts'

describe('the mode', () => {
  const file = async () => {
    const path = newPath()
    const recording = await open({ path })
    recording.save()
    recording.close()
    return path
  }

  test('auto records where there is none, and replays where there is', async () => {
    const path = newPath()
    const first = await open({ path })
    expect(first.does).toBe('record')
    first.save()
    first.close()
    const before = readFileSync(path, 'utf8')
    const second = await open({ path })
    expect(second.does).toBe('replay')
    expect(second.save()).toBeUndefined()
    expect(readFileSync(path, 'utf8')).toBe(before)
  })

  test('auto does not overwrite what somebody has written meanwhile', async () => {
    const path = newPath()
    const recording = await open({ path })
    writeFileSync(path, 'theirs')
    expect(() => recording.save()).toThrow(expect.objectContaining({ code: 'recording-exists' }))
    expect(readFileSync(path, 'utf8')).toBe('theirs')
  })

  test.each(['auto', 'strict'] as const)('%s does not record over a file that was edited', async (mode) => {
    const path = await file()
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace('"interactions": []', '"interactions": [ ]').replace('.json"', '.JSON"'),
    )
    const before = readFileSync(path, 'utf8')
    await expect(open({ path, mode })).rejects.toMatchObject({ code: 'recording-edited' })
    expect(readFileSync(path, 'utf8')).toBe(before)
  })

  test('record refuses where there is one, update overwrites it, even if it was damaged', async () => {
    const path = await file()
    await expect(open({ path, mode: 'record' })).rejects.toMatchObject({ code: 'recording-exists' })
    writeFileSync(path, 'damaged')
    const update = await open({ path, mode: 'update' })
    update.save()
    expect(readCassette(path).interactions).toEqual([])
  })

  test('strict refuses where there is none, before anything is patched', async () => {
    const { fetch } = globalThis
    await expect(open({ mode: 'strict' })).rejects.toMatchObject({ code: 'recording-missing' })
    expect(globalThis.fetch).toBe(fetch)
  })

  test('off does nothing', async () => {
    const server = await serve(answering('{}'))
    const { fetch } = globalThis
    const path = newPath()
    const off = await open({ path, mode: 'off' })
    expect([off.does, globalThis.fetch === fetch]).toEqual(['nothing', true])
    expect((await post(server.url, {})).status).toBe(200)
    off.assertSpent()
    off.save()
    off.close()
    expect(existsSync(path)).toBe(false)
  })
})

describe('nock', () => {
  const globals = globalThis as unknown as Record<symbol, unknown>
  const state = () => [
    globalThis.fetch,
    http.request,
    http.get,
    http.ClientRequest,
    globals[Symbol.for('undici.globalDispatcher.1')],
    nock.isActive(),
  ]

  test('is taken off again, and everything is as it was', async () => {
    await fetch('data:,x')
    const before = state()
    const recording = await open()
    expect(globalThis.fetch).not.toBe(before[0])
    recording.close()
    recording.close()
    expect(state()).toEqual(before)
  })

  test('stays where it was there before, with what it had', async () => {
    nock.activate()
    undo.push(() => {
      nock.cleanAll()
      nock.restore()
    })
    nock('http://their.example').persist().get('/').reply(200, 'theirs')
    const recording = await open({ hosts: ['other.example'] })
    expect(await (await fetch('http://their.example/')).text()).toBe('theirs')
    recording.close()
    expect(nock.isActive()).toBe(true)
    expect(await (await fetch('http://their.example/')).text()).toBe('theirs')
    nock('http://later.example').get('/').reply(200, 'later')
    expect(await (await fetch('http://later.example/')).text()).toBe('later')
  })

  test('records what goes past it where a user has it active', async () => {
    nock.activate()
    undo.push(() => nock.restore())
    const { heard, again } = await recordedAndReplayed(answering('{"a":1}'), async (url) =>
      (await post(url, {})).json(),
    )
    expect([heard, again]).toEqual([{ a: 1 }, { a: 1 }])
  })

  test('is there once: a second recording at the same time is refused', async () => {
    const first = await open()
    await expect(open()).rejects.toThrow(/Another recording is open at the same time\. nock patches the whole process/)
    first.close()
    const second = await open()
    second.close()
  })

  test('leaves hosts alone that are not recorded: this machine is one, unless that is said', async () => {
    const server = await serve(answering('{}'))
    const path = newPath()
    const recording = await openRecording({ path })
    undo.push(() => recording.close())
    // nock 15.0.0 lets no fetch with a body through.
    await fetch(server.url)
    recording.save()
    expect(readCassette(path).interactions).toEqual([])
    expect(server.asked).toEqual(['GET /'])
  })
})
