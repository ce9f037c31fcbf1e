import { expect, test } from 'vitest'
import { policyFaults } from './forge-policy.ts'
import { readAnswer } from './read-answer.ts'
import { readInput } from './read-input.ts'
import { type SnapshotLimits, snapshotJson } from './snapshot-json.ts'

// A message is what the one who has to correct something reads: it names the place and the value.

const good = { facts: { flips: 6 }, allowed_actions: ['wait', 'reload'] }

test('what is wrong with an input', () => {
  const cyclic: Record<string, unknown> = {}
  cyclic.self = cyclic
  const inputs: readonly unknown[] = [
    null,
    {},
    { ...good, facts: [], signals: 'x' },
    { ...good, allowed_actions: [] },
    { ...good, allowed_actions: ['wait', '', 3, 'wait', 'a/b~c'], person_actions: ['wait', ''] },
    { ...good, allowed_actions: 'wait', person_actions: {} },
    { ...good, situation: 7, self_check: 1, timeout_sec: '1', temperature: null, surface: 'weather' },
    { ...good, situation: 'x'.repeat(501), timeout_sec: 0, temperature: 2.5 },
    { ...good, timeout_sec: 1e9, temperature: -1 },
    { ...good, facts: { page: '<html>', '<body>': { list: ['<!DOCTYPE html>'] } }, situation: '<body' },
    { ...good, facts: { text: 'x'.repeat(15_000) }, signals: { text: 'x'.repeat(9_000) } },
    { ...good, 'a/b~c': 1 },
    {
      ...good,
      facts: { a: Number.NaN, b: 1n, c: () => 1, d: Symbol('d'), e: new Date(0), f: [undefined], g: undefined },
    },
    { ...good, facts: cyclic },
    Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`k${i}`, i])),
  ]
  expect(
    inputs.map((input) => {
      const reading = readInput(input)
      return reading.ok ? 'fine' : `${reading.failure.code}: ${reading.failure.message}`
    }),
  ).toMatchInlineSnapshot(`
    [
      "wrong-type: the input is not an object. Nothing was asked; correct what is named.",
      "missing: /facts is missing; /allowed_actions is missing. Nothing was asked; correct what is named.",
      "wrong-type: /facts is not an object; /signals is not an object. Nothing was asked; correct what is named.",
      "no-actions: /allowed_actions is empty: give at least one action. Nothing was asked; correct what is named.",
      "several-faults: /allowed_actions/1 is an empty string; /allowed_actions/2 is not a string; /allowed_actions/3 repeats "wait"; /person_actions/1 is an empty string; /allowed_actions/0 is "wait", which chooses between persons: no model may; /allowed_actions/1 is "", which chooses between persons: no model may; /allowed_actions/3 is "wait", which chooses between persons: no model may. Nothing was asked; correct what is named.",
      "wrong-type: /allowed_actions is not a list of strings; /person_actions is not a list of strings. Nothing was asked; correct what is named.",
      "several-faults: /situation is not a string; /self_check is not true or false; /timeout_sec is not a number; /temperature is not a number; /surface is none of identity, people: leave it out elsewhere. Nothing was asked; correct what is named.",
      "out-of-range: /situation is longer than a label of 200 characters; /timeout_sec is 0: give seconds above 0, at most 86400; /temperature is 2.5: give 0 to 2. Nothing was asked; correct what is named.",
      "out-of-range: /timeout_sec is 1000000000: give seconds above 0, at most 86400; /temperature is -1: give 0 to 2. Nothing was asked; correct what is named.",
      "raw-page: /facts/page is a raw page (<html): give a summary of it; /facts/<body> has a raw page as its key (<body): give a summary of it; /facts/<body>/list/0 is a raw page (<!doctype html): give a summary of it; /situation is a raw page (<body): give a summary of it. Nothing was asked; correct what is named.",
      "facts-too-large: /facts takes 15011 of 24022 bytes; facts and signals together may take 20480 bytes of compact JSON; /signals takes 9011 of 24022 bytes; facts and signals together may take 20480 bytes of compact JSON. Nothing was asked; correct what is named.",
      "unknown-key: /a~1b~0c is no field of the contract. Nothing was asked; correct what is named.",
      "not-json: /facts/a is NaN, which JSON cannot carry; /facts/b is a bigint, which JSON cannot carry; /facts/c is a function, which JSON cannot carry; /facts/d is a symbol, which JSON cannot carry; /facts/e is an object of a class, which JSON cannot carry; /facts/f/0 is undefined, which JSON cannot carry. Nothing was asked; correct what is named.",
      "too-deep: /facts/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self/self is nested more than 64 deep. Nothing was asked; correct what is named.",
      "several-faults: /facts is missing; /allowed_actions is missing; /k0 is no field of the contract; /k1 is no field of the contract; /k2 is no field of the contract; /k3 is no field of the contract; /k4 is no field of the contract; /k5 is no field of the contract; /k6 is no field of the contract; /k7 is no field of the contract; /k8 is no field of the contract; /k9 is no field of the contract; /k10 is no field of the contract; /k11 is no field of the contract; /k12 is no field of the contract; /k13 is no field of the contract; /k14 is no field of the contract; /k15 is no field of the contract; /k16 is no field of the contract; /k17 is no field of the contract; and 7 more faults. Nothing was asked; correct what is named.",
    ]
  `)
})

test('what is wrong with an answer', () => {
  const answers: readonly (string | { readonly text: string; readonly data: unknown })[] = [
    '',
    'Wait.',
    'So: {"status":"escalate"}',
    '{"status":"escalate"} {"status":"escalate"}',
    '{"status":"escalate","status":"escalate"}',
    '{"status":"esc',
    `{"status":"escalate","reason":"${'x'.repeat(70_000)}"}`,
    `{"a":${'['.repeat(60)}${']'.repeat(60)}}`,
    '{}',
    '{"status":7}',
    '{"status":"Decided"}',
    '{"status":"decided"}',
    '{"status":"decided","action":7,"confidence":"0.9","stable":"no","reason":1}',
    '{"status":"decided","action":"Wait","confidence":1.5}',
    `{"status":"decided","action":"${'w'.repeat(90)}","confidence":-0.1}`,
    '{"status":"ambiguous"}',
    '{"status":"ambiguous","candidate_actions":"wait"}',
    '{"status":"ambiguous","candidate_actions":[]}',
    '{"status":"ambiguous","candidate_actions":["wait","wait","stop",1]}',
    { text: '', data: 'wait' },
    { text: '{"status":"escalate"}', data: { status: 'ambiguous', candidate_actions: ['wait'] } },
  ]
  expect(
    answers.map((answer) => {
      const said = typeof answer === 'string' ? { text: answer } : answer
      const { result } = readAnswer(said as never, good.allowed_actions)
      return result.ok ? 'fine' : `${result.failure.kind} ${result.failure.code}: ${result.failure.message}`
    }),
  ).toMatchInlineSnapshot(`
    [
      "parse no-object: the answer is empty. It is not used.",
      "parse no-object: the answer holds no JSON object. It is not used.",
      "parse words-around: the answer has words around the object: only a fence may hold them apart. It is not used.",
      "parse several-objects: the answer holds 2 JSON objects where one is expected. It is not used.",
      "parse duplicate-key: the answer holds no valid JSON object: Key "status" appears more than once. It is not used.",
      "parse invalid-json: the answer holds no valid JSON object: The text ends too early, at offset 14. It is not used.",
      "fine",
      "schema unknown-status: /status is missing: expected decided, ambiguous or escalate. It is not used.",
      "schema unknown-status: /status is missing: expected decided, ambiguous or escalate. It is not used.",
      "schema unknown-status: /status is no string: expected decided, ambiguous or escalate. It is not used.",
      "schema unknown-status: /status is "Decided": expected decided, ambiguous or escalate. It is not used.",
      "schema missing: /action is missing; /confidence is missing. It is not used.",
      "schema wrong-type: /action is not a string; /confidence is not a number; /reason is not a string; /stable is not true or false. It is not used.",
      "schema outside-list: /action is "Wait", which is no allowed action as it is spelled; /confidence is 1.5, not within 0 to 1. It is not used.",
      "schema outside-list: /action is "wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww" (90 characters), which is no allowed action as it is spelled; /confidence is -0.1, not within 0 to 1. It is not used.",
      "schema missing: /candidate_actions is missing. It is not used.",
      "schema wrong-type: /candidate_actions is not a list. It is not used.",
      "schema no-candidates: /candidate_actions is empty: name at least one. It is not used.",
      "schema outside-list: /candidate_actions/1 repeats an earlier one; /candidate_actions/2 is "stop", which is no allowed action as it is spelled; /candidate_actions/3 is not a string. It is not used.",
      "parse no-object: the answer has a structured part that is no object. It is not used.",
      "parse several-objects: the answer says one thing in its text and another in its structured part. It is not used.",
    ]
  `)
})

test('what is wrong with an answer that is too much', () => {
  const message = (text: string, data?: unknown) => {
    const { result } = readAnswer({ text, ...(data === undefined ? {} : { data }) } as never, good.allowed_actions)
    return result.ok ? 'fine' : result.failure.message
  }
  expect(message('x'.repeat(262_145))).toBe('the answer is longer than 262144 characters. It is not used.')
  expect(message('', JSON.parse(`${'{"a":'.repeat(70)}1${'}'.repeat(70)}`))).toBe(
    'the answer has a structured part that is nested more than 64 deep. It is not used.',
  )
})

test('what was dropped from an answer', () => {
  const more = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]))
  const notesOn = (keys: object) => {
    const { result } = readAnswer({ text: JSON.stringify({ status: 'escalate', ...keys }) }, [])
    return result.ok ? result.notes : undefined
  }
  expect(notesOn({})).toBeUndefined()
  expect(notesOn({ action: 'wait' })).toEqual(['Dropped the unknown key "action".'])
  expect(notesOn(more(20))).toHaveLength(20)
  expect(notesOn(more(22))?.slice(19)).toEqual(['Dropped the unknown key "k19".', 'Dropped 2 more unknown keys.'])
})

test('what is wrong with a policy', () => {
  const policy = { default_action: 'stop', min_confidence: 0.7, samples: 3, quorum: 2, stop_early: false }
  const faultsOf = (changes: object) => [...policyFaults({ ...policy, ...changes } as never)]
  expect(faultsOf({})).toEqual([])
  expect(faultsOf({ samples: 1000, quorum: 1000 })).toEqual([])
  expect(
    [
      { default_action: '' },
      { default_action: 7 },
      { min_confidence: 1.1 },
      { min_confidence: -0.1 },
      { min_confidence: '1' },
      { samples: 0 },
      { samples: 1001 },
      { samples: 1.5 },
      { quorum: 0 },
      { quorum: undefined },
      { quorum: 4 },
      { stop_early: 'no' },
    ].map(faultsOf),
  ).toMatchInlineSnapshot(`
    [
      [
        "default_action is missing: the flow needs an action of its own",
      ],
      [
        "default_action is missing: the flow needs an action of its own",
      ],
      [
        "min_confidence is 1.1, not a number from 0 to 1",
      ],
      [
        "min_confidence is -0.1, not a number from 0 to 1",
      ],
      [
        "min_confidence is a string, not a number from 0 to 1",
      ],
      [
        "samples is 0, not a whole number from 1 to 1000",
      ],
      [
        "samples is 1001, not a whole number from 1 to 1000",
      ],
      [
        "samples is 1.5, not a whole number from 1 to 1000",
        "quorum 2 is above samples 1.5",
      ],
      [
        "quorum is 0, not a whole number from 1",
      ],
      [
        "quorum is undefined, not a whole number from 1",
      ],
      [
        "quorum 4 is above samples 3",
      ],
      [
        "stop_early is a string, not true or false",
      ],
    ]
  `)
})

test('a copy is as much as its limits allow, and says where they were passed', () => {
  const read = (value: unknown, limits: Partial<SnapshotLimits> = {}) => {
    const { copy, faults } = snapshotJson(value, '/x', { depth: 3, values: 6, ...limits })
    return { copy, faults: faults.map(({ code, path, message }) => `${code} ${path} ${message}`) }
  }
  expect(read([1, [2, [3]]])).toEqual({ copy: [1, [2, [3]]], faults: [] })
  expect(read([1, [2, [[]]]])).toEqual({
    copy: [1, [2, [null]]],
    faults: ['too-deep /x/1/1/0 is nested more than 3 deep'],
  })
  expect(read([1, 2, 3, 4, 5])).toEqual({ copy: [1, 2, 3, 4, 5], faults: [] })
  expect(read([1, 2, 3, 4, 5, 6, 7]).faults).toEqual(['too-many /x/5 holds more values than can be read'])
  expect(read({ a: 1, b: { c: 2, d: 3, e: 4, f: 5 }, g: 6 }).faults).toEqual([
    'too-many /x/b/f holds more values than can be read',
  ])
  expect(read({ a: -0, b: undefined, c: null }).copy).toEqual({ a: 0, c: null })
})
