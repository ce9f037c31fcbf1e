import { LLMock } from '@copilotkit/aimock'
import { HttpResponse, http, type RequestHandler } from 'msw'
import { setupServer } from 'msw/node'
import nock from 'nock'
import { MockAgent } from 'undici'
import { bodyOf, pickReplies } from './provider.ts'

/** A tool that answers in place of a provider, with the replies of the bench, by hand. */
export interface Tool {
  readonly name: string
  /** Where a client finds it, and what else it is told. */
  readonly client: () => { baseURL?: string; fetch?: typeof fetch; fetchOptions?: object; maxRetries?: number }
  on(): void | Promise<void>
  off(): void | Promise<void>
}

// It is active from its import on, and would answer in every other bench.
nock.restore()

const JSON_HEADERS = { 'content-type': 'application/json' }

/** A fetch by hand, which makes plain responses. */
export function bareFetch(): typeof fetch {
  const pick = pickReplies()
  return async (_, init) => {
    const { model } = JSON.parse(init?.body as string) as { model: string }
    return new Response(bodyOf(model, pick(model)), { headers: JSON_HEADERS })
  }
}

/** A handler of msw by hand. */
export function mswHandler(address: string): RequestHandler {
  const pick = pickReplies()
  return http.post(address, async ({ request }) => {
    const { model } = (await request.json()) as { model: string }
    return new HttpResponse(bodyOf(model, pick(model)), { headers: JSON_HEADERS })
  })
}

/** msw with a handler by hand. */
export function mswTool(): Tool {
  const server = setupServer(mswHandler('http://msw.example/v1/chat/completions'))
  return {
    name: 'msw handler',
    client: () => ({ baseURL: 'http://msw.example/v1' }),
    on: () => server.listen({ onUnhandledRequest: 'error' }),
    off: () => server.close(),
  }
}

/** nock with a reply by hand. */
export function nockTool(): Tool {
  const pick = pickReplies()
  return {
    name: 'nock reply',
    client: () => ({ baseURL: 'http://nock.example/v1' }),
    on() {
      if (!nock.isActive()) nock.activate()
      nock('http://nock.example')
        .persist()
        .post('/v1/chat/completions')
        .reply(async (request: Request) => {
          const { model } = (await request.json()) as { model: string }
          return [200, bodyOf(model, pick(model)), JSON_HEADERS]
        })
    },
    off() {
      nock.cleanAll()
      nock.restore()
    },
  }
}

/** undici's MockAgent, given to the client's own fetch. */
export function mockAgentTool(): Tool {
  const pick = pickReplies()
  const agent = new MockAgent()
  agent.disableNetConnect()
  agent
    .get('http://agent.example')
    .intercept({ path: '/v1/chat/completions', method: 'POST' })
    .reply(200, ({ body }) => bodyOf(modelIn(body), pick(modelIn(body))), { headers: JSON_HEADERS })
    .persist()
  return {
    name: 'undici MockAgent',
    client: () => ({ baseURL: 'http://agent.example/v1', fetchOptions: { dispatcher: agent } }),
    on() {},
    off: () => agent.close(),
  }
}

/** aimock: a server on this machine, in this process. */
export function aimockTool(): Tool {
  const pick = pickReplies()
  const mock = new LLMock({ port: 0, logLevel: 'silent' })
  mock.onMessage(/./, ({ model }) => ({ content: pick(model) }))
  return {
    name: 'aimock server',
    // Between two turns of it the server may have closed a connection that the client has kept.
    client: () => ({ baseURL: `${mock.url}/v1`, maxRetries: 5 }),
    async on() {
      await mock.start()
    },
    async off() {
      await mock.stop()
    },
  }
}

// Helpers

const modelIn = (body: unknown): string => (JSON.parse(String(body)) as { model: string }).model
