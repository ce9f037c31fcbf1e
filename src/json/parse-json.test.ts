import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'
import { parseJson } from './parse-json.ts'

describe('a text that is JSON', () => {
  test('gives the value that JSON.parse gives', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom('', ' ', '\r\n\t'), (json, space) => {
        const text = `${space}${json}${space}`
        const parsed = parseJson(text)
        if (parsed.ok) expect(parsed.value).toEqual(JSON.parse(text))
        else expect(parsed.problem).toBe('duplicate-key')
      }),
      { seed: 7, numRuns: 300 },
    )
  })

  test('is told from one that is not exactly as JSON.parse does', () => {
    const piece = fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"a"',
        '"b"',
        '"',
        '\\',
        '\\u0041',
        '\\x',
        '0',
        '1',
        '-',
        '.',
        'e',
        '+',
        'true',
        'null',
      ],
      ...[' ', '\n', '\u0001', '\u2028', '\u00a0', '\ufeff', '\ud800', "'", '//', 'NaN', 'nul'],
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('')
        const parsed = parseJson(text)
        expect(parsed.ok || parsed.problem === 'duplicate-key' || parsed.problem).toBe(isJson(text) || 'syntax')
      }),
      { seed: 7, numRuns: 3000 },
    )
  })

  test.each([
    '0',
    '-0',
    '1e400',
    '0.1',
    '1E+2',
    '""',
    '"\\ud800"',
    '"\ud800"',
    '"\u2028"',
    '[]',
    '{}',
    '[[],{}]',
    ' null\n',
  ])('reads %j', (text) => {
    expect(parseJson(text)).toEqual({ ok: true, value: JSON.parse(text) })
  })
})

describe('a text that is none', () => {
  test.each([
    ['', 0, ''],
    ['{', 1, ''],
    ['{"a":1', 6, '/a'],
    ['{"a":1,}', 7, ''],
    ['{"a" 1}', 5, ''],
    ['{a:1}', 1, ''],
    ["{'a':1}", 1, ''],
    ['[1,]', 3, '/1'],
    ['[1 2]', 3, '/1'],
    ['{"a":[0,{"b/~":tru}]}', 15, '/a/1/b~1~0'],
    ['"\n"', 1, ''],
    ['"\u001f"', 1, ''],
    ['"\\x"', 1, ''],
    ['"\\u12g4"', 1, ''],
    ['"\\', 1, ''],
    ['01', 1, ''],
    ['1.', 1, ''],
    ['{} {}', 3, ''],
    ['\ufeff{}', 0, ''],
    ['NaN', 0, ''],
  ])('%j has a syntax fault with its place', (text, offset, pointer) => {
    expect(parseJson(text)).toMatchObject({ ok: false, problem: 'syntax', offset, pointer })
    expect(isJson(text)).toBe(false)
  })

  test('says what, and where', () => {
    expect(parseJson('{"a":[1,oops]}')).toEqual({
      ok: false,
      problem: 'syntax',
      message: 'Expected a JSON value, at offset 8',
      pointer: '/a/1',
      offset: 8,
    })
  })
})

describe('a repeated key', () => {
  test.each([
    ['{"a":1,"a":1}', 7, '/a'],
    ['{"a":1,"\\u0061":2}', 7, '/a'],
    ['[{},{"x":{"":1,"":2}}]', 15, '/1/x/'],
    ['{"__proto__":1,"__proto__":2}', 15, '/__proto__'],
    ['{"a":1,"b":2,"a":3,}', 13, '/a'],
    ['{"a":1,"a":2,"b":1,"b":2}', 7, '/a'],
  ])('of %j is a fault with its place', (text, offset, pointer) => {
    expect(parseJson(text)).toMatchObject({ ok: false, problem: 'duplicate-key', offset, pointer })
  })

  test.each(['{"a":1,"a":[2]}', '[{"__proto__":1,"__proto__":{"b":1}}] '])(
    'of %j comes with what JSON.parse gives, where it is all that is wrong',
    (text) => {
      expect(parseJson(text)).toMatchObject({ ok: false, problem: 'duplicate-key', value: JSON.parse(text) })
      for (const more of [`${text},`, text.slice(0, -2)]) {
        expect(parseJson(more)).toMatchObject({ ok: false, problem: 'duplicate-key' })
        expect(parseJson(more)).not.toHaveProperty('value')
      }
    },
  )

  test('may stand in objects of its own', () => {
    expect(parseJson('[{"a":1},{"a":2,"b":{"a":3}}]').ok).toBe(true)
  })

  test('inherited names are none', () => {
    expect(parseJson('{"toString":1,"constructor":2,"hasOwnProperty":3}').ok).toBe(true)
  })
})

describe('limits', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

  test('a hundred levels are read and one more is not', () => {
    expect(parseJson(nested(100)).ok).toBe(true)
    expect(parseJson(nested(101))).toMatchObject({ ok: false, problem: 'too-deep', offset: 100 })
    expect(parseJson('{"a":[1]}', { maxDepth: 1 })).toMatchObject({ ok: false, problem: 'too-deep', pointer: '/a' })
    expect(parseJson('1', { maxDepth: 0 }).ok).toBe(true)
  })

  test('a million levels cost no stack, allowed or not', () => {
    expect(parseJson(nested(1_000_000))).toMatchObject({ ok: false, problem: 'too-deep' })
    expect(parseJson('{"a":'.repeat(1_000_000))).toMatchObject({ ok: false, problem: 'too-deep' })
    expect(parseJson(nested(1_000_000), { maxDepth: 1_000_000 }).ok).toBe(true)
  })

  test('size counts bytes of UTF-8', () => {
    expect(parseJson('"é€😀"', { maxBytes: 11 }).ok).toBe(true)
    expect(parseJson('"é€😀"', { maxBytes: 10 })).toMatchObject({ ok: false, problem: 'too-large' })
    expect(parseJson('"€€€€"', { maxBytes: 12 })).toMatchObject({ ok: false, problem: 'too-large' })
    expect(parseJson('"aaa"', { maxBytes: 4 })).toMatchObject({ ok: false, problem: 'too-large' })
  })

  test('a byte order mark is skipped once, and only if it may', () => {
    expect(parseJson('\ufeff{}', { allowBom: true })).toEqual({ ok: true, value: {} })
    expect(parseJson('\ufeff\ufeff{}', { allowBom: true }).ok).toBe(false)
    expect(parseJson('{}', { allowBom: true }).ok).toBe(true)
  })
})

test('__proto__ is data: nothing is polluted, spread and canonical JSON keep it', () => {
  const parsed = parseJson('{"__proto__":{"polluted":true},"a":1}')
  const value = (parsed.ok ? parsed.value : {}) as Record<string, unknown>
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  expect(value.polluted).toBeUndefined()
  expect(Object.keys(value)).toEqual(['__proto__', 'a'])
  expect(Object.getPrototypeOf({ ...value })).toBe(Object.prototype)
  expect(canonicalJson({ ...value })).toBe('{"__proto__":{"polluted":true},"a":1}')
})

test('a text twice as long takes twice the steps', () => {
  for (const unit of ['{"a":', '[1,', '"\\u0041",', '{"a":"', ' ', '1', '[[],']) {
    const steps = (times: number) => stepsOf(() => parseJson(`[${unit.repeat(times)}`, { maxDepth: 1_000_000 }))
    expect(steps(4000)).toBeLessThanOrEqual(2.1 * steps(2000))
  }
})

// Helpers

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** How many characters are looked at one by one or copied. */
function stepsOf(work: () => unknown): number {
  const { charCodeAt, slice } = String.prototype
  let steps = 0
  String.prototype.charCodeAt = function (at) {
    steps++
    return charCodeAt.call(this, at)
  }
  String.prototype.slice = function (from, to) {
    const part = slice.call(this, from, to)
    steps += part.length
    return part
  }
  try {
    work()
  } finally {
    Object.assign(String.prototype, { charCodeAt, slice })
  }
  return steps
}
