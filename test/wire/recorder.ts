import { readFileSync } from 'node:fs'
import http, { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import nock from 'nock'
import { afterEach, expect } from 'vitest'
import { type OpenRecording, openRecording, type RecordingOptions } from '../../src/wire/cassettes/open-recording.ts'
import { readCassette } from '../../src/wire/index.ts'
import { temporaryFolder } from './folders.ts'

// nock is active from its import on; each test begins as if nobody had imported it.
nock.restore()

const folder = temporaryFolder()
export const undo: (() => unknown)[] = []
afterEach(async () => {
  while (undo.length > 0) await undo.pop()!()
  expect(nock.isActive()).toBe(false)
})

let count = 0
export const newPath = () => join(folder, `${++count}.json`)

export async function serve(
  listener: RequestListener,
): Promise<{ url: string; asked: string[]; stop(): Promise<unknown> }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    request.on('error', () => undefined)
    listener(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const stop = () =>
    new Promise((done) => {
      server.close(done)
      server.closeAllConnections()
    })
  undo.push(stop)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, stop }
}

export async function open(options: Partial<RecordingOptions> = {}): Promise<OpenRecording> {
  const recording = await openRecording({ path: newPath(), hosts: ['localhost'], ...options })
  undo.push(() => recording.close())
  return recording
}

/** Records a program against a server, takes the server away, and replays it: what it heard each time, and what was kept. */
export async function recordedAndReplayed<T>(
  listener: RequestListener,
  program: (url: string) => Promise<T>,
  options: Partial<RecordingOptions> = {},
) {
  const server = await serve(listener)
  const path = newPath()
  const recording = await open({ path, ...options })
  const heard = await program(server.url)
  recording.save()
  recording.close()
  await server.stop()
  const replay = await open({ path, mode: 'strict', ...options })
  const again = await program(server.url)
  replay.assertSpent()
  replay.close()
  return { heard, again, path, text: readFileSync(path, 'utf8'), ...readCassette(path) }
}

export const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })

export const answering =
  (body: string | Buffer, headers: http.OutgoingHttpHeaders = { 'content-type': 'application/json' }, status = 200) =>
  (_: unknown, response: http.ServerResponse) => {
    response.writeHead(status, headers)
    response.end(body)
  }

/** By Node's http, which no fetch is part of. */
export const byHttp = (url: string, body: string): Promise<readonly [number, string]> =>
  new Promise((done, fail) => {
    const request = http.request(
      url,
      { method: 'POST', headers: { 'content-type': 'application/json' } },
      (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () => done([response.statusCode!, text]))
        response.on('error', fail)
      },
    )
    request.on('error', fail)
    request.end(body)
  })
