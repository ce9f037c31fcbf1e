import { describe, expect } from 'vitest'
import { scripted } from 'vitest-tribunal'
import { test } from 'vitest-tribunal/fixtures'
import { calm, nextStep, type Step } from './inbox-sweep.ts'

const decided = (action: string, confidence = 0.9) => JSON.stringify({ status: 'decided', action, confidence })

/** A step that an arbitration decided; a rule's would be a surprise here. */
function arbitrated(step: Step) {
  if (step.by === 'rule') throw new Error(`a rule decided on ${step.action}`)
  return step
}

describe('as long as a rule fits, no model is asked:', () => {
  test.for([
    ['an unread mail is opened', {}, 'open_next'],
    ['an open mail is filed', { view: 'reader' }, 'file_mail'],
    ['an empty inbox is left', { unread: 0 }, 'finish'],
    ['three flips are not yet a pattern', { flips: 3 }, 'open_next'],
    ['two errors are tried again', { view: 'reader', errors: ['locked', 'locked'] }, 'file_mail'],
  ] as const)('%s', async ([, change, action]) => {
    // Whoever asked this model anything would hear that there is no script for it.
    const nobody = scripted({})
    expect(await nextStep({ ...calm, ...change }, nobody)).toEqual({ by: 'rule', action })
  })
})

test('the view flips back and forth: the model chooses where to stay', async ({ model, arbitration }) => {
  const step = await nextStep({ ...calm, flips: 6 }, model({ arbitration: [decided('stay_in_list')] }))

  const { action, source, record } = arbitration(arbitrated(step))
  expect([action, source]).toEqual(['stay_in_list', 'model'])
  expect(record.requests[0]?.brief).toContain('"flip_count":6')
  expect(step).toStayWithin(['stay_in_list', 'stay_in_reader', 'reload_once'])
})

test('the sweep stalls, and the model as well: the flow goes on with its own action', async ({
  model,
  arbitration,
}) => {
  const slow = { text: decided('wait_longer'), elapsedMs: 21_000 }
  const step = await nextStep({ ...calm, idle_sec: 90 }, model({ arbitration: [slow] }))

  const { action, why } = arbitration(arbitrated(step))
  expect([action, why]).toEqual(['stop_and_report', 'timeout'])
})

test('filing fails again and again: two of three agree on what to do with the mail', async ({ model, arbitration }) => {
  const votes = [decided('skip_mail'), decided('move_to_review'), decided('move_to_review', 0.8)]
  const step = await nextStep({ ...calm, errors: ['locked', 'locked', 'locked'] }, model({ arbitration: votes }))

  expect(arbitration(arbitrated(step))).toMatchObject({
    action: 'move_to_review',
    source: 'model',
    why: 'quorum',
    votes: [
      { action: 'skip_mail', count: 1 },
      { action: 'move_to_review', count: 2 },
    ],
  })
})

test('three opinions are a tie, and a tie is no decision', async ({ model, arbitration }) => {
  const votes = [decided('skip_mail'), decided('move_to_review'), decided('retry_later')]
  const step = await nextStep({ ...calm, errors: ['locked', 'locked', 'locked'] }, model({ arbitration: votes }))

  const { action, source, why } = arbitration(arbitrated(step))
  expect([action, source, why]).toEqual(['stop_and_report', 'default', 'tie'])
})

test('who a mail is from is never for a model to say: it escalates without a call', async ({ arbitration }) => {
  const step = await nextStep({ ...calm, senders: ['Ada B.', 'Ada C.'] }, scripted({}))

  const { action, why, record } = arbitration(arbitrated(step))
  expect([action, why]).toEqual(['stop_and_report', 'surface'])
  expect(record).toMatchObject({ requests: [], samples: [{ calls: [], result: { value: { status: 'escalate' } } }] })
})
