import type http from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { answering, byHttp, post, recordedAndReplayed } from '../../../test/wire/recorder.ts'

describe('what is recorded and replayed alike', () => {
  test('goes through fetch, and through http', async () => {
    const { heard, again, interactions } = await recordedAndReplayed(answering('{"a": "é"}'), async (url) => [
      await (await post(`${url}/v1?x=1&y=2`, { ask: 1 })).json(),
      await byHttp(`${url}/v1?x=1&y=2`, '{"ask":2}'),
      await (await fetch(url)).text(),
    ])
    expect(heard).toEqual([{ a: 'é' }, [200, '{"a": "é"}'], '{"a": "é"}'])
    // JSON comes back as JSON: in other letters, if they mean the same.
    expect(again).toEqual([{ a: 'é' }, [200, '{"a":"é"}'], '{"a":"é"}'])
    expect(interactions.map(({ request }) => `${request.method} ${new URL(request.url).search}`)).toEqual([
      'POST ?x=1&y=2',
      'POST ?x=1&y=2',
      'GET ',
    ])
  })

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const)('is kept decoded where it came as %s, and says so', async (encoding, encode) => {
    const { heard, again, interactions } = await recordedAndReplayed(
      answering(encode('{"a":1}'), { 'content-type': 'application/json', 'content-encoding': encoding, etag: 'x' }),
      async (url) => {
        const response = await post(url, {})
        return [await response.json(), response.headers.get('content-encoding'), response.headers.get('content-type')]
      },
    )
    expect(heard).toEqual([{ a: 1 }, null, 'application/json'])
    expect(again).toEqual(heard)
    expect(interactions[0]!.reply).toEqual({
      status: 200,
      headers: { 'content-type': 'application/json' },
      json: { a: 1 },
    })
  })

  test.each<readonly [string, string | Buffer, string]>([
    ['bytes that are no text', Buffer.from([0xff, 0xd8, 0, 1, 2, 0x80]), 'image/jpeg'],
    ['a text', 'a: b\nc: "d"', 'text/yaml'],
    [
      'JSON with a number that no double holds',
      '{"id":12345678901234567890,"f":0.12345678901234567}',
      'application/json',
    ],
    ['JSON that says a thing twice', '{"a":1,"a":2}', 'application/json'],
    ['JSON that is no object', '"x"', 'application/json'],
    ['a mark at its beginning', '\uFEFFtext', 'text/plain'],
    ['lines of JSON', '{"a":1}\n{"a":2}\n', 'application/x-ndjson'],
    ['nothing', '', 'text/plain'],
  ])('is a body of %s', async (_, body, type) => {
    const { heard, again } = await recordedAndReplayed(answering(body, { 'content-type': type }), async (url) => {
      const response = await post(url, {})
      return [
        response.status,
        response.headers.get('content-type'),
        Buffer.from(await response.arrayBuffer()).toString('hex'),
      ]
    })
    expect(heard).toEqual([200, type, Buffer.from(body).toString('hex')])
    expect(again).toEqual(heard)
  })

  test.each([204, 304, 404, 429, 500])('is a status of %i', async (status) => {
    const { heard, again } = await recordedAndReplayed(
      answering(status < 400 && status !== 200 ? '' : '{}', { 'retry-after': '7', 'x-should-retry': 'false' }, status),
      async (url) => {
        const { headers, ...response } = await post(url, {}).then(async (given) => ({
          status: given.status,
          text: await given.text(),
          headers: ['retry-after', 'x-should-retry'].map((name) => given.headers.get(name)),
        }))
        return [response, headers]
      },
    )
    expect(again).toEqual(heard)
    expect(heard[1]).toEqual(['7', 'false'])
  })

  test('are a failure and what came when it was tried again, in order', async () => {
    let calls = 0
    const { heard, again, interactions } = await recordedAndReplayed(
      (_, response) => {
        const busy = ++calls === 1
        response.writeHead(busy ? 429 : 200, { 'content-type': 'application/json' })
        response.end(busy ? '{"error":1}' : '{"ok":1}')
      },
      async (url) => [(await post(url, { same: 1 })).status, (await post(url, { same: 1 })).status],
    )
    expect([heard, again]).toEqual([
      [429, 200],
      [429, 200],
    ])
    expect(interactions).toHaveLength(2)
  })

  test('is a redirect that the client follows', async () => {
    const { heard, again, interactions } = await recordedAndReplayed(
      (request, response) => {
        if (request.url === '/there') response.end('there')
        else response.writeHead(302, { location: '/there' }).end()
      },
      async (url) => (await fetch(`${url}/here`)).text(),
    )
    expect([heard, again]).toEqual(['there', 'there'])
    expect(interactions).toHaveLength(2)
  })

  test('is a stream event by event, as it comes', async () => {
    let goOn = () => {}
    const events: string[][] = []
    const { heard, again, interactions } = await recordedAndReplayed(
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
        response.write(': a comment\n\nevent: one\ndata: {"a":\ndata: 1}\n\n')
        goOn = () => response.end('id: 7\r\nretry: 10\r\ndata: é\r\n\r\ndata: [DONE]')
      },
      async (url) => {
        const response = await post(url, {})
        const chunks: string[] = []
        for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
          chunks.push(Buffer.from(chunk).toString())
          // The server sends the rest when it is known that the beginning has come through.
          goOn()
        }
        events.push(chunks)
        return chunks.join('')
      },
    )
    expect(interactions[0]!.reply).toMatchObject({
      events: [{ event: 'one', data: { a: 1 } }, { data: 'é', id: '7', retry: 10 }, { data: '[DONE]' }],
    })
    expect(heard).toContain('data: {"a":\ndata: 1}')
    expect(again).toBe('event: one\ndata: {"a":1}\n\nid: 7\nretry: 10\ndata: é\n\ndata: [DONE]\n\n')
    expect(events[1]!.length).toBeGreaterThanOrEqual(1)
  })
})

test('what is sent is what the program sends, but for what speaks to us', async () => {
  const got: http.IncomingHttpHeaders[] = []
  const { text, interactions } = await recordedAndReplayed(
    (request, response) => {
      got.push(request.headers)
      response.end('{}')
    },
    (url) =>
      post(
        url,
        {},
        {
          authorization: 'Bearer planted-0123456789',
          'x-api-key': 'planted',
          cookie: 'planted=1',
          'x-mine': 'yes',
          'x-tribunal-slot': 'critic',
          'openai-organization': 'planted-org',
        },
      ),
  )
  expect(got).toMatchObject([
    { authorization: 'Bearer planted-0123456789', 'x-api-key': 'planted', cookie: 'planted=1', 'x-mine': 'yes' },
  ])
  expect(got[0]).not.toHaveProperty('x-tribunal-slot')
  expect(interactions[0]!.request.headers).toEqual({ 'x-mine': 'yes', 'x-tribunal-slot': 'critic' })
  expect(text).not.toContain('planted')
})

test('what comes back is kept without cookies, keys and ids', async () => {
  const { text, interactions } = await recordedAndReplayed(
    answering('{"request_id":"planted","error":{"message":"in organization org-Planted0123"}}', {
      'set-cookie': ['a=planted', 'b=planted'],
      'x-request-id': 'planted',
      'request-id': 'planted',
      'openai-organization': 'planted',
      'anthropic-organization-id': 'planted',
      'x-auth-token': 'planted',
      'x-ratelimit-remaining-tokens': '7',
      date: 'planted',
      location: 'https://models.example/?token=planted',
      'content-location': '/v1/files?x=1&access_token=planted',
      link: '<https://models.example/?page=2&key=planted>; rel="next"',
      'content-type': 'application/json',
    }),
    (url) => post(url, {}),
  )
  expect(text).not.toMatch(/planted/i)
  expect(interactions[0]!.reply).toMatchObject({
    headers: {
      'set-cookie': '(redacted-cookie)',
      'x-ratelimit-remaining-tokens': '7',
      'x-request-id': '(redacted-id)',
    },
  })
})

test('a picture in a request is kept as its hash, and told apart by it', async () => {
  const picture = (fill: number) => `data:image/png;base64,${Buffer.alloc(2_000, fill).toString('base64')}`
  const { interactions } = await recordedAndReplayed(answering('{}'), async (url) => {
    for (const fill of [1, 2]) await post(url, { image_url: picture(fill), text: 'word '.repeat(400) })
  })
  const kept = interactions.map(({ request }) => (request as { json?: { image_url: string; text: string } }).json!)
  expect(kept[0]!.image_url).toMatch(/^\[base64 of 2690 characters, sha256 [0-9a-f]{64}\]$/)
  expect(kept[0]!.image_url).not.toBe(kept[1]!.image_url)
  expect(kept[0]!.text).toHaveLength(2_000)
})

test('a form is kept without what stands between its parts, and its secrets', async () => {
  const form = () => {
    const data = new FormData()
    data.append('name', 'x')
    return data
  }
  const { interactions, text } = await recordedAndReplayed(answering('{}'), async (url) => {
    await fetch(url, { method: 'POST', body: form() })
    await fetch(url, { method: 'POST', body: new URLSearchParams({ api_key: 'planted', grant: 'yes' }) })
    await fetch(url, { method: 'PUT', body: Buffer.from([255, 254, 0]) })
  })
  expect(text).not.toContain('planted')
  expect(interactions.map(({ request }) => request)).toMatchObject([
    { text: expect.stringContaining('--boundary\r\n') },
    { text: 'api_key=(redacted-key)&grant=yes' },
    { bytes: 3, sha256: expect.any(String) },
  ])
})
