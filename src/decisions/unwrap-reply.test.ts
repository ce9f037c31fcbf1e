import { expect, test } from 'vitest'
import { quoteDepth, unwrapReply } from './unwrap-reply.ts'

test.each([
  ['  a \n', 'a'],
  ['"a"', 'a'],
  ["'a'", 'a'],
  ['“a”', 'a'],
  ['‘a’', 'a'],
  ['«a»', 'a'],
  ['„a“', 'a'],
  ['「a」', 'a'],
  ['**a**', 'a'],
  ['__a__', 'a'],
  ['_a_', 'a'],
  ['``a``', 'a'],
  ['" **a** "', 'a'],
  ['```\na\n```', 'a'],
  ['```json\na\n```', 'a'],
  ['~~~\na\n~~~', 'a'],
  ['~~~\na\n~~~ b ~~~', 'a\n~~~ b ~~~'],
  ['```\na', 'a'],
  ['~~~\na', 'a'],
  ['> a\n> b', 'a\nb'],
  ['>a\n>  b', 'a\n b'],
  ['> a\n\n> b', 'a\n\nb'],
  ['> a\n  \n> b', 'a\n  \nb'],
  ['> > a\n> > b', 'a\nb'],
  ['>> a\n> b', '> a\nb'],
  ['> ```\n> a\n> ```', 'a'],
  ['**```\na\n```**', 'a'],
  ['"> a"', 'a'],
  ['"> say "a" now"', 'say "a" now'],
  ['"\n> say "a" now"', 'say "a" now'],
  ['""', ''],
  ['*', '*'],
])('%j holds %j', (reply, body) => {
  expect(unwrapReply(reply)).toBe(body)
})

test.each([
  '"a',
  'a"',
  '“a"',
  '**a** and **b**',
  '"a" and "b"',
  'a > b',
  '"a" > "b"',
  '"a""',
  '> a\nb',
  'a\n```\nb\n```',
  '```\na\n```\nb',
  '```a```\n```b```',
  '"""',
])('%j is wrapped in nothing', (reply) => {
  expect(unwrapReply(reply)).toBe(reply)
})

test('a reply wrapped twelve times is unwrapped, one wrapped more often is left in the rest', () => {
  const wrapped = (times: number) =>
    Array.from({ length: times }).reduce<string>((inner, _, i) => [fence(i), inner, fence(i)].join('\n'), 'a')
  const fence = (i: number) => '`'.repeat(3 + i)
  expect([unwrapReply(wrapped(12)), unwrapReply(wrapped(13))]).toEqual(['a', '```\na\n```'])
})

test('a line stands in as many block quotes as it has marks in front, up to a limit', () => {
  expect(quoteDepth('a')).toEqual({ depth: 0, start: 0 })
  expect(quoteDepth('> a')).toEqual({ depth: 1, start: 2 })
  expect(quoteDepth('>a > b')).toEqual({ depth: 1, start: 1 })
  expect(quoteDepth(' \t>  > a')).toEqual({ depth: 2, start: 7 })
  expect(quoteDepth('>>> a', 2)).toEqual({ depth: 2, start: 2 })
  expect(quoteDepth('')).toEqual({ depth: 0, start: 0 })
  expect(quoteDepth('>')).toEqual({ depth: 1, start: 1 })
})
