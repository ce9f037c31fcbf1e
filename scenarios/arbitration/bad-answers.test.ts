import { describe, expect } from 'vitest'
import { type ArbitrationInput, fault, forgeDecide, type Step, say } from 'vitest-tribunal'
import { test } from 'vitest-tribunal/fixtures'

const input: ArbitrationInput = {
  facts: { flow_id: 'inbox-sweep', view: 'list' },
  signals: { flip_count: 6, no_progress: true },
  allowed_actions: ['stay_in_list', 'reload_once'],
  situation: 'view_flips',
  timeout_sec: 20,
}
const own = { default_action: 'stop_and_report', min_confidence: 0.7 }
const answer = (fields: object) =>
  JSON.stringify({ status: 'decided', action: 'reload_once', confidence: 0.9, ...fields })

describe('whatever comes back, the flow goes on with its default:', () => {
  test.for<[string, Step, string]>([
    ['nothing', '', 'parse'],
    ['words', 'I would reload the view once.', 'parse'],
    ['the action alone', 'reload_once', 'parse'],
    ['two answers', answer({}) + answer({ action: 'stay_in_list' }), 'parse'],
    ['an answer cut off', answer({}).slice(0, -5), 'parse'],
    ['an answer with the action twice', answer({}).replace('{', '{"action":"stay_in_list",'), 'parse'],
    ['an answer that it would never give', `I would never say ${answer({})}!`, 'parse'],
    ['the action in another case', answer({ action: 'Reload_Once' }), 'outside-list'],
    ['the action with a space', answer({ action: 'reload_once ' }), 'outside-list'],
    ['an action of its own', answer({ action: 'delete_all' }), 'outside-list'],
    ['a longer list of its own', answer({ action: 'delete_all', allowed_actions: ['delete_all'] }), 'outside-list'],
    ['a confidence that is true', answer({ confidence: true }), 'schema'],
    ['a confidence in percent', answer({ confidence: 90 }), 'schema'],
    ['no status', answer({ status: undefined }), 'schema'],
    ['a doubtful decision', answer({ confidence: 0.69 }), 'low-confidence'],
    ['two candidates', '{"status":"ambiguous","candidate_actions":["stay_in_list","reload_once"]}', 'ambiguous'],
    ['an escalation', '{"status":"escalate","reason":"The page looks new to me."}', 'escalate'],
    ['a refusal', fault.refusal(), 'transport'],
    ['a busy server', fault.status(429, { retryAfterMs: 1_000 }), 'transport'],
    ['a broken connection', fault.transport(), 'transport'],
    ['an answer too late', say(answer({}), { elapsedMs: 20_001 }), 'timeout'],
  ])('%s', async ([, reply, why], { model, arbitration }) => {
    const decision = arbitration(await forgeDecide(input, { ...own, model: model({ arbitration: [reply] }) }))

    expect(decision).toMatchObject({ action: 'stop_and_report', source: 'default', why })
    expect(decision).toStayWithin(input.allowed_actions)
  })
})

describe('with self_check a weak answer gets a second chance:', () => {
  const checked = { ...input, self_check: true }

  test('words become an answer, once the model has seen what was wrong', async ({ model, arbitration }) => {
    const script = model({ arbitration: ['I would reload the view once.', answer({})] })
    const { action, source, record } = arbitration(await forgeDecide(checked, { ...own, model: script }))

    expect([action, source]).toEqual(['reload_once', 'model'])
    expect(record.requests[1]?.brief).toContain('I would reload the view once.')
    expect(record.requests[1]?.brief).toContain('the answer holds no JSON object')
  })

  test('a second bad answer is the last', async ({ model, arbitration }) => {
    const script = model({ arbitration: ['Reload.', 'I said reload.'] })
    expect(arbitration(await forgeDecide(checked, { ...own, model: script }))).toMatchObject({
      source: 'default',
      why: 'parse',
    })
  })

  test('a valid answer survives a revision that goes wrong', async ({ model, arbitration }) => {
    const script = model({ arbitration: [answer({ confidence: 0.6 }), fault.transport()] })
    expect(arbitration(await forgeDecide(checked, { ...own, model: script }))).toMatchObject({ why: 'low-confidence' })
  })
})
