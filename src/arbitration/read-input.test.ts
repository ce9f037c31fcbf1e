import { describe, expect, test } from 'vitest'
import { hashOf } from '../json/canonical-json.ts'
import { readInput } from './read-input.ts'

const good = { facts: { flips: 6 }, allowed_actions: ['wait', 'reload'] }

/** The paths that an input is refused for. */
function pathsOf(input: unknown): readonly string[] {
  const reading = readInput(input)
  return reading.ok ? [] : reading.failure.paths
}

describe('an input that keeps the contract', () => {
  test.each([
    ['the least there is', good],
    [
      'everything',
      {
        ...good,
        situation: 's',
        signals: {},
        self_check: true,
        timeout_sec: 0.5,
        temperature: 2,
        surface: 'people',
        person_actions: ['pick'],
      },
    ],
    ['keys that are undefined', { ...good, signals: undefined, facts: { x: undefined } }],
    ['a null prototype', Object.assign(Object.create(null), good)],
    ['a key named __proto__', { ...good, facts: JSON.parse('{"__proto__": {"x": 1}}') }],
    ['actions that differ in case, space or form', { ...good, allowed_actions: ['a', 'A', 'a ', '\u00e9', 'e\u0301'] }],
    ['a label of 200 characters', { ...good, situation: '🙂'.repeat(200) }],
    ['empty facts', { ...good, facts: {} }],
    ['a timeout of a day', { ...good, timeout_sec: 86_400 }],
    ['a temperature of 0', { ...good, temperature: 0 }],
    ['facts of every kind', { ...good, facts: { a: null, b: true, c: 1.5, d: '', e: [[], {}] } }],
  ])('may have %s', (_, input) => {
    expect(pathsOf(input)).toEqual([])
  })

  test('is copied, frozen and hashed, whatever the order of its keys', () => {
    const facts = { b: { c: 1 }, a: -0 }
    const reading = readInput({ allowed_actions: ['x'], facts })
    facts.b.c = 2
    expect(reading).toMatchObject({ ok: true, input: { facts: { a: 0, b: { c: 1 } } } })
    expect(reading.hash).toBe(hashOf({ facts: { a: 0, b: { c: 1 } }, allowed_actions: ['x'] }))
    expect(Object.isFrozen(reading.input?.facts.b)).toBe(true)
  })
})

describe('an input breaks the contract with', () => {
  test.each<[string, unknown, readonly string[]]>([
    ['no object', null, ['']],
    ['a list', [], ['']],
    ['nothing at all', undefined, ['']],
    ['nothing in it', {}, ['/facts', '/allowed_actions']],
    ['facts that are a list', { ...good, facts: [] }, ['/facts']],
    ['no action', { ...good, allowed_actions: [] }, ['/allowed_actions']],
    ['actions that are no list', { ...good, allowed_actions: 'wait' }, ['/allowed_actions']],
    ['an empty action', { ...good, allowed_actions: ['a', ''] }, ['/allowed_actions/1']],
    [
      'an action twice',
      { ...good, allowed_actions: ['a', 'b', 'a', 'a'] },
      ['/allowed_actions/2', '/allowed_actions/3'],
    ],
    [
      'an action that is no string',
      { ...good, allowed_actions: ['a', 1, null] },
      ['/allowed_actions/1', '/allowed_actions/2'],
    ],
    ['a key that the contract does not know', { ...good, person_action: ['a'] }, ['/person_action']],
    ['self_check in words', { ...good, self_check: 'true' }, ['/self_check']],
    ['a timeout of nothing', { ...good, timeout_sec: 0 }, ['/timeout_sec']],
    ['a timeout that never comes', { ...good, timeout_sec: Number.POSITIVE_INFINITY }, ['/timeout_sec']],
    ['a timeout over a day', { ...good, timeout_sec: 86_401 }, ['/timeout_sec']],
    ['a temperature below 0', { ...good, temperature: -0.1 }, ['/temperature']],
    ['a temperature above 2', { ...good, temperature: 2.1 }, ['/temperature']],
    ['a surface spelled otherwise', { ...good, surface: 'Identity' }, ['/surface']],
    ['an allowed person action', { ...good, person_actions: ['reload'] }, ['/allowed_actions/1']],
    ['person actions that are no list', { ...good, person_actions: 'reload' }, ['/person_actions']],
    ['a label that is no label', { ...good, situation: 'x'.repeat(201) }, ['/situation']],
    ['a page as its label', { ...good, situation: '<html>' }, ['/situation']],
    ['a page deep in the facts', { ...good, facts: { a: [{ b: '<BODY>' }] } }, ['/facts/a/0/b']],
    ['a page as a key', { ...good, facts: { '<html>': 1 } }, ['/facts/<html>']],
    ['a page among the signals', { ...good, signals: { dom: '<p></p>'.repeat(10) } }, ['/signals/dom']],
    ['a function', { ...good, facts: { 'a/b': () => 1 } }, ['/facts/a~1b']],
    ['a date', { ...good, facts: { at: new Date(0) } }, ['/facts/at']],
    ['a map', { ...good, facts: { seen: new Map() } }, ['/facts/seen']],
    [
      'not a number',
      { ...good, facts: { n: Number.NaN, m: 1n, l: Symbol('x') } },
      ['/facts/n', '/facts/m', '/facts/l'],
    ],
    ['a hole in a list', { ...good, facts: { list: [undefined] } }, ['/facts/list/0']],
    [
      'a getter that throws',
      {
        ...good,
        facts: Object.defineProperty({}, 'x', {
          enumerable: true,
          get: () => {
            throw new Error('no')
          },
        }),
      },
      ['/facts/x'],
    ],
  ])('%s', (_, input, paths) => {
    expect(pathsOf(input)).toEqual(paths)
  })

  test('a cycle, which is refused at the 64th level', () => {
    const facts: { self?: object } = {}
    facts.self = facts
    expect(readInput({ ...good, facts })).toMatchObject({ failure: { code: 'too-deep' } })
  })

  test('a proxy that cannot be listed', () => {
    const input = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('no')
        },
      },
    )
    expect(readInput(input)).toMatchObject({ ok: false, hash: null, failure: { code: 'not-json', paths: [''] } })
  })
})

test.each<[string, unknown]>([
  ['missing', {}],
  ['wrong-type', []],
  ['unknown-key', { ...good, extra: 1 }],
  ['out-of-range', { ...good, temperature: 3 }],
  ['unknown-surface', { ...good, surface: 'weather' }],
  ['no-actions', { ...good, allowed_actions: [] }],
  ['empty-action', { ...good, allowed_actions: [''] }],
  ['duplicate-action', { ...good, allowed_actions: ['a', 'a'] }],
  ['person-action', { ...good, person_actions: ['wait'] }],
  ['raw-page', { ...good, facts: { page: '<html>' } }],
  ['facts-too-large', { ...good, facts: { text: 'x'.repeat(20_480) } }],
  ['not-json', { ...good, facts: { n: Number.NaN } }],
  // What is no text is neither a repetition nor a person's.
  ['wrong-type', { ...good, allowed_actions: ['a', 1, 1] }],
  ['wrong-type', { ...good, allowed_actions: [1], person_actions: [1] }],
])('the code %s stands for one thing that is wrong', (code, input) => {
  expect(readInput(input)).toMatchObject({ ok: false, failure: { kind: 'config', code } })
})

describe('facts and signals together', () => {
  const facts = (bytes: number) => ({ text: 'x'.repeat(bytes - '{"text":""}'.length) })

  test('may take 20,480 bytes of compact JSON and not 20,481', () => {
    expect(pathsOf({ ...good, facts: facts(20_480) })).toEqual([])
    expect(pathsOf({ ...good, facts: facts(20_481) })).toEqual(['/facts'])
  })

  test('are counted in bytes of UTF-8', () => {
    const text = 'é'.repeat(10_234)
    expect(pathsOf({ ...good, facts: { text: `${text}x` } })).toEqual([])
    expect(pathsOf({ ...good, facts: { text: `${text}xx` } })).toEqual(['/facts'])
    expect(pathsOf({ ...good, facts: { text: '\ud800'.repeat(3_411) } })).toEqual([])
    expect(pathsOf({ ...good, facts: { text: '\ud800'.repeat(3_412) } })).toEqual(['/facts'])
  })

  test('are counted as a sum', () => {
    expect(pathsOf({ ...good, facts: facts(20_000), signals: facts(480) })).toEqual([])
    expect(pathsOf({ ...good, facts: facts(20_000), signals: facts(481) })).toEqual(['/facts', '/signals'])
  })
})

test('every fault is listed at once, with what to do', () => {
  const reading = readInput({ facts: { page: '<html>' }, allowed_actions: ['', 'a', 'a'], self_check: 1, extra: 0 })
  expect(reading).toMatchObject({
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    checks: {
      well_formed: 'broken',
      facts_bounded: 'held',
      no_raw_page: 'broken',
      closed_list: 'broken',
      no_person_actions: 'held',
    },
  })
  expect(reading.ok || reading.failure).toMatchInlineSnapshot(`
    {
      "code": "several-faults",
      "kind": "config",
      "message": "/facts/page is a raw page (<html): give a summary of it; /allowed_actions/0 is an empty string; /allowed_actions/2 repeats "a"; /self_check is not true or false; /extra is no field of the contract. Nothing was asked; correct what is named.",
      "paths": [
        "/facts/page",
        "/allowed_actions/0",
        "/allowed_actions/2",
        "/self_check",
        "/extra",
      ],
    }
  `)
})

test('a message spells out twenty faults and counts the rest, paths name all', () => {
  const reading = readInput({ ...good, allowed_actions: Array.from({ length: 30 }, () => '') })
  const { failure } = reading as Extract<typeof reading, { ok: false }>
  expect(failure.message).toContain('and 39 more faults')
  expect(failure.paths).toHaveLength(30)
})
