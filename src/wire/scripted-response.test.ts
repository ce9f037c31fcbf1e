import { describe, expect, test } from 'vitest'
import { ScriptedResponse } from './scripted-response.ts'

const INIT = { status: 429, headers: { 'content-type': 'application/json', 'x-request-id': 'req_1' } }
const TEXT = '{"text":"Élève"}'

const stream = () => new Response(TEXT).body as ReadableStream<Uint8Array>

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
  stream: async (response): Promise<string> => {
    let text = ''
    for await (const chunk of response.body!) text += new TextDecoder().decode(chunk, { stream: true })
    return text
  },
  copy: (response) => response.clone().text(),
  head: ({ status, ok, headers, type, redirected }) => [status, ok, [...headers], type, redirected],
}

describe.each([
  ['text', () => TEXT],
  ['a stream', () => stream],
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
