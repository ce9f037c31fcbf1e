import type { RecordOptions } from '../../../../fixtures/index.ts'

/** Where the server is, or was. */
export const SERVER = process.env.SERVER!

/** Not written here: Vitest prints the lines around a failure. */
export const { key, address, organisation, own } = JSON.parse(process.env.SECRETS!) as Record<string, string>

/** What every recording of this project is told. */
export const RECORD: RecordOptions = {
  folder: process.env.CASSETTES!,
  hosts: ['localhost'],
  redact: { patterns: [own!] },
}

/** A program that asks a model by fetch, and swallows whatever comes back; it is careless with secrets. */
export async function ask(content: string): Promise<string> {
  const response = await fetch(`${SERVER}/v1/chat/completions?key=${key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, cookie: own!, 'x-told': own! },
    body: JSON.stringify({
      model: 'worker',
      user: address,
      metadata: { deep: [{ api_key: own, text: `I am ${address} of ${organisation}.` }] },
      messages: [{ role: 'user', content: `${content} My key is ${key}. ${own}` }],
    }),
  })
  return response.text()
}
