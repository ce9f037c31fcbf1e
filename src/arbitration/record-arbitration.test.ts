import { describe, expect, test } from 'vitest'
import type { Json } from '../json/json.ts'
import { type Step, say } from '../providers/script-steps.ts'
import { scripted } from '../providers/scripted.ts'
import { checkArbitrationRecord } from './check-record.ts'
import type { ArbitrationInput } from './contract.ts'
import { forgeDecide } from './forge-decide.ts'

const input: ArbitrationInput = { facts: { flips: 6 }, allowed_actions: ['wait', 'reload'] }
const decided = (action: string, confidence = 0.9) => JSON.stringify({ status: 'decided', action, confidence })

/** Decides with a script that has to be used up. */
async function decide(steps: readonly Step[], one = input) {
  const model = scripted({ arbitration: steps }).open()
  const decision = await forgeDecide(one, { model, default_action: 'stop', min_confidence: 0.7 })
  model.assertSpent()
  return decision
}

describe('the record', () => {
  test('of a revised decision', async () => {
    const { record } = await decide(
      [say('Reload!', { reasoning: 'It flips.', usage: { inputTokens: 9, outputTokens: 2 } }), decided('reload')],
      { ...input, self_check: true },
    )
    const requests = record.requests.map(({ brief, schema, ...rest }) => ({
      ...rest,
      brief: brief.length > 0,
      schema: schema.type,
    }))
    expect({ ...record, requests }).toMatchInlineSnapshot(`
      {
        "config_failure": null,
        "contract": {
          "name": "automation_situation_arbitrate",
          "version": "v1",
        },
        "form": "decide",
        "input": {
          "allowed_actions": [
            "wait",
            "reload",
          ],
          "facts": {
            "flips": 6,
          },
          "self_check": true,
        },
        "input_checks": {
          "closed_list": "held",
          "facts_bounded": "held",
          "no_person_actions": "held",
          "no_raw_page": "held",
          "well_formed": "held",
        },
        "input_hash": "feb0136edbc1849eaf9390fe16051d9f0263f8f0127297d1162963f3ced3fd51",
        "models": [
          "script-6c1a88bb300e",
        ],
        "outcome": {
          "action": "reload",
          "no_votes": [],
          "source": "model",
          "votes": [
            {
              "action": "reload",
              "count": 1,
            },
          ],
          "why": "decided",
        },
        "policy": {
          "default_action": "stop",
          "min_confidence": 0.7,
          "quorum": 1,
          "samples": 1,
          "stop_early": false,
        },
        "requests": [
          {
            "brief": true,
            "component": "automation_situation_arbitrate",
            "schema": "object",
            "slot": "arbitration",
            "temperature": 0,
          },
          {
            "brief": true,
            "component": "automation_situation_arbitrate",
            "schema": "object",
            "slot": "arbitration",
            "temperature": 0,
          },
        ],
        "samples": [
          {
            "calls": [
              {
                "checks": {
                  "answered": "held",
                  "bounded": "held",
                  "confidence_in_range": "skipped",
                  "in_list": "skipped",
                  "in_time": "held",
                  "known_status": "skipped",
                  "meets_bar": "skipped",
                  "one_object": "broken",
                  "unique_keys": "skipped",
                  "well_formed": "skipped",
                },
                "fault": null,
                "reply": {
                  "private": {
                    "reasoning": "It flips.",
                  },
                  "text": "Reload!",
                  "usage": {
                    "input_tokens": 9,
                    "output_tokens": 2,
                  },
                },
                "request": 0,
                "result": {
                  "failure": {
                    "code": "no-object",
                    "kind": "parse",
                    "message": "the answer holds no JSON object. It is not used.",
                    "paths": [
                      "",
                    ],
                  },
                  "ok": false,
                },
              },
              {
                "checks": {
                  "answered": "held",
                  "bounded": "held",
                  "confidence_in_range": "held",
                  "in_list": "held",
                  "in_time": "held",
                  "known_status": "held",
                  "meets_bar": "held",
                  "one_object": "held",
                  "unique_keys": "held",
                  "well_formed": "held",
                },
                "fault": null,
                "reply": {
                  "text": "{"status":"decided","action":"reload","confidence":0.9}",
                },
                "request": 1,
                "result": {
                  "ok": true,
                  "value": {
                    "action": "reload",
                    "confidence": 0.9,
                    "stable": false,
                    "status": "decided",
                  },
                },
              },
            ],
            "result": {
              "ok": true,
              "value": {
                "action": "reload",
                "confidence": 0.9,
                "stable": false,
                "status": "decided",
              },
            },
          },
        ],
      }
    `)
  })

  test('of a decision on a surface has no calls', async () => {
    const { record } = await decide([], { ...input, surface: 'people' })
    expect(record).toMatchObject({
      requests: [],
      samples: [{ calls: [], result: { ok: true, value: { status: 'escalate' } } }],
    })
  })

  test('of an input that breaks the contract says why, and does not keep it', async () => {
    const { record } = await decide([], { facts: { page: '<html>' }, allowed_actions: ['wait'] })
    expect(record).toMatchObject({
      input: null,
      input_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      input_checks: { no_raw_page: 'broken', closed_list: 'held' },
      config_failure: { kind: 'config', code: 'raw-page', paths: ['/facts/page'] },
      samples: [],
      outcome: { action: 'stop', source: 'default', why: 'config' },
    })
  })

  test('survives being written as JSON, and nothing in it can be changed', async () => {
    const { record } = await decide([
      say('?', { data: { n: [1] }, toolCalls: [{ id: '1', name: 'look', arguments: {} }] }),
    ])
    expect(JSON.parse(JSON.stringify(record))).toEqual(record)
    expect(record.samples[0]?.calls[0]?.reply).toMatchObject({ tool_calls: ['look'] })
    const open: string[] = []
    JSON.stringify(record, (key, value) => {
      if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) open.push(key)
      return value
    })
    expect(open).toEqual([])
  })

  test('keeps of data nested without end what it is read by, so that it can be checked', async () => {
    const deep: Json = JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`)
    const { record, why } = await decide([say('', { data: deep })])
    expect(why).toBe('parse')
    expect(checkArbitrationRecord(JSON.parse(JSON.stringify(record))).status).toBe('holds')
  })

  test('of a bar of minus zero survives being written as well', async () => {
    const model = scripted({ arbitration: [decided('wait')] })
    const { record } = await forgeDecide(input, { model, default_action: 'stop', min_confidence: -0 })
    expect(JSON.parse(JSON.stringify(record))).toEqual(record)
  })

  test('is the same for the same input and replies', async () => {
    const [first, second] = [await decide([decided('wait')]), await decide([decided('wait')])]
    expect(JSON.stringify(first)).toBe(JSON.stringify(second))
  })
})
