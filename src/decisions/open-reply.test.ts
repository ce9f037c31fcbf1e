import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '../json/json.ts'
import { openReply } from './open-reply.ts'
import { readDecision } from './read-decision.ts'
import { readVerdict } from './read-verdict.ts'

test('a text that is its own data once more has no words of its own', () => {
  const data = { verdict: 'reject', reasoning: 'It has no title.' }
  const nothing = { body: '', prose: '', loose: '', objects: [], problems: [], structures: [] }
  expect(openReply(JSON.stringify(data), data)).toEqual(nothing)
  expect(openReply(JSON.stringify(data, null, 1), data).objects).toHaveLength(1)
  expect(openReply(JSON.stringify(data), { verdict: 'accept' }).objects).toHaveLength(1)
})

test('a reply reads the same whether or not its text is seen to be its data', () => {
  fc.assert(
    fc.property(structured, (data) => {
      const text = JSON.stringify(data)
      const apart = text.replace('{', '{ ')
      expect(readVerdict({ text, data })).toEqual(withText(text, readVerdict({ text: apart, data })))
      expect(readDecision({ text, data })).toEqual(withText(text, readDecision({ text: apart, data })))
    }),
    { seed: 24, numRuns: 500 },
  )
})

test('data too deep for a text to be read is left to the reading of texts', () => {
  const deep = Array.from({ length: 200 }).reduce<Json>((inner) => [inner], 'accept')
  const data = { verdict: 'accept', deep } as Json
  expect(readVerdict({ text: JSON.stringify(data), data }).verdict).toBe('unreadable')
})

// Helpers

const said = fc.oneof(
  fc.constantFrom('accept', 'Rejected.', 'reject', 'continue', 'adjust', 'abort', 'accept?', 'do not abort', ''),
  fc.string(),
  fc.jsonValue({ maxDepth: 2 }),
)

const structured = fc.dictionary(
  fc.oneof(
    fc.constantFrom('verdict', 'Verdict', 'decision', 'reasoning', 'reason', 'issues', 'adjustment'),
    fc.string(),
  ),
  said,
) as fc.Arbitrary<Json>

/** An unreadable reply's reason is its text, which here differs by a space. */
const withText = <R extends { readonly readable: boolean }>(text: string, reading: R): R =>
  reading.readable ? reading : { ...reading, ...('reasoning' in reading ? { reasoning: text } : { reason: text }) }
