import { describe, expect, test } from 'vitest'
import { fault, type Step, say } from '../providers/script-steps.ts'
import { scripted } from '../providers/scripted.ts'
import { checkArbitrationRecord } from './check-record.ts'
import type { ArbitrationInput } from './contract.ts'
import { forgeDecide } from './forge-decide.ts'

const input: ArbitrationInput = { facts: { flips: 6 }, allowed_actions: ['wait', 'reload'] }
const decided = (action: string, confidence = 0.9) => JSON.stringify({ status: 'decided', action, confidence })

/** Decides with a script that has to be used up. */
async function decide(steps: readonly Step[], one = input, options: object = {}) {
  const model = scripted({ arbitration: steps }).open()
  const decision = await forgeDecide(one, { model, default_action: 'stop', min_confidence: 0.7, ...options })
  model.assertSpent()
  return decision
}

describe('the model decides with', () => {
  test.each([
    ['a decision above the bar', decided('reload'), 'reload'],
    ['a decision at the bar', decided('wait', 0.7), 'wait'],
    ['a decision in a fence', `\`\`\`json\n${decided('wait')}\n\`\`\``, 'wait'],
    ['a structured part', say('', { data: { status: 'decided', action: 'wait', confidence: 1 } }), 'wait'],
  ])('%s', async (_, step, action) => {
    expect(await decide([step])).toMatchObject({ action, source: 'model', why: 'decided' })
  })
})

describe('the default, and why:', () => {
  test.each<[string, Step, object, string]>([
    ['low-confidence', decided('wait', 0.69999), {}, 'just below the bar'],
    ['ambiguous', '{"status":"ambiguous","candidate_actions":["wait"]}', {}, 'no choice'],
    ['escalate', '{"status":"escalate"}', {}, 'handed back'],
    ['outside-list', decided('Wait'), {}, 'another spelling'],
    ['outside-list', decided('stop'), {}, 'the default itself, which is not in the list'],
    ['outside-list', JSON.stringify({ status: 'decided', action: 'x', confidence: true }), {}, 'among other faults'],
    ['outside-list', '{"status":"ambiguous","candidate_actions":["wait","x"]}', {}, 'a candidate from elsewhere'],
    ['schema', '{"status":"decided","action":"wait","confidence":true}', {}, 'true for a confidence'],
    ['schema', '{}', {}, 'no status'],
    ['parse', '', {}, 'nothing'],
    ['parse', 'wait', {}, 'the action without its object'],
    ['parse', decided('wait').repeat(2), {}, 'two objects'],
    ['transport', fault.status(500), {}, 'a broken server'],
    ['transport', fault.refusal(), {}, 'a refusal'],
    ['timeout', fault.timeout(), {}, 'no answer in time'],
    ['timeout', say(decided('wait'), { elapsedMs: 2_001 }), { timeout_sec: 2 }, 'an answer after its time'],
  ])('%s (%#)', async (why, step, more) => {
    expect(await decide([step], { ...input, ...more })).toMatchObject({ action: 'stop', source: 'default', why })
  })

  test('surface', async () => {
    expect(await decide([], { ...input, surface: 'identity' })).toMatchObject({
      action: 'stop',
      source: 'default',
      why: 'surface',
    })
  })

  test.each([
    ['an input that breaks the contract', { ...input, allowed_actions: [] }, {}],
    ['an allowed person action', { ...input, person_actions: ['wait'] }, {}],
    ['no model', input, { model: undefined }],
  ])('config, for %s', async (_, one, options) => {
    expect(await decide([], one, options)).toMatchObject({ action: 'stop', source: 'default', why: 'config' })
  })
})

test('without a model the record says what is missing, and holds', async () => {
  const { record } = await decide([], input, { model: undefined })
  expect(record).toMatchObject({ form: 'decide', models: [], config_failure: { code: 'no-model', paths: ['/model'] } })
  expect(record.models).toHaveLength(0)
  expect(checkArbitrationRecord(record).status).toBe('holds')
})

test('the bar may be 0 or 1', async () => {
  expect(await decide([decided('wait', 0)], input, { min_confidence: 0 })).toMatchObject({ source: 'model' })
  expect(await decide([decided('wait', 0.9999)], input, { min_confidence: 1 })).toMatchObject({ source: 'default' })
  expect(await decide([decided('wait', 1)], input, { min_confidence: 1 })).toMatchObject({ source: 'model' })
})

test('the default may stand in the list as well, and then it is still the default', async () => {
  const decision = await decide(['?'], input, { default_action: 'wait' })
  expect(decision).toMatchObject({ action: 'wait', source: 'default', why: 'parse' })
})

test('a revision rescues a decision', async () => {
  const decision = await decide(['Reload!', decided('reload')], { ...input, self_check: true })
  expect(decision).toMatchObject({ action: 'reload', source: 'model', why: 'decided' })
})

describe('a misuse throws before anything is asked, naming all of it:', () => {
  const model = {
    id: 'none',
    respond: () => {
      throw new Error('asked')
    },
  }

  test.each<[string, object | undefined]>([
    ['no options', undefined],
    ['no default', { model, min_confidence: 0.5 }],
    ['an empty default', { model, min_confidence: 0.5, default_action: '' }],
    ['a default that is no string', { model, min_confidence: 0.5, default_action: null }],
    ['no bar', { model, default_action: 'stop' }],
    ['a bar below 0', { model, default_action: 'stop', min_confidence: -0.1 }],
    ['a bar above 1', { model, default_action: 'stop', min_confidence: 1.1 }],
    ['a bar that is no number', { model, default_action: 'stop', min_confidence: Number.NaN }],
    ['a bar that is true', { model, default_action: 'stop', min_confidence: true }],
  ])('%s', async (_, options) => {
    await expect(forgeDecide(input, options as never)).rejects.toMatchObject({
      name: 'TribunalError',
      code: 'invalid-input',
    })
  })

  test('as data too', async () => {
    await expect(forgeDecide(input, { model, default_action: 'stop' } as never)).rejects.toMatchObject({
      details: { faults: ['min_confidence is undefined, not a number from 0 to 1'] },
    })
  })

  test('in one sentence', async () => {
    await expect(forgeDecide(input, { model } as never)).rejects.toThrowErrorMatchingInlineSnapshot(
      `[TribunalError: forgeDecide: default_action is missing: the flow needs an action of its own; min_confidence is undefined, not a number from 0 to 1. Nothing was asked; correct the options.]`,
    )
  })
})
