import Anthropic from '@anthropic-ai/sdk'
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
import { actUnderWatch, withNotes } from '../src/act-under-watch.ts'
import { type Assignment, writeAndReview } from '../src/write-and-review.ts'

const routes = {
  worker: { system: 'You write.' },
  critic: { system: 'You review.' },
  actor: { system: 'You act.' },
  observer: { system: 'You observe.' },
  arbiter: { system: 'You decide.' },
}

/** A client of the program's own whose requests a script or a law answers. */
const clientOf = (fetch: typeof globalThis.fetch) => new Anthropic({ apiKey: 'none', maxRetries: 0, fetch })

test('a rejected draft is written again, and the worker learns why', async ({ wire }) => {
  const script = scripted({ worker: ['9', '11'], critic: [reject({ reasoning: '9 is 3 × 3.' }), accept()] })
  const fetch = wire.fetch(script, { routes })
  const input = { task: 'Name a prime.', rubric: 'It is above 10.' }
  expect(await writeAndReview(input, clientOf(fetch))).toEqual({ draft: '11', round: 2, accepted: true })
  expect(fetch.session.trace.calls[2]?.request.brief).toContain('9 is 3 × 3.')
})

test('an actor is adjusted once, and an overloaded provider is survived', async ({ wire }) => {
  const script = scripted({
    actor: [fault.status(529), 'Deleted it.', say('Moved it.', { reasoning: 'Nobody will look.' })],
    observer: ['It is gone.', 'It is in the archive.'],
    arbiter: [decide('adjust', { adjustment: 'Keep a copy.' }), decide('continue', { adjustment: '' })],
  })
  const fetch = wire.fetch(script, { routes, waits: 'none' })
  const client = new Anthropic({ apiKey: 'none', fetch })
  const ended = await actUnderWatch({ task: 'Tidy up.' }, client)
  expect(ended).toEqual({ outcome: 'Moved it.', cycle: 2, decision: 'continue' })
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

const oversight = {
  slots: {
    actor: {},
    observer: {},
    arbiter: {
      decides: readDecision,
      replySchema: {
        type: 'object',
        properties: { decision: { enum: ['continue', 'adjust', 'abort'] }, adjustment: { type: 'string' } },
        required: ['decision', 'adjustment'],
      },
    },
  },
  inputs: ['task'],
  must: { actor: ['task'], observer: ['task'], arbiter: ['task'] },
  sees: {
    observer: ['actor.text'],
    arbiter: ['observer.text'],
    actor: ['arbiter.text', 'arbiter.data', 'arbiter.reading.adjustment'],
  },
} as const

test('whatever is said, nobody is told what the actor thought', ({ task }) =>
  assertProgram(
    (input: { task: string }, model: ModelProvider) => actUnderWatch(input, clientOf(scriptedFetch(model, { routes }))),
    { ...oversight, task, name: 'actUnderWatch', tries: 100 },
  ))

test('an observer that reads the notes of the actor is found out', async ({ task }) => {
  const { laws } = await checkProgram(
    (input: { task: string }, model: ModelProvider) =>
      actUnderWatch(input, clientOf(scriptedFetch(model, { routes })), withNotes),
    { ...oversight, task, name: 'actUnderWatchWithNotes', laws: ['taint'], expect: 'broken' },
  )
  expect(laws[0]?.message).toContain('→ request of observer, call 1')
  // The smallest script that shows it: an actor that thinks something.
  expect(laws[0]?.counterexample).toMatch(
    /actor: \[say\('text 1 of actor \w+', \{ reasoning: 'reasoning 1 of actor \w+' \}\)\]/,
  )
})

const VERDICT = {
  type: 'object',
  properties: { verdict: { enum: ['accept', 'reject'] }, reasoning: { type: 'string' } },
  required: ['verdict', 'reasoning'],
}
