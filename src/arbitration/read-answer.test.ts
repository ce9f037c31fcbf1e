import { describe, expect, test } from 'vitest'
import type { Json } from '../json/json.ts'
import { readAnswer } from './read-answer.ts'

const ACTIONS = ['wait', 'reload', 'caf\u00e9', '\ud83d', '__proto__']

const read = (text: string, data?: Json) => readAnswer(data === undefined ? { text } : { text, data }, ACTIONS).result
const json = (object: unknown) => read(JSON.stringify(object))
const decided = { status: 'decided', action: 'wait', confidence: 0.9 }

/** A failure in short, or the value. */
const shortly = (result: ReturnType<typeof read>) =>
  result.ok ? result.value : `${result.failure.kind} ${result.failure.code} ${result.failure.paths.join(' ')}`.trim()

describe('a decided answer', () => {
  test.each([
    ['the least', decided, { ...decided, stable: false }],
    ['everything', { ...decided, reason: '', stable: true }, { ...decided, reason: '', stable: true }],
    ['no confidence at all', { ...decided, confidence: 0 }, { ...decided, confidence: 0, stable: false }],
    ['all confidence', { ...decided, confidence: 1 }, { ...decided, confidence: 1, stable: false }],
    [
      'an action outside of ASCII',
      { ...decided, action: 'caf\u00e9' },
      { ...decided, action: 'caf\u00e9', stable: false },
    ],
    ['half a character', { ...decided, action: '\ud83d' }, { ...decided, action: '\ud83d', stable: false }],
    ['a name of JavaScript', { ...decided, action: '__proto__' }, { ...decided, action: '__proto__', stable: false }],
  ])('may give %s', (_, object, value) => {
    expect(json(object)).toEqual({ ok: true, value })
  })

  test('keeps minus zero out of its value', () => {
    expect(read('{"status":"decided","action":"wait","confidence":-0.0}')).toEqual({
      ok: true,
      value: { ...decided, confidence: 0, stable: false },
    })
  })

  test.each([
    'Wait',
    'WAIT',
    ' wait',
    'wait ',
    'wait\n',
    '"wait"',
    'wa\u0131t',
    'w\u0430it',
    'wait\u200b',
    '\ufeffwait',
    'cafe\u0301',
    '\ud83d\ude42',
    '',
    'toString',
    'delete',
  ])('is none with the action %j', (action) => {
    expect(shortly(json({ ...decided, action }))).toBe('schema outside-list /action')
  })

  test.each([
    ['true', 'wrong-type'],
    ['false', 'wrong-type'],
    ['null', 'wrong-type'],
    ['"1"', 'wrong-type'],
    ['"0.9"', 'wrong-type'],
    ['[1]', 'wrong-type'],
    ['{}', 'wrong-type'],
    ['1.0000001', 'confidence-out-of-range'],
    ['-0.0000001', 'confidence-out-of-range'],
    ['90', 'confidence-out-of-range'],
    ['1e999', 'confidence-out-of-range'],
    ['-1e999', 'confidence-out-of-range'],
  ])('is none with the confidence %s', (confidence, code) => {
    expect(shortly(read(`{"status":"decided","action":"wait","confidence":${confidence}}`))).toBe(
      `schema ${code} /confidence`,
    )
  })

  test.each(['NaN', 'Infinity', '.5', '1.', '0x1', '+1'])('is no JSON with the confidence %s', (confidence) => {
    expect(shortly(read(`{"status":"decided","action":"wait","confidence":${confidence}}`))).toBe('parse invalid-json')
  })

  test.each<[object, string]>([
    [{ status: 'decided', confidence: 1 }, 'schema missing /action'],
    [{ status: 'decided', action: 'wait' }, 'schema missing /confidence'],
    [{ ...decided, action: 5 }, 'schema wrong-type /action'],
    [{ ...decided, action: ['wait'] }, 'schema wrong-type /action'],
    [{ ...decided, reason: null }, 'schema wrong-type /reason'],
    [{ ...decided, stable: 'yes' }, 'schema wrong-type /stable'],
    [{ ...decided, stable: null }, 'schema wrong-type /stable'],
    [{ ...decided, action: 'Wait', confidence: true, stable: 0 }, 'schema outside-list /action /confidence /stable'],
    [{ status: 'decided' }, 'schema missing /action /confidence'],
    [{ ...decided, confidence: 7, stable: 0 }, 'schema several-faults /confidence /stable'],
  ])('is none as %j', (object, failure) => {
    expect(shortly(json(object))).toBe(failure)
  })
})

describe('an ambiguous answer', () => {
  test('names candidates of the list, and may say why', () => {
    const answer = { status: 'ambiguous', candidate_actions: ['reload', 'wait'], reason: 'Both fit.' }
    expect(json(answer)).toEqual({ ok: true, value: answer })
  })

  test.each<[unknown, string]>([
    [undefined, 'schema missing /candidate_actions'],
    ['wait', 'schema wrong-type /candidate_actions'],
    [[], 'schema no-candidates /candidate_actions'],
    [['wait', 'wait'], 'schema duplicate-candidate /candidate_actions/1'],
    [['wait', 'Wait'], 'schema outside-list /candidate_actions/1'],
    [['delete', 'wait', 'drop'], 'schema outside-list /candidate_actions/0 /candidate_actions/2'],
    [[1, 'wait'], 'schema wrong-type /candidate_actions/0'],
  ])('is none with the candidates %j', (candidate_actions, failure) => {
    expect(shortly(json({ status: 'ambiguous', candidate_actions }))).toBe(failure)
  })
})

describe('an escalating answer', () => {
  test('needs nothing else', () => {
    expect(json({ status: 'escalate' })).toEqual({ ok: true, value: { status: 'escalate' } })
    expect(json({ status: 'escalate', reason: 'Look.' })).toEqual({
      ok: true,
      value: { status: 'escalate', reason: 'Look.' },
    })
  })

  test('is none with a reason that is no string', () => {
    expect(shortly(json({ status: 'escalate', reason: {} }))).toBe('schema wrong-type /reason')
  })
})

describe('a status counts as it is spelled', () => {
  test.each([undefined, null, true, 1, '', 'Decided', 'decided ', 'done', '__proto__', 'toString', ['decided']])(
    'not as %j',
    (status) => {
      expect(shortly(json({ ...decided, status }))).toBe('schema unknown-status /status')
    },
  )
})

describe('unknown keys', () => {
  test('are dropped and noted', () => {
    expect(json({ ...decided, allowed_actions: ['delete'], candidate_actions: 5, toString: 1 })).toEqual({
      ok: true,
      value: { ...decided, stable: false },
      notes: [
        'Dropped the unknown key "allowed_actions".',
        'Dropped the unknown key "candidate_actions".',
        'Dropped the unknown key "toString".',
      ],
    })
  })

  test('never widen the list', () => {
    expect(shortly(json({ ...decided, action: 'delete', allowed_actions: ['delete'] }))).toBe(
      'schema outside-list /action',
    )
  })

  test('of another status are unknown, whatever is in them', () => {
    expect(json({ status: 'escalate', action: 'delete', confidence: 'x' })).toMatchObject({
      ok: true,
      value: { status: 'escalate' },
    })
  })

  test('in great number are counted', () => {
    const many = Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`k${i}`, i]))
    expect(json({ ...decided, ...many })).toMatchObject({ notes: { length: 21, 20: 'Dropped 5 more unknown keys.' } })
  })

  test('named __proto__ change nothing', () => {
    expect(read('{"__proto__":{"status":"decided","action":"wait","confidence":1}}').ok).toBe(false)
    expect(read('{"status":"escalate","__proto__":{"reason":5}}')).toEqual({
      ok: true,
      value: { status: 'escalate' },
      notes: ['Dropped the unknown key "__proto__".'],
    })
    expect(({} as { status?: string }).status).toBeUndefined()
  })
})

describe('the reply holds exactly one object', () => {
  const text = JSON.stringify(decided)

  test.each([
    ['bare', text],
    ['with space around', `\n\t ${text} \r\n`],
    ['after a byte order mark', `\ufeff${text}`],
    ['in a fence', `\`\`\`json\n${text}\n\`\`\``],
    ['in a fence of tildes', `~~~\n${text}\n~~~`],
    ['in a fence among words', `Here you are:\n\`\`\`\n${text}\n\`\`\`\nI hope it helps.`],
    ['over several lines', JSON.stringify(decided, null, 2)],
  ])('%s', (_, reply) => {
    expect(read(reply).ok).toBe(true)
  })

  test.each([
    ['nothing', '', 'parse no-object'],
    ['space', ' \n ', 'parse no-object'],
    ['words', 'I would wait.', 'parse no-object'],
    ['an action', 'wait', 'parse no-object'],
    ['null', 'null', 'parse no-object'],
    ['a list around it', `[${text}]`, 'parse no-object'],
    ['two', `${text}${text}`, 'parse several-objects'],
    ['two fences', `\`\`\`\n${text}\n\`\`\`\n\`\`\`\n${text}\n\`\`\``, 'parse several-objects'],
    ['one and an empty one', `${text} {}`, 'parse several-objects'],
    ['one and one cut off', `${text}\n{"status":"deci`, 'parse several-objects'],
    ['words around it', `I would never answer ${text}.`, 'parse words-around'],
    ['more than it in a fence', `\`\`\`\n${text}\nor not\n\`\`\``, 'parse words-around'],
    ['one that is cut off', text.slice(0, -1), 'parse invalid-json'],
    ['one with a trailing comma', text.replace('}', ',}'), 'parse invalid-json'],
    ['one with a key twice', text.replace('{', '{"action":"reload",'), 'parse duplicate-key'],
    ['one with a key twice in disguise', text.replace('{', '{"\\u0061ction":"reload",'), 'parse duplicate-key'],
    ['one with a key twice deep inside', text.replace('}', ',"x":{"a":1,"a":2}}'), 'parse duplicate-key'],
    ['one too deep', text.replace('}', `,"x":${'['.repeat(64)}${']'.repeat(64)}}`), 'parse too-deep'],
    ['one too long', JSON.stringify({ ...decided, reason: 'x'.repeat(262_144) }), 'parse too-long'],
  ])('not %s', (_, reply, failure) => {
    expect(shortly(read(reply))).toBe(failure)
  })

  test('the longest that is read has 262,144 characters', () => {
    const rest = JSON.stringify({ ...decided, reason: '' }).length
    expect(read(JSON.stringify({ ...decided, reason: 'x'.repeat(262_144 - rest) })).ok).toBe(true)
    expect(read(JSON.stringify({ ...decided, reason: 'x'.repeat(262_145 - rest) })).ok).toBe(false)
  })
})

describe('a structured part', () => {
  test('is the object, with or without the same in the text', () => {
    const value = { ...decided, stable: false }
    expect(read('', decided)).toEqual({ ok: true, value })
    expect(read(JSON.stringify(decided, null, 1), decided)).toEqual({ ok: true, value })
    expect(read('Done.', decided)).toEqual({ ok: true, value })
  })

  test.each<[string, string, Json, string]>([
    ['when the text says something else', '{"status":"escalate"}', decided, 'parse several-objects'],
    ['when the text breaks off', '{"status":', decided, 'parse invalid-json'],
    ['when it is a list', '', [decided], 'parse no-object'],
    ['when it is null', JSON.stringify(decided), null, 'parse no-object'],
    ['when it is too deep', '', JSON.parse(`{"x":${'['.repeat(64)}${']'.repeat(64)}}`), 'parse too-deep'],
    ['when it is too long', '', { ...decided, reason: 'x'.repeat(262_144) }, 'parse too-long'],
    ['when it breaks the contract', '', { ...decided, confidence: true }, 'schema wrong-type /confidence'],
  ])('is none %s', (_, text, data, failure) => {
    expect(shortly(read(text, data))).toBe(failure)
  })
})

test('a failure says what is wrong where, in bounded words', () => {
  const result = json({ ...decided, action: `w${'a'.repeat(500)}it`, confidence: true })
  expect(result).toMatchInlineSnapshot(`
    {
      "failure": {
        "code": "outside-list",
        "kind": "schema",
        "message": "/action is "waaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" (503 characters), which is no allowed action as it is spelled; /confidence is not a number. It is not used.",
        "paths": [
          "/action",
          "/confidence",
        ],
      },
      "ok": false,
    }
  `)
})

test('an answer and all in it is frozen', () => {
  const result = json({ status: 'ambiguous', candidate_actions: ['wait'], x: 1 })
  expect(Object.isFrozen(result)).toBe(true)
  expect(result).toSatisfy(
    (r) => Object.isFrozen(r.value) && Object.isFrozen(r.value.candidate_actions) && Object.isFrozen(r.notes),
  )
})
