import { expect } from 'vitest'
import { decide, oversight } from 'vitest-tribunal'
import { test } from 'vitest-tribunal/fixtures'

const task = 'Migrate the users table.'

test('the arbiter aborts: nothing more is called, and the reason comes back', async ({ trial, model }) => {
  const run = await trial(oversight, {
    input: { task_brief: task },
    model: model({
      actor: ['Dropped the table, then created it anew.'],
      observer: ['All rows are gone.'],
      arbiter: [decide('abort', { reason: 'Data was lost.' })],
    }),
  })

  expect(run.result).toEqual({
    result: 'Dropped the table, then created it anew.',
    cycles: 1,
    abort_reason: 'Data was lost.',
  })
  expect(run).toHaveCalled(['actor', 'observer', 'arbiter'])
})

test('the arbiter adjusts: the next brief is the task with the adjustment, which stays until the next one', async ({
  trial,
  model,
}) => {
  const run = await trial(oversight, {
    input: { task_brief: task },
    config: { max_cycles: 4 },
    model: model({
      actor: ['one', 'two', 'three', 'four'],
      observer: ['no backup', 'backup made', 'slow', 'done'],
      arbiter: [
        decide('adjust', { adjustment: 'Make a backup first.' }),
        decide('continue'),
        decide('adjust', { adjustment: 'Work in batches.' }),
        decide('continue'),
      ],
    }),
  })

  const briefs = run.events.flatMap((event) =>
    event.kind === 'slot-called' && event.slot === 'actor' ? [event.request.brief] : [],
  )
  expect(briefs[0]).toBe(task)
  expect(briefs[1]).toContain('Make a backup first.')
  expect(briefs[2]).toBe(briefs[1])
  expect(briefs[3]).toContain('Work in batches.')
  expect(briefs[3]).not.toContain('Make a backup first.')
  expect(run).toHoldInvariants()
})

test('the arbiter mumbles: the cycles still end, or the run aborts if so configured', async ({ trial, model }) => {
  const mumbling = { actor: ['one', 'two'], observer: ['fine', 'fine'], arbiter: ['Hard to say.', 'Who knows.'] }
  const going = await trial(oversight, {
    input: { task_brief: task },
    config: { max_cycles: 2 },
    model: model(mumbling),
  })
  expect(going.result).toEqual({ result: 'two', cycles: 2 })

  const stopping = await trial(oversight, {
    input: { task_brief: task },
    config: { max_cycles: 2, on_unreadable: 'abort' },
    model: model({ actor: ['one'], observer: ['fine'], arbiter: ['Hard to say.'] }),
  })
  expect(stopping.result).toEqual({ result: 'one', cycles: 1, abort_reason: 'Hard to say.' })
})

test('"do not abort" aborts nothing', async ({ trial, model }) => {
  const run = await trial(oversight, {
    input: { task_brief: task },
    config: { max_cycles: 2 },
    model: model({
      actor: ['one', 'two'],
      observer: ['fine', 'fine'],
      arbiter: ['Do not abort; continue.', 'continue'],
    }),
  })
  expect(run.result).toEqual({ result: 'two', cycles: 2 })
})
