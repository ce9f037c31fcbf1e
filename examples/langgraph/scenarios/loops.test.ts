import { ChatOpenAI } from '@langchain/openai'
import { expect } from 'vitest'
import { accept, decide, type ModelProvider, readDecision, readVerdict, reject, say, scripted } from 'vitest-tribunal'
import { test } from 'vitest-tribunal/fixtures'
import { assertProgram, checkProgram } from 'vitest-tribunal/properties'
import { scriptedFetch } from 'vitest-tribunal/wire'
import { actInOneThread, actUnderWatch } from '../src/act-under-watch.ts'
import { type Assignment, writeAndReview } from '../src/write-and-review.ts'

const routes = {
  worker: { system: 'You write.' },
  critic: { system: 'You review.' },
  actor: { system: 'You act.' },
  observer: { system: 'You observe.' },
  arbiter: { system: 'You decide.' },
}

/** The model that the program takes, whose requests a script or a law answers. */
const modelOf = (fetch: typeof globalThis.fetch) =>
  new ChatOpenAI({ model: 'gpt-5.2', apiKey: 'none', maxRetries: 0, configuration: { fetch } })

test('a rejected draft is written again, and the worker learns why', async ({ wire }) => {
  const script = scripted({ worker: ['9', '11'], critic: [reject({ reasoning: '9 is 3 × 3.' }), accept()] })
  const fetch = wire.fetch(script, { routes })
  const input = { task: 'Name a prime.', rubric: 'It is above 10.' }
  expect(await writeAndReview(input, modelOf(fetch))).toEqual({ draft: '11', round: 2, accepted: true })
  expect(fetch.session.trace.calls[2]?.request.brief).toContain('9 is 3 × 3.')
})

test('an actor is adjusted once, whatever it thinks of it', async ({ wire }) => {
  const script = scripted({
    actor: ['Deleted it.', say('Moved it.', { reasoning: 'Nobody will look.' })],
    observer: ['It is gone.', 'It is in the archive.'],
    arbiter: [decide('adjust', { adjustment: 'Keep a copy.' }), decide('continue', { adjustment: '' })],
  })
  const fetch = wire.fetch(script, { routes })
  expect(await actUnderWatch({ task: 'Tidy up.' }, modelOf(fetch))).toEqual({
    outcome: 'Moved it.',
    cycle: 2,
    decision: 'continue',
  })
  expect(fetch.session.trace.calls.map(({ slot, call }) => `${slot} ${call}`)).toEqual([
    ...['actor 1', 'observer 1', 'arbiter 1'],
    ...['actor 2', 'observer 2', 'arbiter 2'],
  ])
})

test('whatever is said, the worker never learns the rubric', ({ task }) =>
  assertProgram(
    (input: Assignment, model: ModelProvider) => writeAndReview(input, modelOf(scriptedFetch(model, { routes }))),
    {
      task,
      name: 'writeAndReview',
      slots: { worker: {}, critic: { replySchema: VERDICT, decides: readVerdict } },
      inputs: ['task', 'rubric'],
      // What a slot says is no must: over the wire an empty reply is one, and then there is nothing to hand on.
      must: { worker: ['task'], critic: ['task', 'rubric'] },
      sees: { critic: ['worker.text'], worker: ['critic.text', 'critic.data', 'critic.reading.reasoning'] },
      laws: ['taint', 'noninterference', 'bounds'],
      tries: 100,
    },
  ))

test('whatever is said, the arbiter knows the report alone', ({ task }) =>
  assertProgram(
    (input: { task: string }, model: ModelProvider) => actUnderWatch(input, modelOf(scriptedFetch(model, { routes }))),
    {
      task,
      name: 'actUnderWatch',
      slots: { actor: {}, observer: {}, arbiter: { replySchema: DECISION, decides: readDecision } },
      inputs: ['task'],
      must: { actor: ['task'], observer: ['task'], arbiter: ['task'] },
      sees: {
        observer: ['actor.text'],
        arbiter: ['observer.text'],
        actor: ['arbiter.text', 'arbiter.data', 'arbiter.reading.adjustment'],
      },
      laws: ['taint', 'noninterference', 'bounds'],
      tries: 100,
    },
  ))

test('a state of messages that everybody shares is found out: the arbiter reads what the actor said', async ({
  task,
}) => {
  const { laws } = await checkProgram(
    (input: { task: string }, model: ModelProvider) => actInOneThread(input, modelOf(scriptedFetch(model, { routes }))),
    {
      task,
      name: 'actInOneThread',
      slots: ['actor', 'observer', 'arbiter'],
      inputs: ['task'],
      must: { actor: ['task'], observer: ['task', 'actor.text'], arbiter: ['task', 'observer.text'] },
      laws: ['taint'],
      expect: 'broken',
    },
  )
  expect(laws[0]?.message).toContain('Way: actor.text 1 → request of arbiter, call 1')
  // The smallest script that shows it: one plain reply of each.
  expect(laws[0]?.counterexample?.match(/\w+: \['text 1 of \w+/g)).toEqual([
    "actor: ['text 1 of actor",
    "observer: ['text 1 of observer",
    "arbiter: ['text 1 of arbiter",
  ])
})

const VERDICT = {
  type: 'object',
  properties: { verdict: { enum: ['accept', 'reject'] }, reasoning: { type: 'string' } },
  required: ['verdict', 'reasoning'],
}

const DECISION = {
  type: 'object',
  properties: { decision: { enum: ['continue', 'adjust', 'abort'] }, adjustment: { type: 'string' } },
  required: ['decision', 'adjustment'],
}
