import { bodyStream, connectionReset, connectionTimedOut } from './body-stream.ts'
import { Exchange, type HttpRequest, type WireOptions } from './exchange.ts'
import { givenUp } from './given-up.ts'
import { ScriptedResponse } from './scripted-response.ts'
import type { WireAnswer } from './wire-answer.ts'
import type { WireModel, WireSession } from './wire-session.ts'

/** A `fetch` that a script answers, with the session that it plays. */
export interface ScriptedFetch {
  (input: string | URL | Request, init?: RequestInit): Promise<Response>
  readonly session: WireSession
}

/**
 * A `fetch` for a client's option of that name: what it sends is answered by a script, in the format in which it asks. Nothing
 * is patched, so tests may run side by side, each with its own. It opens one session: make one a test.
 *
 * @param model - a script, or any model
 * @param options - what tells the slots apart, and how bodies arrive
 *
 * @example
 * ```ts
 * import OpenAI from 'openai'
 * import { scripted } from 'vitest-tribunal'
 * import { scriptedFetch } from 'vitest-tribunal/wire'
 *
 * const fetch = scriptedFetch(scripted({ worker: ['11'] }))
 * const client = new OpenAI({ apiKey: 'none', fetch })
 * const { choices } = await client.chat.completions.create({
 *   model: 'any', messages: [{ role: 'user', content: 'Name a prime.' }],
 * })
 * console.log(choices[0]?.message.content, fetch.session.trace.calls[0]?.request.brief) // 11 Name a prime.
 * ```
 */
export function scriptedFetch(model: WireModel, options: WireOptions = {}): ScriptedFetch {
  const exchange = new Exchange(model, options)
  const fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const asked = await httpRequest(input, init)
    const { signal } = asked
    signal?.throwIfAborted()
    const answer = await exchange.answer(asked)
    signal?.throwIfAborted()
    return toResponse(answer, signal)
  }
  return Object.assign(fetch, { session: exchange.session })
}

// Helpers

/** What the official clients send is a text: no Request is made for it. */
async function httpRequest(input: string | URL | Request, init: RequestInit): Promise<HttpRequest> {
  if (typeof init.body === 'string' && !(input instanceof Request)) {
    const { method = 'GET', headers, body, signal } = init
    return {
      method: method.toUpperCase(),
      path: pathOf(String(input)),
      headers: headers instanceof Headers ? headers : new Headers(headers),
      body,
      signal: signal ?? undefined,
    }
  }
  const request = new Request(input, init)
  const { method, url, headers, signal } = request
  return { method, path: pathOf(url), headers, body: await request.text(), signal }
}

/** The path of an address, which may be a relative one. */
const pathOf = (url: string): string => url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '')

function toResponse(answer: WireAnswer, signal: AbortSignal | undefined): Response | Promise<Response> {
  switch (answer.kind) {
    case 'reset':
      throw connectionReset('fetch failed', answer.why)
    case 'timed-out':
      throw connectionTimedOut(answer.why)
    case 'hang':
      return givenUp(signal).then((reason) => Promise.reject(reason))
    case 'body':
      return scripted(answer.body, answer)
    case 'stream':
      return scripted(() => bodyStream(answer, signal), { status: 200, headers: answer.headers })
  }
}

/** A Response in all that can be seen of it. */
const scripted = (...content: ConstructorParameters<typeof ScriptedResponse>): Response =>
  new ScriptedResponse(...content) as unknown as Response
