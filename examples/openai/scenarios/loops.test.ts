import OpenAI from 'openai'
import { expect } from 'vitest'
import {
  accept,
  decide,
  fault,
  type ModelProvider,
  readDecision,
  readVerdict,
  reject,
  say,
  scripted,
} from 'vitest-tribunal'
import { test } from 'vitest-tribunal/fixtures'
import { assertProgram, checkProgram } from 'vitest-tribunal/properties'
import { scriptedFetch } from 'vitest-tribunal/wire'
import { actUnderWatch } from '../src/act-under-watch.ts'
import { reviewInOneThread } from '../src/review-in-one-thread.ts'
import { type Assignment, writeAndReview } from '../src/write-and-review.ts'

const routes = {
  planner: { system: 'You plan.' },
  worker: { system: 'You write.' },
  critic: { system: 'You review.' },
  actor: { system: 'You act.' },
  observer: { system: 'You observe.' },
  arbiter: { system: 'You decide.' },
}

/** A client of the program's own whose requests a script or a law answers. */
const clientOf = (fetch: typeof globalThis.fetch) => new OpenAI({ apiKey: 'none', maxRetries: 0, fetch })

test('a rejected draft is written again, and the worker learns why', async ({ wire }) => {
  const script = scripted({ worker: ['9', '11'], critic: [reject({ reasoning: '9 is 3 × 3.' }), accept()] })
  const fetch = wire.fetch(script, { routes })
  const input = { task: 'Name a prime.', rubric: 'It is above 10.' }
  expect(await writeAndReview(input, clientOf(fetch))).toEqual({ draft: '11', round: 2, accepted: true })
  expect(fetch.session.trace.calls[2]?.request.brief).toContain('9 is 3 × 3.')
})

test('an actor is adjusted once, and a limit is survived', async ({ wire }) => {
  const script = scripted({
    actor: [fault.status(429), 'Deleted it.', say('Moved it.', { reasoning: 'Nobody will look.' })],
    observer: ['It is gone.', 'It is in the archive.'],
    arbiter: [decide('adjust', { adjustment: 'Keep a copy.' }), decide('continue', { adjustment: '' })],
  })
  const fetch = wire.fetch(script, { routes, waits: 'none' })
  const client = new OpenAI({ apiKey: 'none', fetch })
  expect(await actUnderWatch({ task: 'Tidy up.' }, client)).toEqual({
    outcome: 'Moved it.',
    cycle: 2,
    decision: 'continue',
  })
  expect(fetch.session.trace.calls.map(({ slot, attempts }) => `${slot} ${attempts.length}`)).toEqual([
    ...['actor 2', 'observer 1', 'arbiter 1'],
    ...['actor 1', 'observer 1', 'arbiter 1'],
  ])
})

test('whatever is said, the worker never learns the rubric', ({ task }) =>
  assertProgram(
    (input: Assignment, model: ModelProvider) => writeAndReview(input, clientOf(scriptedFetch(model, { routes }))),
    {
      task,
      name: 'writeAndReview',
      slots: { worker: {}, critic: { replySchema: VERDICT, decides: readVerdict } },
      inputs: ['task', 'rubric'],
      // What a slot says is no must: over the wire an empty reply is one, and then there is nothing to hand on.
      must: { worker: ['task'], critic: ['task', 'rubric'] },
      sees: { critic: ['worker.text'], worker: ['critic.text', 'critic.data', 'critic.reading.reasoning'] },
      tries: 100,
    },
  ))

test('whatever is said, the arbiter knows the report alone', ({ task }) =>
  assertProgram(
    (input: { task: string }, model: ModelProvider) => actUnderWatch(input, clientOf(scriptedFetch(model, { routes }))),
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
      tries: 100,
    },
  ))

test('a thread that everybody reads is found out: the critic sees the plan', async ({ task }) => {
  const { laws } = await checkProgram(
    (input: { task: string }, model: ModelProvider) =>
      reviewInOneThread(input, clientOf(scriptedFetch(model, { routes }))),
    {
      task,
      name: 'reviewInOneThread',
      slots: ['planner', 'worker', 'critic'],
      inputs: ['task'],
      must: { planner: ['task'], worker: ['planner.text'], critic: ['worker.text'] },
      sees: { worker: ['task'], critic: ['task'] },
      laws: ['taint'],
      expect: 'broken',
    },
  )
  expect(laws[0]?.message).toContain('Way: planner.text 1 → request of critic, call 1')
  // The smallest script that shows it: one plain reply of each.
  expect(laws[0]?.counterexample?.match(/\w+: \['text 1 of \w+/g)).toEqual([
    "planner: ['text 1 of planner",
    "worker: ['text 1 of worker",
    "critic: ['text 1 of critic",
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
