import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { replySchema } from './reply-schema.ts'

const decided = { status: 'decided', action: 'wait', confidence: 0.5 }
const ambiguous = { status: 'ambiguous', candidate_actions: ['wait', 'reload'] }
const escalate = { status: 'escalate' }

// Built within each test: what is built once for all of them is judged by none.
const accepts = (answer: unknown) => new Ajv2020({ strict: true }).validate(replySchema(['wait', 'reload']), answer)

describe('the schema that a provider can enforce', () => {
  test.each<[string, object]>([
    ['a decision', decided],
    ['a decision at the bounds of confidence', { ...decided, confidence: 0 }],
    ['a decision of all confidence', { ...decided, confidence: 1 }],
    ['a decision with all it may say', { ...decided, reason: 'It flips.', stable: true }],
    ['candidates', ambiguous],
    ['one candidate, with a reason', { ...ambiguous, candidate_actions: ['reload'], reason: 'Either.' }],
    ['an escalation', escalate],
    ['an escalation with a reason', { ...escalate, reason: 'A person has to look.' }],
  ])('lets %s pass', (_, answer) => {
    expect(accepts(answer)).toBe(true)
  })

  test.each<[string, unknown]>([
    ['no object', 'wait'],
    ['a list', [decided]],
    ['an empty object', {}],
    ['a form without its status', { action: 'wait', confidence: 0.5 }],
    ['an unknown status', { status: 'done' }],
    ['a decision without an action', { status: 'decided', confidence: 0.5 }],
    ['a decision without a confidence', { status: 'decided', action: 'wait' }],
    ['an action outside the list', { ...decided, action: 'Wait' }],
    ['a confidence in words', { ...decided, confidence: '1' }],
    ['true for a confidence', { ...decided, confidence: true }],
    ['a confidence above 1', { ...decided, confidence: 1.1 }],
    ['a confidence below 0', { ...decided, confidence: -0.1 }],
    ['a reason that is no text', { ...decided, reason: 1 }],
    ['stable in words', { ...decided, stable: 'yes' }],
    ['another key', { ...decided, allowed_actions: ['delete'] }],
    ['no candidates', { ...ambiguous, candidate_actions: [] }],
    ['candidates left out', { status: 'ambiguous' }],
    ['a single candidate outside of a list', { ...ambiguous, candidate_actions: 'wait' }],
    ['a candidate from elsewhere', { ...ambiguous, candidate_actions: ['wait', 'delete'] }],
    ['a candidate twice', { ...ambiguous, candidate_actions: ['wait', 'wait'] }],
    ['candidates with a reason that is no text', { ...ambiguous, reason: null }],
    ['candidates that are stable', { ...ambiguous, stable: true }],
    ['an escalation with a reason that is no text', { ...escalate, reason: ['x'] }],
    ['an escalation with an action', { ...escalate, action: 'wait' }],
  ])('does not let %s pass', (_, answer) => {
    expect(accepts(answer)).toBe(false)
  })

  test('is an object at its root, which some providers ask for', () => {
    expect(replySchema(['wait'])).toMatchObject({ type: 'object' })
  })
})
