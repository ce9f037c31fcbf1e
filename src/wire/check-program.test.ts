import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { checkProgram } from '../../properties/index.ts'
import type { ModelProvider } from '../index.ts'
import { scriptedFetch } from './index.ts'

type Message = OpenAI.ChatCompletionMessageParam

/** A writer and a reviewer, as people write them with the client; what the reviewer is sent is made by `tell`. */
const program =
  (tell: (task: string, draft: OpenAI.ChatCompletionMessage) => Message[]) =>
  async ({ task }: { task: string }, model: ModelProvider) => {
    const fetch = scriptedFetch(model, { routes: { writer: { model: 'big' }, reviewer: { system: 'You review.' } } })
    const client = new OpenAI({ apiKey: 'none', fetch, maxRetries: 0 })
    const ask = async (name: string, messages: Message[]) => {
      const { choices } = await client.chat.completions.create({ model: name, messages })
      return choices[0]!.message
    }
    const draft = await ask('big', [{ role: 'user', content: task }])
    await ask('small', [{ role: 'system', content: 'You review.' }, ...tell(task, draft)])
    fetch.session.assertSpent()
  }

const options = {
  slots: ['writer', 'reviewer'],
  inputs: ['task'],
  must: { writer: ['task'], reviewer: ['writer.text'] },
  laws: ['taint', 'noninterference'] as const,
  tries: 400,
  examples: false as const,
  seed: 1,
}

const statuses = async (tell: Parameters<typeof program>[0]) => {
  const { laws } = await checkProgram(program(tell), options)
  return Object.fromEntries(laws.map(({ law, status }) => [law, status]))
}

test('laws hold of a program that keeps its slots apart over the wire', { timeout: 60_000 }, async () => {
  const held = await statuses((_, { content }) => [{ role: 'user', content: content ?? '' }])
  expect(held).toEqual({ taint: 'held', noninterference: 'held' })
})

test('laws find what a program hands on over the wire: a task, and private reasoning', {
  timeout: 60_000,
}, async () => {
  const history = await statuses((task, { content }) => [
    { role: 'user', content: task },
    { role: 'assistant', content },
    { role: 'user', content: content ?? '' },
  ])
  expect(history).toEqual({ taint: 'broken', noninterference: 'broken' })
  const reasoning = await statuses((_, draft) => [draft, { role: 'user', content: draft.content ?? '' }])
  expect(reasoning).toEqual({ taint: 'broken', noninterference: 'broken' })
})
