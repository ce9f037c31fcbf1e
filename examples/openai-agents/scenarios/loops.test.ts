import { expect } from 'vitest'
import { accept, decide, type ModelProvider, readDecision, readVerdict, reject, say, scripted } from 'vitest-tribunal'
import { test } from 'vitest-tribunal/fixtures'
import { assertProgram, checkProgram } from 'vitest-tribunal/properties'
import { asAgentsModel } from 'vitest-tribunal/wire/agents'
import { actUnderWatch } from '../src/act-under-watch.ts'
import { handOver, handOverWords } from '../src/hand-over.ts'
import { type Assignment, writeAndReview } from '../src/write-and-review.ts'

/** A model that calls no tools: these agents have none, and a call of one that does not exist ends a run, whatever else was said. */
const toolless = (model: ModelProvider): ModelProvider => ({
  id: model.id,
  async respond(request, context) {
    const { toolCalls: _, ...reply } = await model.respond(request, context)
    return reply
  },
})

test('a rejected draft is written again, and the worker learns why', async ({ wire }) => {
  const script = scripted({ worker: ['9', '11'], critic: [reject({ reasoning: '9 is 3 × 3.' }), accept()] })
  const model = wire.watch(asAgentsModel(script))
  const input = { task: 'Name a prime.', rubric: 'It is above 10.' }
  expect(await writeAndReview(input, model)).toEqual({ draft: '11', round: 2, accepted: true })
  expect(model.session.trace.calls[2]?.request.brief).toContain('9 is 3 × 3.')
})

test('an actor is adjusted once, whatever it thinks of it', async ({ wire }) => {
  const script = scripted({
    actor: ['Deleted it.', say('Moved it.', { reasoning: 'Nobody will look.' })],
    observer: ['It is gone.', 'It is in the archive.'],
    arbiter: [decide('adjust', { adjustment: 'Keep a copy.' }), decide('continue', { adjustment: '' })],
  })
  const model = wire.watch(asAgentsModel(script))
  expect(await actUnderWatch({ task: 'Tidy up.' }, model)).toEqual({
    outcome: 'Moved it.',
    cycle: 2,
    decision: 'continue',
  })
  expect(model.session.trace.calls.map(({ slot, call }) => `${slot} ${call}`)).toEqual([
    ...['actor 1', 'observer 1', 'arbiter 1'],
    ...['actor 2', 'observer 2', 'arbiter 2'],
  ])
})

test('whatever is said, the worker never learns the rubric', ({ task }) =>
  assertProgram((input: Assignment, model: ModelProvider) => writeAndReview(input, asAgentsModel(toolless(model))), {
    task,
    name: 'writeAndReview',
    slots: { worker: {}, critic: { replySchema: VERDICT, decides: readVerdict } },
    inputs: ['task', 'rubric'],
    // What a slot says is no must: over the wire an empty reply is one, and then there is nothing to hand on.
    must: { worker: ['task'], critic: ['task', 'rubric'] },
    sees: { critic: ['worker.text'], worker: ['critic.text', 'critic.data', 'critic.reading.reasoning'] },
    tries: 100,
  }))

test('whatever is said, the arbiter knows the report alone', ({ task }) =>
  assertProgram(
    (input: { task: string }, model: ModelProvider) => actUnderWatch(input, asAgentsModel(toolless(model))),
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

/** A model whose clerk always hands over, whatever else it says. */
const handsOver = (model: ModelProvider): ModelProvider => ({
  id: model.id,
  async respond(request, context) {
    const reply = await model.respond(request, context)
    if (request.slot !== 'clerk') return reply
    return { ...reply, toolCalls: [{ id: 'over', name: 'transfer_to_reviewer', arguments: {} }] }
  },
})

const handover = {
  slots: ['clerk', 'reviewer'],
  inputs: ['task'],
  must: { clerk: ['task'], reviewer: ['task'] },
  sees: { reviewer: ['clerk.text'] },
  laws: ['taint'],
} as const

test('a handoff is found out: the reviewer reads what the clerk thought', async ({ task }) => {
  const { laws } = await checkProgram(
    (input: { task: string }, model: ModelProvider) => handOver(input, asAgentsModel(handsOver(model))),
    { ...handover, task, name: 'handOver', expect: 'broken' },
  )
  expect(laws[0]?.message).toContain('→ request of reviewer, call 1')
  // The smallest script that shows it: a clerk that thinks something.
  expect(laws[0]?.counterexample).toMatch(
    /clerk: \[say\('text 1 of clerk \w+', \{ reasoning: 'reasoning 1 of clerk \w+' \}\)\]/,
  )
})

test('a handoff that leaves thoughts behind holds', ({ task }) =>
  assertProgram(
    (input: { task: string }, model: ModelProvider) => handOverWords(input, asAgentsModel(handsOver(model))),
    { ...handover, task, name: 'handOverWords', tries: 100 },
  ))

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
