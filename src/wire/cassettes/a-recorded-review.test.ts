import Anthropic from '@anthropic-ai/sdk'
import { LLMock } from '@copilotkit/aimock'
import OpenAI from 'openai'
import { describe, expect } from 'vitest'
import { test } from '../../../fixtures/index.ts'
import { checkComposite, checkProgram } from '../../../properties/index.ts'
import { tampered } from '../../../properties/mutants/tamper.ts'
import { type ModelProvider, runCompositeSync, workerCritic } from '../../index.ts'
import { readCassette, scriptedFetch, scriptFrom } from '../index.ts'

// The recording lies in fixtures/cassettes. To make it again: TRIBUNAL_RECORD=update npx vitest run <this file>; it starts its own server then.

const PORT = 4010
const SERVER = `http://127.0.0.1:${PORT}`
const RECORDING = 'fixtures/cassettes/a-recorded-review/a-draft-is-reviewed-until-it-is-accepted-903bcfba.json'

/** A writer on one provider, a critic on another, streamed: as people write it with the official clients. */
interface Clients {
  readonly openai: OpenAI
  readonly anthropic: Anthropic
}

async function review(
  task: string,
  { openai, anthropic }: Clients,
  alsoTold = (_round: number) => '',
): Promise<string> {
  let notes = ''
  for (let round = 1; round <= 4; round++) {
    const messages = [{ role: 'user' as const, content: `${task}${notes}` }]
    const { choices } = await openai.chat.completions.create({ model: 'writer', messages })
    const draft = choices[0]!.message.content ?? ''
    const running = anthropic.messages.stream({
      model: 'critic',
      max_tokens: 200,
      system: 'You review. Begin with ACCEPT or REJECT.',
      messages: [{ role: 'user', content: `${draft}${alsoTold(round)}` }],
    })
    const { content } = await running.finalMessage()
    const verdict = content.map((block) => (block.type === 'text' ? block.text : '')).join('')
    if (verdict.startsWith('ACCEPT')) return draft
    notes = `\n${verdict}`
  }
  return ''
}

const clients = (options: object): Clients => ({
  openai: new OpenAI({ apiKey: 'none', maxRetries: 0, ...options, baseURL: `${SERVER}/v1` }),
  anthropic: new Anthropic({ apiKey: 'none', maxRetries: 0, ...options, baseURL: SERVER }),
})

async function server(): Promise<LLMock> {
  const mock = new LLMock({ port: PORT, logLevel: 'silent' })
  mock.onMessage(/3 times 5/, { content: '11' })
  mock.onMessage(/3 times 3/, { content: '15' })
  mock.onMessage(/Name a prime/, { content: '9' })
  mock.onMessage(/^9$/, { content: 'REJECT: 9 is 3 times 3.', reasoning: 'Divisible.' })
  mock.onMessage(/^15$/, { content: 'REJECT: 15 is 3 times 5.' })
  mock.onMessage(/^11$/, { content: 'ACCEPT' })
  await mock.start()
  return mock
}

test('a draft is reviewed until it is accepted', async ({ recording }) => {
  const { does, path } = await recording({ folder: '../../../fixtures/cassettes', hosts: ['localhost'] })
  expect(path).toBe(RECORDING)
  const mock = does === 'record' ? await server() : undefined
  try {
    expect(await review('Name a prime above ten.', clients({}))).toBe('11')
  } finally {
    await mock?.stop()
  }
})

describe('its recording', () => {
  const cassette = readCassette(RECORDING)
  const script = scriptFrom(cassette, { routes: { worker: { model: 'writer' }, critic: { system: 'You review.' } } })

  test('is a script: what each slot said, in order, with its thoughts apart', () => {
    expect(script.steps).toMatchObject({
      worker: [{ text: '9' }, { text: '15' }, { text: '11' }],
      critic: [
        { text: 'REJECT: 9 is 3 times 3.', private: { reasoning: 'Divisible.' } },
        { text: 'REJECT: 15 is 3 times 5.' },
        { text: 'ACCEPT' },
      ],
    })
  })

  test('leads the same program through a door, and nothing is left over', async ({ wire }) => {
    const door = wire.fetch(script, { routes: { worker: { model: 'writer' }, critic: { model: 'critic' } } })
    expect(await review('Name a prime above ten.', clients({ fetch: door }))).toBe('11')
    expect(door.session.trace.calls.map(({ slot }) => slot)).toEqual([
      'worker',
      'critic',
      'worker',
      'critic',
      'worker',
      'critic',
    ])
  })

  test('leads a composite of ours through three rounds', () => {
    const input = { task_brief: 'Name a prime above ten.', criteria: 'Only primes.' }
    const run = runCompositeSync(workerCritic, { input, model: script })
    expect(run.result).toEqual({ result: '11', attempts: 3 })
  })

  test('seeds the laws of a program: they find at once what takes two rejections and an acceptance to happen', async () => {
    const program =
      (alsoTold: (task: string) => (round: number) => string) =>
      async ({ task }: { task: string }, model: ModelProvider) => {
        const fetch = scriptedFetch(model, { routes: { worker: { model: 'writer' }, critic: { model: 'critic' } } })
        await review(task, clients({ fetch }), alsoTold(task))
      }
    const options = {
      slots: { worker: {}, critic: { says: ['ACCEPT', 'REJECT'] } },
      inputs: ['task'],
      must: { worker: ['task'], critic: ['worker.text'] },
      sees: { worker: ['critic.text'] },
      laws: ['taint'] as const,
      tries: 1,
      examples: false as const,
      seed: 1,
    }
    const leaky = program((task) => (round) => (round === 3 ? `\n(${task})` : ''))
    const statusOf = async (subject: typeof leaky, seeds: readonly (typeof script)[]) => {
      const { laws } = await checkProgram(subject, { ...options, seeds })
      return laws[0]!.status
    }
    expect(await statusOf(leaky, [])).not.toBe('broken')
    expect(await statusOf(leaky, [script])).toBe('broken')
    expect(
      await statusOf(
        program(() => () => ''),
        [script],
      ),
    ).not.toBe('broken')
  })

  test('seeds the laws of a composite in the same way', async () => {
    const leaky = tampered(workerCritic, { tell: { worker: ({ k, input }) => (k === 3 ? `\n${input.criteria}` : '') } })
    const statusOf = async (composite: typeof leaky, seeds: readonly (typeof script)[]) => {
      const options = { laws: ['taint'] as const, tries: 1, seed: 1, examples: false as const, seeds }
      return (await checkComposite(composite, options)).laws[0]!.status
    }
    expect(await statusOf(leaky, [])).not.toBe('broken')
    expect(await statusOf(leaky, [script])).toBe('broken')
    expect(await statusOf(workerCritic, [script])).not.toBe('broken')
  })
})
