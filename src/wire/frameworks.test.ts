import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wireFaults } from '../../properties/wire-faults.ts'
import { clientProvider } from '../../test/wire/client-provider.ts'
import { FAULTS } from '../../test/wire/faults.ts'
import { FRAMEWORKS, frameworkProvider } from '../../test/wire/framework-models.ts'
import { CLIENTS } from '../../test/wire/sdk-clients.ts'
import {
  accept,
  fault,
  type ModelProvider,
  reject,
  runComposite,
  type Script,
  type Step,
  say,
  scripted,
  workerCritic,
} from '../index.ts'
import { scriptedFetch, type WireTrace } from './index.ts'

const [chat] = CLIENTS

/** The trace of a program through the client that all other doors are held against, and through each framework's model. */
async function tracesOf(program: (model: ModelProvider) => Promise<unknown>, script: Script) {
  const fetch = scriptedFetch(script, { waits: 'none' })
  await program(clientProvider(chat!, fetch))
  const traces: [string, WireTrace][] = []
  for (const framework of FRAMEWORKS) {
    const { provider, session } = frameworkProvider(framework, script)
    await program(provider)
    traces.push([framework.name, session.trace])
  }
  return { through: fetch.session.trace, traces }
}

const words = fc.constantFrom('11', 'Élève says 13.', 'A\nlong one: '.repeat(40).trim(), '🙂')
const asides = fc.constantFrom<Parameters<typeof say>[1]>(
  {},
  { reasoning: 'Nobody will look – überhaupt.' },
  { usage: { inputTokens: 7, outputTokens: 3 } },
  { selfAssessment: 'Poor.' },
  {
    toolCalls: [
      { id: 'a', name: 'search', arguments: { for: ['primes', null, 1.5] } },
      { id: 'b', name: 'grade', arguments: {} },
    ],
  },
)
const replies = fc.tuple(words, asides, asides).map(([text, one, other]) => say(text, { ...one, ...other }))
const plainFaults = fc.constantFrom<Step>(fault.status(500), fault.transport(), fault.malformed())

describe('the same script', { timeout: 60_000 }, () => {
  test('leaves the same trace through a framework as over the wire', async () => {
    const scripts = fc.record({
      worker: fc.tuple(replies, fc.oneof(replies, plainFaults)),
      critic: fc.tuple(
        words.map((reasoning): Step => reject({ reasoning })),
        fc.constant<Step>(accept()),
      ),
    })
    const input = { task_brief: 'Name a prime.', criteria: 'It is above 10.' }
    await fc.assert(
      fc.asyncProperty(scripts, async (steps) => {
        const program = (model: ModelProvider) => runComposite(workerCritic, { input, model })
        const { through, traces } = await tracesOf(program, scripted(steps))
        expect(through.calls.length).toBeGreaterThan(2)
        for (const trace of traces) expect(trace).toEqual([trace[0], through])
      }),
      { numRuns: 20 },
    )
  })

  test('leaves the same trace, whatever goes wrong', async () => {
    const steps = fc.array(fc.oneof(replies, wireFaults()), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(steps, async (worker) => {
        const program = async (model: ModelProvider) => {
          for (const [i] of worker.entries()) {
            const asked = model.respond({ slot: 'worker', component: 'worker', brief: `Question ${i}` }, {})
            await Promise.resolve(asked).catch(() => undefined)
          }
        }
        const { through, traces } = await tracesOf(program, scripted({ worker }))
        expect(through.calls).toHaveLength(worker.length)
        for (const trace of traces) expect(trace).toEqual([trace[0], through])
      }),
      { numRuns: 60 },
    )
  })
})

describe.each(FRAMEWORKS)('a model for $name', (framework) => {
  test('says what the same script says over the wire', async () => {
    await fc.assert(
      fc.asyncProperty(replies, async (reply) => {
        const { finish: _, ...over } = await chat!.ask(scriptedFetch(scripted({ worker: [reply] })))
        const { finish, ...said } = await framework.open(scripted({ worker: [reply] })).ask()
        expect(said).toEqual(over)
        expect(finish).toMatch(/^(stop|tool-calls|completed)$/)
      }),
      { numRuns: 40 },
    )
  })

  test('reads instructions, tools, a schema and a temperature as they are read off the wire', async () => {
    const schema = { type: 'object', properties: { verdict: { type: 'string' } } }
    const asked = { brief: 'Is 9 a prime?', system: 'You judge.', tools: ['search', 'grade'], schema, model: 'm' }
    const step = say('', { data: { verdict: 'no' } })
    const fetch = scriptedFetch(scripted({ critic: [step] }))
    const over = await chat!.ask(fetch, asked)
    const { ask, session } = framework.open(scripted({ critic: [step] }))
    expect((await ask(asked)).text).toBe(over.text)
    expect(session.trace).toEqual(fetch.session.trace)
    session.assertSpent()
  })

  test('ends as what went wrong makes it end, and the same each time', async () => {
    const ends: Record<string, string> = {}
    for (const [what, step] of Object.entries(FAULTS)) {
      const end = async () => {
        const { ask } = framework.open(scripted({ worker: [step] }), { waits: 'none' })
        return ask().then(
          ({ text, refusal, toolCalls, finish }) =>
            `${finish}: ${[text, refusal, ...toolCalls.map(({ id }) => String(id))].filter(Boolean).join(' ') || 'nothing'}`,
          (error) => `${error.name}: ${error.message}`,
        )
      }
      ends[what] = await end()
      expect(await end()).toBe(ends[what])
    }
    expect(ends).toMatchSnapshot()
  })

  test('fails the test, and tells the program, when it cannot be told which slot asks', async () => {
    const { ask, session } = framework.open(scripted({ worker: ['11'], critic: ['?'] }))
    await expect(ask()).rejects.toMatchObject({ code: 'unrouted-request' })
    expect(() => session.assertSpent()).toThrow(expect.objectContaining({ code: 'unrouted-request' }))
  })

  test('asks nobody once it was given up, and waits no longer than the program', async () => {
    const gone = framework.open(scripted({ worker: ['11'] }))
    await expect(gone.ask({ signal: AbortSignal.abort(new Error('Gone.')) })).rejects.toThrow('Gone.')
    expect(gone.session.trace.calls).toEqual([])
    const late = framework.open(scripted({ worker: [fault.timeout()] }))
    const controller = new AbortController()
    const waiting = late.ask({ signal: controller.signal })
    queueMicrotask(() => controller.abort(new Error('Too long.')))
    await expect(waiting).rejects.toThrow('Too long.')
  })

  test('waits no longer than the program for a model that thinks, either', async () => {
    const giving = new AbortController()
    const respond = () => {
      queueMicrotask(() => giving.abort(new Error('Too long.')))
      return new Promise<never>(() => {})
    }
    const { ask, session } = framework.open({ id: 'slow', respond })
    await expect(ask({ signal: giving.signal })).rejects.toThrow('Too long.')
    expect(session.trace.calls.map(({ attempts }) => attempts)).toEqual([
      [{ fault: expect.objectContaining({ kind: 'timeout' }) }],
    ])
  })
})
