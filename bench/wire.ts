import type { RequestHandler } from 'msw'
import { setupServer } from 'msw/node'
import OpenAI from 'openai'
import { scripted } from '../src/providers/scripted.ts'
import { scriptedFetch } from '../src/wire/index.ts'
import { scriptedHandlers } from '../src/wire/scripted-handlers.ts'
import type { Bench, Comparison, Work } from './bench.ts'
import { workerCritic } from './wire/program.ts'
import { pickReplies, REPLIES } from './wire/provider.ts'
import { aimockTool, bareFetch, mockAgentTool, mswHandler, mswTool, nockTool, type Tool } from './wire/tools.ts'

/**
 * Both sides of a comparison parse what is asked, pick the same reply and write the same body. What ours does besides: it reads the
 * request as its model would, tells the slot, keeps the trace and counts attempts.
 */
export const wire: Bench = {
  name: 'wire',
  about:
    'calls through each door against the same tool answering by hand; a worker-critic run through the OpenAI client.',
  open() {
    const stage = new Stage()
    const comparisons = [rawFetch(), rawStream(), handlers(stage), ownFetch()]
    for (const tool of [mswTool(), mockAgentTool(), aimockTool(), nockTool()]) comparisons.push(beside(tool, stage))
    return { comparisons, close: () => stage.clear() }
  },
}

// Helpers

/** One tool at a time: most of them patch what the others patch. */
class Stage {
  #tool: Pick<Tool, 'on' | 'off'> | undefined

  async use(tool: Pick<Tool, 'on' | 'off'>): Promise<void> {
    if (this.#tool === tool) return
    await this.clear()
    await tool.on()
    this.#tool = tool
  }

  async clear(): Promise<void> {
    await this.#tool?.off()
    this.#tool = undefined
  }
}

const CALLS = 30
const STEPS = Object.fromEntries(
  Object.entries(REPLIES).map(([model, texts]) => [model, Array.from({ length: CALLS }, (_, i) => texts[i % 3]!)]),
)
/** Enough for one sample; a script by itself is made once, as in a test. */
const LONG = scripted(STEPS)
const RUN = scripted({ ...REPLIES })

const asked = (stream: boolean) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: 'Bearer none' },
  body: JSON.stringify({ model: 'worker', messages: [{ role: 'user', content: 'Go on.' }], ...(stream && { stream }) }),
})

/** Thirty calls of a fetch, each read to its end. */
async function calls(
  fetch: (url: string, init: object) => Promise<Response>,
  url: string,
  stream: boolean,
): Promise<number> {
  let sum = 0
  for (let i = 0; i < CALLS; i++) {
    const response = await fetch(url, asked(stream))
    if (!stream) sum += ((await response.json()) as { choices: unknown[] }).choices.length
    else for await (const chunk of response.body as AsyncIterable<Uint8Array>) sum += chunk.length
  }
  return sum
}

const ADDRESS = 'http://models.example/v1/chat/completions'

const rawFetch = (): Comparison => ({
  name: 'fetch door, JSON',
  per: `${CALLS} calls`,
  reach: 1.25,
  baseline: { name: 'fetch by hand', work: () => calls(bareFetch() as never, ADDRESS, false) },
  ours: { name: 'scriptedFetch', work: () => calls(scriptedFetch(LONG), ADDRESS, false) },
})

/** By hand as well as ours: one event for each eight characters, one chunk an event. */
const rawStream = (): Comparison => ({
  name: 'fetch door, streamed',
  per: `${CALLS} calls`,
  reach: 1.25,
  baseline: { name: 'fetch by hand', work: () => calls(streamingFetch() as never, ADDRESS, true) },
  ours: { name: 'scriptedFetch', work: () => calls(scriptedFetch(LONG), ADDRESS, true) },
})

function streamingFetch() {
  const pick = pickReplies()
  return async (_url: string, init: { body: string }): Promise<Response> => {
    const { model } = JSON.parse(init.body) as { model: string }
    const text = pick(model)
    const encoder = new TextEncoder()
    const head = { id: 'chatcmpl-bench', object: 'chat.completion.chunk', created: 1_735_689_600, model }
    const frame = (delta: object, finish_reason: string | null = null) =>
      encoder.encode(
        `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, logprobs: null, finish_reason }] })}\n\n`,
      )
    const frames = [frame({ role: 'assistant', content: '', refusal: null })]
    for (let i = 0; i < text.length; i += 8) frames.push(frame({ content: text.slice(i, i + 8) }))
    frames.push(frame({}, 'stop'), encoder.encode('data: [DONE]\n\n'))
    let next = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const chunk = frames[next++]
        if (chunk) controller.enqueue(chunk)
        else controller.close()
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
}

/** One server: setting it up is not what is compared. */
function handlers(stage: Stage): Comparison {
  const server = setupServer()
  const msw: Pick<Tool, 'on' | 'off'> = {
    on: () => server.listen({ onUnhandledRequest: 'error' }),
    off: () => server.close(),
  }
  // Long enough that each sample has its share of what msw leaves to the garbage collector.
  const through = (make: () => readonly RequestHandler[]) => async () => {
    await stage.use(msw)
    let sum = 0
    for (let i = 0; i < 20; i++) {
      server.resetHandlers(...make())
      sum += await calls(fetch, ADDRESS, false)
    }
    return sum
  }
  return {
    name: 'msw door',
    per: `${20 * CALLS} calls`,
    reach: 1.25,
    baseline: { name: 'msw handler by hand', work: through(() => [mswHandler(ADDRESS)]) },
    ours: { name: 'scriptedHandlers', work: through(() => scriptedHandlers(LONG)) },
  }
}

const client = (own: object) => new OpenAI({ apiKey: 'none', maxRetries: 0, ...own })

const throughScriptedFetch: Work = () => workerCritic(client({ fetch: scriptedFetch(RUN) }))

const ownFetch = (): Comparison => ({
  name: 'worker-critic, OpenAI client',
  per: 'run',
  reach: 1.053,
  baseline: { name: 'own fetch by hand', work: () => workerCritic(client({ fetch: bareFetch() })) },
  ours: { name: 'scriptedFetch', work: throughScriptedFetch },
})

const beside = (tool: Tool, stage: Stage): Comparison => ({
  name: 'worker-critic, OpenAI client',
  per: 'run',
  baseline: {
    name: tool.name,
    async work() {
      await stage.use(tool)
      return workerCritic(client(tool.client()))
    },
  },
  ours: { name: 'scriptedFetch', work: throughScriptedFetch },
})
