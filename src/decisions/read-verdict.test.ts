import { describe, expect, test } from 'vitest'
import { verdictTable } from './read-verdict.table.ts'
import { readVerdict } from './read-verdict.ts'

describe.each(Object.entries(verdictTable))('%s', (_, rows) => {
  test.each(rows.map((row) => [shown(row[0]), ...row] as const))('%s', (_, reply, reads, reasoning) => {
    const reading = readVerdict(typeof reply === 'string' ? { text: reply } : reply)
    expect(reading.readable ? `${reading.verdict} by ${reading.via}` : reading.verdict).toBe(reads)
    if (reasoning !== undefined) expect(reading.reasoning).toBe(reasoning)
  })
})

test('the table holds at least eighty replies', () => {
  expect(Object.values(verdictTable).flat().length).toBeGreaterThanOrEqual(80)
})

describe('fields of a structured verdict', () => {
  const read = (fields: object) => readVerdict({ text: '', data: { verdict: 'reject', ...fields } as never })

  test('lists of texts are kept as they are', () => {
    expect(read({ issues: ['a', ' b '], suggestions: ['c'] })).toMatchObject({
      issues: ['a', ' b '],
      suggestions: ['c'],
    })
  })

  test('a lone text is a list of one', () => {
    expect(read({ issues: 'a', suggestions: '' })).toMatchObject({ issues: ['a'], suggestions: [] })
  })

  test('what is no text is kept as canonical JSON', () => {
    expect(read({ suggestions: ['a', 1, null, { z: 1, b: [2] }, '  '] }).suggestions).toEqual([
      'a',
      '1',
      '{"b":[2],"z":1}',
    ])
  })

  test('reasoning in several texts is one a line', () => {
    expect(read({ reasoning: ['a', 'b'] }).reasoning).toBe('a\nb')
  })

  test('a field that is there twice but for its case says nothing', () => {
    expect(read({ reasoning: 'a', Reasoning: 'b', issues: ['a'], ISSUES: ['b'] })).toMatchObject({
      reasoning: '',
      issues: [],
    })
  })

  test('a value too deep to write is left out', () => {
    let deep: unknown = 'x'
    for (let i = 0; i < 100_000; i++) deep = [deep]
    expect(read({ issues: [deep, 'a'] }).issues).toEqual(['a'])
  })

  test('an unreadable reply has neither issues nor suggestions, and its text as reasoning', () => {
    expect(readVerdict({ text: 'hm', data: { verdict: 'maybe', issues: ['a'] } })).toEqual({
      via: 'none',
      readable: false,
      verdict: 'unreadable',
      reasoning: 'hm',
      issues: [],
      suggestions: [],
    })
  })
})

// Helpers

function shown(reply: unknown): string {
  const text = JSON.stringify(reply)
  return (text.length > 90 ? `${text.slice(0, 90)}…` : text).replaceAll('%', '%%')
}
