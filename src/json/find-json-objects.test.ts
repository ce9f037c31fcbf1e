import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findJsonObjects } from './find-json-objects.ts'
import { theOneJsonObject } from './the-one-json-object.ts'

describe('objects', () => {
  test.each([
    ['{"a":1}', 'whole'],
    ['\ufeff \n{"a":1}\n', 'whole'],
    ['```json\n{"a":1}\n```', 'fence'],
    ['Here:\n~~~~\n\n  {"a":1}\n\n~~~~\nDone.', 'fence'],
    ['```\n{"a":1}', 'fence'],
    ['```\nresult = {"a":1}\n```', 'prose'],
    ['```json {"a":1} ```', 'prose'],
    ['It is {"a":1}.', 'prose'],
    ['{set} is {"a":1}', 'prose'],
    ['An unclosed { and {"a":1}', 'prose'],
    ['An unclosed [ and {"a":1}', 'prose'],
    ['[1] says {"a":1}', 'prose'],
    ['"quoted" {"a":1} "quoted', 'prose'],
    ['don\'t {"a":1}', 'prose'],
  ])('in %j are found with their place', (text, place) => {
    const { objects, problems } = findJsonObjects(text)
    expect(objects.map((object) => [object.value, object.place])).toEqual([[{ a: 1 }, place]])
    expect(objects.map(({ start, end }) => text.slice(start, end))).toEqual(['{"a":1}'])
    expect(problems).toEqual([])
  })

  test('are listed in order, those inside others not', () => {
    const { objects } = findJsonObjects('{"a":{"b":1}} and\n```\n{"c":2}\n```\n{}')
    expect(objects.map(({ value, place }) => [value, place])).toEqual([
      [{ a: { b: 1 } }, 'prose'],
      [{ c: 2 }, 'fence'],
      [{}, 'prose'],
    ])
  })

  test.each([
    '[{"a":1}]',
    '[0, {"a":1}]',
    '["]", {"a":1}]',
    '{ note: {"a":1} }',
    '{{"a":1}}',
    '[see {"a":1}]',
    '',
    '{',
    'null',
  ])('are not taken out of %j', (text) => {
    expect(findJsonObjects(text)).toEqual({ objects: [], problems: [] })
  })
})

describe('what starts like an object and is none', () => {
  test.each([
    ['{"a":1,}', 'syntax', '{"a":1,}'],
    ['so {"a":1 or {"b":2}', 'syntax', '{"a":1 or {"b":2}'],
    ['{"a":1,"a":{"b":2}} x', 'duplicate-key', '{"a":1,"a":{"b":2}}'],
    ['{"a":"{","a":2} x }', 'duplicate-key', '{"a":"{","a":2}'],
    ['{"a","b"} x', 'syntax', '{"a","b"}'],
    [`{"a":${'['.repeat(100)}${']'.repeat(100)}} x`, 'too-deep', `{"a":${'['.repeat(100)}${']'.repeat(100)}}`],
    ['```\n{"a":}\n```', 'syntax', '{"a":}'],
  ])('%j is reported with its extent, and hides what is in it', (text, problem, extent) => {
    const { objects, problems } = findJsonObjects(text)
    expect(objects).toEqual([])
    expect(problems.map((found) => [found.problem, text.slice(found.start, found.end)])).toEqual([[problem, extent]])
  })

  test('does not hide what comes after it', () => {
    const { objects, problems } = findJsonObjects('{"a":1,} {"b":2}')
    expect([objects.length, problems.length]).toEqual([1, 1])
  })
})

describe('the one object', () => {
  test('is there for exactly one', () => {
    expect(theOneJsonObject('x {"a":1}')?.value).toEqual({ a: 1 })
    expect(theOneJsonObject('x')).toBeUndefined()
    expect(theOneJsonObject('{"a":1}{"a":1}')).toBeUndefined()
  })

  test('is not there beside one that is broken', () => {
    expect(theOneJsonObject('{"a":1} {"b":2,"b":3}')).toBeUndefined()
  })
})

test('any object is found again between any words without brackets', () => {
  const words = fc.string().map((text) => text.replace(/[{}[\]]/g, ''))
  const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }))
  fc.assert(
    fc.property(words, object, words, (before, value, after) => {
      const json = JSON.stringify(value)
      const { objects, problems } = findJsonObjects(before + json + after)
      expect(problems).toEqual([])
      expect(objects).toMatchObject([
        { value: JSON.parse(json), start: before.length, end: before.length + json.length },
      ])
    }),
    { seed: 7, numRuns: 300 },
  )
})

test('spans never overlap and lie in the text, whatever the text', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"',
    '"a"',
    ':',
    ',',
    '1',
    '\\',
    '```',
    '\n',
    '~~~',
    ' ',
    '{"a":1}',
    'x',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
      const text = pieces.join('')
      const { objects, problems } = findJsonObjects(text)
      const spans = [...objects, ...problems].sort((a, b) => a.start - b.start)
      spans.forEach(({ start, end }, i) => {
        expect(start).toBeGreaterThanOrEqual(spans[i - 1]?.end ?? 0)
        expect(end).toBeGreaterThan(start)
        expect(end).toBeLessThanOrEqual(text.length)
      })
      for (const { start, end, value } of objects) expect(JSON.parse(text.slice(start, end))).toEqual(value)
    }),
    { seed: 7, numRuns: 1000 },
  )
})

test.each([
  '{',
  '[',
  '"',
  '`',
  '```\n',
  '{"a":',
  '{"a":1}',
  '{"a":1,"a":1}',
  '[{',
  '[{},',
  '{"a":"}',
  '{"',
  '~~~',
  '\n',
  '}',
  '{ ',
  '["',
])('looks at each character of a long run of %j a bounded number of times', (unit) => {
  const looks = (times: number) => looksAt(() => findJsonObjects(unit.repeat(times)))
  expect(looks(4000)).toBeLessThanOrEqual(2.1 * looks(2000))
})

test('looks no oftener when many arrays are open', () => {
  const tail = '1,'.repeat(4000)
  expect(looksAt(() => findJsonObjects('[{},'.repeat(50) + tail))).toBeLessThanOrEqual(
    1.2 * looksAt(() => findJsonObjects(`[{},${tail}`)),
  )
})

// Helpers

function looksAt(work: () => unknown): number {
  const { charCodeAt, charAt } = String.prototype
  let looks = 0
  String.prototype.charCodeAt = function (at) {
    looks++
    return charCodeAt.call(this, at)
  }
  String.prototype.charAt = function (at) {
    looks++
    return charAt.call(this, at)
  }
  try {
    work()
  } finally {
    Object.assign(String.prototype, { charCodeAt, charAt })
  }
  return looks
}
