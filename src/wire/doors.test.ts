import fc from 'fast-check'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { wireChunks, wireFaults } from '../../properties/wire-faults.ts'
import { clientProvider } from '../../test/wire/client-provider.ts'
import { CLIENTS, type Client } from '../../test/wire/sdk-clients.ts'
import {
  accept,
  decide,
  fault,
  type ModelProvider,
  oversight,
  reject,
  runComposite,
  type Script,
  type Step,
  say,
  scripted,
  workerCritic,
} from '../index.ts'
import { type Chunks, scriptedFetch, scriptedProvider, type WireOptions, type WireTrace } from './index.ts'
import { scriptedHandlers } from './scripted-handlers.ts'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

type Program = (model: ModelProvider) => Promise<unknown>

/** A door with one of the clients before it; the first is the one without a wire. */
interface Way {
  readonly name: string
  through(program: Program, script: Script, options: WireOptions, timeout: number): Promise<WireTrace>
}

const WAYS: readonly Way[] = [
  {
    name: 'the provider',
    async through(program, script) {
      const model = scriptedProvider(script)
      await program(model)
      return model.session.trace
    },
  },
  ...CLIENTS.flatMap((client): Way[] => [
    {
      name: `fetch, ${client.name}`,
      async through(program, script, options, timeout) {
        const fetch = scriptedFetch(script, options)
        await program(clientProvider(client, fetch, timeout))
        return fetch.session.trace
      },
    },
    {
      name: `msw, ${client.name}`,
      async through(program, script, options, timeout) {
        const handlers = scriptedHandlers(script, options)
        server.resetHandlers(...handlers)
        await program(clientProvider(client, undefined, timeout))
        return handlers.session.trace
      },
    },
  ]),
]

const INPUT = { task_brief: 'Name a prime.', criteria: 'It is above 10, and nobody says so in so many words.' }

const words = fc.constantFrom('11', 'Élève says 13.', 'A\nlong one: '.repeat(40).trim(), '🙂')
const asides = fc.constantFrom<Parameters<typeof say>[1]>(
  {},
  { reasoning: 'Nobody will look – überhaupt.' },
  { usage: { inputTokens: 7, outputTokens: 3 } },
  { selfAssessment: 'Poor.' },
  { toolCalls: [{ id: 'a', name: 'search', arguments: { for: ['primes', null, 1.5] } }] },
)
const spoken = fc.tuple(words, asides).map(([text, aside]): Step => say(text, aside))
const verdicts = fc.oneof(
  fc.constant<Step>(accept('Fine.')),
  words.map((reasoning): Step => reject({ reasoning, suggestions: ['Another.'] })),
  // JSON, as it was asked for: the stream of a client that checks it would fail on anything else.
  fc.constant<Step>('{"verdict":"perhaps"}'),
)
const decisions = fc.oneof(
  fc.constant<Step>(decide('continue')),
  words.map((adjustment): Step => decide('adjust', { adjustment })),
  fc.constant<Step>(decide('abort', { reason: 'Enough.' })),
)
/** A fault that every client takes for one; what became of a reply that arrives cut is for each program to find out. */
const plainFaults = fc.constantFrom<Step>(fault.status(500), fault.status(429), fault.transport(), fault.malformed())
const three = (step: fc.Arbitrary<Step>) =>
  fc
    .tuple(fc.tuple(step, step, step), fc.option(fc.tuple(fc.nat(2), plainFaults), { freq: 3 }))
    .map(([list, broken]) => list.map((one, i): Step => (broken?.[0] === i ? broken[1] : one)))

describe('the same script', { timeout: 120_000 }, () => {
  test('leaves the same trace through each door: a worker and its critic', async () => {
    const scripts = fc.record({ worker: three(spoken), critic: three(verdicts) })
    await fc.assert(
      fc.asyncProperty(scripts, wireChunks(), async (steps, chunks) => {
        const script = scripted(steps)
        const program = (model: ModelProvider) => runComposite(workerCritic, { input: INPUT, model })
        await sameThroughAll(program, script, chunks)
      }),
      { numRuns: 12 },
    )
  })

  test('leaves the same trace through each door: an actor under oversight', async () => {
    const scripts = fc.record({ actor: three(spoken), observer: three(spoken), arbiter: three(decisions) })
    await fc.assert(
      fc.asyncProperty(scripts, wireChunks(), async (steps, chunks) => {
        const script = scripted(steps)
        const program = (model: ModelProvider) =>
          runComposite(oversight, { input: { task_brief: INPUT.task_brief }, model })
        await sameThroughAll(program, script, chunks)
      }),
      { numRuns: 8 },
    )
  })

  test('leaves the same trace through each door, whatever goes wrong on the wire', async () => {
    const steps = fc.array(fc.oneof(spoken, wireFaults()), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(steps, wireChunks(), async (worker, chunks) => {
        const program = async (model: ModelProvider) => {
          for (const [i] of worker.entries())
            try {
              await model.respond({ slot: 'worker', component: 'worker', brief: `Question ${i}` }, {})
            } catch {
              // What the client makes of it is for another test.
            }
        }
        await sameThroughAll(program, scripted({ worker }), chunks)
      }),
      { numRuns: 20 },
    )
  })

  test('leaves the same trace when a client waits in vain', async () => {
    const script = scripted({ worker: [fault.timeout()], critic: [] })
    await sameThroughAll((model) => runComposite(workerCritic, { input: INPUT, model }), script, 'events', 30)
  })

  test('leaves the same trace when slots are asked side by side', async () => {
    const script = scripted({ a: ['1', '2', '3'], b: ['4', '5', '6'] })
    const program = (model: ModelProvider) =>
      Promise.all(
        ['a', 'b', 'a', 'b', 'a', 'b'].map((slot, i) =>
          model.respond({ slot, component: slot, brief: `Question ${i}` }, {}),
        ),
      )
    await sameThroughAll(program, script, 'events')
  })
})

describe.each(CLIENTS.filter(({ stream }) => stream))('a stream by way of $name', { timeout: 60_000 }, (client) => {
  const replies = fc.tuple(words, asides, asides).map(([text, one, other]) => say(text, { ...one, ...other }))

  test('gives the same reply however it is cut into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(replies, wireChunks(), async (reply, chunks) => {
        const whole = await client.ask(scriptedFetch(scripted({ worker: [reply] }), { chunks: 'whole' }))
        const cut = await client.ask(scriptedFetch(scripted({ worker: [reply] }), { chunks }))
        expect(cut).toEqual(whole)
        expect(await throughMsw(client, reply, { chunks })).toEqual(whole)
      }),
      { numRuns: 40 },
    )
  })

  test('is what the same client makes of the reply without a stream', async () => {
    const plain = CLIENTS.find(({ name }) => name === client.name.replace(', streamed', ''))!
    await fc.assert(
      fc.asyncProperty(replies, async (reply) => {
        const [streamed, whole] = await Promise.all(
          [client, plain].map((one) => one.ask(scriptedFetch(scripted({ worker: [reply] })))),
        )
        expect(streamed).toEqual(whole)
      }),
      { numRuns: 40 },
    )
  })
})

// Helpers

async function sameThroughAll(program: Program, script: Script, chunks: Chunks, timeout = 60_000): Promise<void> {
  const traces: [string, WireTrace][] = []
  for (const way of WAYS) traces.push([way.name, await way.through(program, script, { chunks }, timeout)])
  const [, first] = traces[0]!
  expect(first.calls).not.toEqual([])
  for (const [name, trace] of traces) expect({ name, ...trace }).toEqual({ name, ...first })
}

function throughMsw(client: Client, reply: Step, options: WireOptions) {
  server.resetHandlers(...scriptedHandlers(scripted({ worker: [reply] }), options))
  return client.ask(undefined)
}
