import { expect, test } from 'vitest'
import { readDecision } from './read-decision.ts'
import { readVerdict } from './read-verdict.ts'

// In a file of its own: each of these takes as long as all other readings together.

test.each([
  ...['{"a":', '{"verdict":"accept"}', '[{', '{"a":"}', '```\n', '> ', '"', '\ud800', '\u0000', 'accept '],
  ...['Verdict: accept\n', 'Verdict:\n', 'verdict: ', 'continue, adjust, abort ', 'do not abort, '],
])('a megabyte of %j has a reading', (unit) => {
  const text = `Accept. ${unit.repeat(Math.ceil(1_000_000 / unit.length))}\nVerdict: accept`
  expect(readVerdict({ text }).readable).toBeTypeOf('boolean')
  expect(readDecision({ text: text.slice(8, -16) }).readable).toBeTypeOf('boolean')
})
