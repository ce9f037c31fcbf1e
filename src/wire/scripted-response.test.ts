import { describe, expect, test } from 'vitest'
import { type Content, ScriptedResponse } from './scripted-response.ts'

const INIT = { status: 429, headers: { 'content-type': 'application/json', 'x-request-id': 'req_1' } }
const TEXT = '{"text":"Élève"}'

const stream = (): ReadableStream<Uint8Array> => new Response(TEXT).body as ReadableStream<Uint8Array>

/** What is seen of a response by each of these, in order; an error by its class. */
async function seen(response: Response, ...looks: readonly ((response: Response) => unknown)[]): Promise<unknown[]> {
  const all: unknown[] = []
  for (const look of looks)
    all.push(await (async () => look(response))().catch((error: Error) => error.constructor.name), response.bodyUsed)
  return all
}

const LOOKS: { readonly [name: string]: (response: Response) => unknown } = {
  text: (response) => response.text(),
  json: (response) => response.json(),
  bytes: async (response) => [...new Uint8Array(await response.arrayBuffer())],
  blob: async (response) => (await response.blob()).text(),
  stream: (response): Promise<string> => readAll(response.body!),
  copy: (response) => response.clone().text(),
  head: ({ status, ok, headers, type, redirected }) => [status, ok, [...headers], type, redirected],
}

describe.each([
  ['text', (): Content => TEXT],
  ['a stream', (): Content => stream],
] as const)('a response of %s', (_, content) => {
  const pairs = Object.keys(LOOKS).flatMap((first) => Object.keys(LOOKS).map((second) => [first, second] as const))

  test.each(pairs)('is what a plain one is to whoever takes its %s and then its %s', async (first, second) => {
    const ours = new ScriptedResponse(content(), INIT) as unknown as Response
    const plain = new Response(TEXT, INIT)
    const looks = [LOOKS[first]!, LOOKS[second]!]
    expect(await seen(ours, ...looks)).toEqual(await seen(plain, ...looks))
    expect(ours).toBeInstanceOf(Response)
  })
})

// Helpers

async function readAll(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
