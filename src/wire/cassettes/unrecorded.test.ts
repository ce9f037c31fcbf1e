import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { answering, newPath, open, post, serve, undo } from '../../../test/wire/recorder.ts'
import { lockNetwork } from '../index.ts'

describe('a request that was not recorded', () => {
  const recordOne = async (path: string) => {
    const server = await serve(answering('{}'))
    const recording = await open({ path })
    await post(`${server.url}/v1/chat/completions`, {
      model: 'm',
      messages: [{ role: 'user', content: 'Name a prime.' }],
    })
    recording.save()
    recording.close()
    await server.stop()
    return `${server.url}/v1/chat/completions`
  }

  test('is refused, with the nearest that was, and nothing goes out', async () => {
    const path = newPath()
    const url = await recordOne(path)
    const lock = lockNetwork()
    undo.push(() => lock.release())
    const replay = await open({ path, mode: 'strict' })
    const response = await post(url, {
      model: 'm',
      messages: [{ role: 'user', content: 'Name a prime. My key is sk-PLANTED0123456789.' }],
    })
    expect(response.status).toBe(400)
    const { error } = (await response.json()) as { error: { message: string } }
    expect(error.message).toBe(replay.misuse!.message)
    expect(replay.misuse).toMatchObject({ code: 'unrecorded-request', details: { nearest: 0, method: 'POST' } })
    expect(error.message.replaceAll(path, 'x.json').replaceAll(url, '<url>')).toMatchInlineSnapshot(`
      "The recording x.json has no reply left to POST <url>.
      The nearest is interaction 1 (- recorded, + asked now):
             {
               "role": "user",
      -        "content": "Name a prime."
      +        "content": "Name a prime. My key is (redacted-key)."
             }
           ]
      Change the program back, or record it again with TRIBUNAL_RECORD=update."
    `)
    expect(() => replay.assertSpent()).toThrow(replay.misuse)
    expect(lock.refused).toEqual([])
  })

  test.each<readonly [string, (url: string) => Promise<unknown>, RegExp]>([
    [
      'the same once more',
      async (url) => {
        const body = { model: 'm', messages: [{ role: 'user', content: 'Name a prime.' }] }
        await post(url, body)
        await post(url, body)
      },
      /Interaction 1 is the same request, and was played already/,
    ],
    [
      'another address',
      (url) => post(url.replace('chat', 'talk'), {}),
      /- {2}"url": ".*v1\/chat\/completions".*\+ {2}"url": ".*v1\/talk\/completions"/s,
    ],
    ['another method', (url) => fetch(url, { method: 'DELETE' }), /- {2}"method": "POST".*\+ {2}"method": "DELETE"/s],
    [
      'a long text of which the end is another',
      (url) => post(url, { model: 'm', messages: [{ role: 'user', content: `${'word '.repeat(400)}end` }] }),
      /\+.*word end/,
    ],
    ['no JSON', (url) => post(url, 'ÿ', { 'content-type': 'text/plain' }), /\+ {2}"text": "ÿ"/],
  ])('is refused where it is %s', async (_, program, message) => {
    const path = newPath()
    const url = await recordOne(path)
    const replay = await open({ path })
    await program(url)
    expect(replay.misuse?.message).toMatch(message)
  })

  test('is refused in a word where there is nothing to compare it with', async () => {
    const path = newPath()
    const empty = await open({ path })
    empty.save()
    empty.close()
    const replay = await open({ path })
    await post('http://localhost:8099/x', {})
    expect(replay.misuse?.message).toContain('It holds no request at all.')
  })

  test('may have other headers, another key and another client', async () => {
    const path = newPath()
    const url = await recordOne(path)
    const replay = await open({ path })
    const body = { messages: [{ content: 'Name a prime.', role: 'user' }], model: 'm' }
    await post(url, body, { authorization: 'Bearer other', 'user-agent': 'other/2', 'x-other': '1' })
    replay.assertSpent()
  })

  test('is told apart by its redacted form: what is redacted does not count', async () => {
    const path = newPath()
    const server = await serve(answering('{}'))
    const options = { path, redact: { patterns: [/run-\d+/] } }
    const recording = await open(options)
    await post(`${server.url}/?key=AIzaSyPLANTED0123456789`, {
      run: 'run-1',
      to: 'planted@example.com',
      password: 'one',
    })
    recording.save()
    recording.close()
    expect(readFileSync(path, 'utf8')).not.toMatch(/planted|run-1|"one"/i)
    const replay = await open(options)
    await post(`${server.url}/?key=none`, { run: 'run-22', to: 'other@example.org', password: 'two' })
    replay.assertSpent()
  })

  test('is what was recorded and never asked for, in the end', async () => {
    const path = newPath()
    await recordOne(path)
    const replay = await open({ path })
    expect(() => replay.assertSpent()).toThrow(
      expect.objectContaining({ code: 'recording-unused', details: { path, unused: 1, of: 1 } }),
    )
    expect(() => replay.assertSpent()).toThrow(/ {2}1\. POST http:\/\/127\.0\.0\.1:\d+\/v1\/chat\/completions/)
  })
})
