import { http, type RequestHandler } from 'msw'
import { bodyStream } from './body-stream.ts'
import { Exchange, type WireOptions } from './exchange.ts'
import { givenUp } from './given-up.ts'
import type { WireAnswer } from './wire-answer.ts'
import type { WireModel, WireSession } from './wire-session.ts'

/** Request handlers of msw that a script answers, with the session that it plays. */
export type ScriptedHandlers = readonly RequestHandler[] & { readonly session: WireSession }

/**
 * Handlers for msw, 2 or 3, for programs whose client takes no `fetch`: what is sent to a model, at any address, is answered by
 * a script; everything else is left to your other handlers. They open one session: make them in the test that uses them.
 *
 * @param model - a script, or any model
 * @param options - what tells the slots apart, and how bodies arrive
 *
 * @example
 * ```ts no-run
 * import { setupServer } from 'msw/node'
 * import { scripted } from 'vitest-tribunal'
 * import { scriptedHandlers } from 'vitest-tribunal/wire/msw'
 *
 * const handlers = scriptedHandlers(scripted({ worker: ['11'] }))
 * const server = setupServer(...handlers)
 * server.listen({ onUnhandledRequest: 'error' })
 * ```
 */
export function scriptedHandlers(model: WireModel, options: WireOptions = {}): ScriptedHandlers {
  const exchange = new Exchange(model, options)
  // An expression: a pattern would be put together anew for each request.
  const handler = http.post(/^/, async ({ request }) => {
    const { method, url, headers, signal } = request
    const path = new URL(url).pathname
    if (exchange.formatOf(path) === undefined) return undefined
    const body = await request.text()
    return toResponse(await exchange.answer({ method, path, headers, body, signal }), signal)
  })
  return Object.freeze(Object.assign([handler], { session: exchange.session }))
}

// Helpers

function toResponse(answer: WireAnswer, signal: AbortSignal): Response | Promise<Response> {
  switch (answer.kind) {
    case 'reset':
    case 'timed-out':
      // msw knows one way only in which a connection fails.
      return Response.error()
    case 'hang':
      // msw itself tells the client that it has given up.
      return givenUp(signal).then(() => Response.error())
    case 'body':
      return new Response(answer.body, answer)
    case 'stream':
      return new Response(bodyStream(answer, signal), { headers: answer.headers })
  }
}
