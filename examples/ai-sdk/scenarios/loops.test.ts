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
import { asLanguageModel } from 'vitest-tribunal/wire/ai'
import { actUnderWatch } from '../src/act-under-watch.ts'
import { reviewInOneThread } from '../src/review-in-one-thread.ts'
import { type Assignment, writeAndReview } from '../src/write-and-review.ts'

const routes = {
  worker: { system: 'You write.' },
  critic: { system: 'You review.' },
  actor: { system: 'You act.' },
  observer: { system: 'You observe.' },
  arbiter: { system: 'You decide.' },
}

test('a rejected draft is written again, and the worker learns why', async ({ wire }) => {
  const script = scripted({ worker: ['9', '11'], critic: [reject({ reasoning: '9 is 3 × 3.' }), accept()] })
  const model = wire.watch(asLanguageModel(script, { routes }))
  const input = { task: 'Name a prime.', rubric: 'It is above 10.' }
  expect(await writeAndReview(input, model)).toEqual({ draft: '11', round: 2, accepted: true })
  expect(model.session.trace.calls[2]?.request.brief).toContain('9 is 3 × 3.')
})

test('an actor is adjusted once, and a limit is survived', async ({ wire }) => {
  const script = scripted({
    actor: [fault.status(429), 'Deleted it.', say('Moved it.', { reasoning: 'Nobody will look.' })],
    observer: ['It is gone.', 'It is in the archive.'],
    arbiter: [decide('adjust', { adjustment: 'Keep a copy.' }), decide('continue')],
  })
  const model = wire.watch(asLanguageModel(script, { routes, waits: 'none' }))
  expect(await actUnderWatch({ task: 'Tidy up.' }, model)).toEqual({
    outcome: 'Moved it.',
    cycle: 2,
    decision: 'continue',
  })
  expect(model.session.trace.calls.map(({ slot, attempts }) => `${slot} ${attempts.length}`)).toEqual([
    ...['actor 2', 'observer 1', 'arbiter 1'],
    ...['actor 1', 'observer 1', 'arbiter 1'],
  ])
})

test('whatever is said, the worker never learns the rubric', ({ task }) =>
  assertProgram(
    (input: Assignment, model: ModelProvider) => writeAndReview(input, asLanguageModel(model, { routes })),
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
    (input: { task: string }, model: ModelProvider) => actUnderWatch(input, asLanguageModel(model, { routes })),
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

test('a thread that takes all that came back is found out: the critic reads what the worker thought', async ({
  task,
}) => {
  const { laws } = await checkProgram(
    (input: { task: string }, model: ModelProvider) => reviewInOneThread(input, asLanguageModel(model, { routes })),
    {
      task,
      name: 'reviewInOneThread',
      slots: ['worker', 'critic'],
      inputs: ['task'],
      must: { worker: ['task'], critic: ['task', 'worker.text'] },
      laws: ['taint'],
      expect: 'broken',
    },
  )
  expect(laws[0]?.message).toContain('→ request of critic, call 1')
  // The smallest script that shows it: a worker that thinks something.
  expect(laws[0]?.counterexample).toMatch(
    /worker: \[say\('text 1 of worker \w+', \{ reasoning: 'reasoning 1 of worker \w+' \}\)\]/,
  )
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
