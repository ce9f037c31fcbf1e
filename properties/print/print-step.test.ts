import { expect, test } from 'vitest'
import { accept, decide, fault, reject, say } from '../../src/providers/script-steps.ts'
import { literal } from './literal.ts'
import { printStep } from './print-step.ts'

test.each([
  [{ text: 'Done.' }, "'Done.'", []],
  [accept(), 'accept()', ['accept']],
  [accept('Fine.'), "accept('Fine.')", ['accept']],
  [reject(), 'reject()', ['reject']],
  [
    reject({ reasoning: 'No.', suggestions: ['Try.'] }),
    "reject({ reasoning: 'No.', suggestions: ['Try.'] })",
    ['reject'],
  ],
  [decide('continue'), "decide('continue')", ['decide']],
  [decide('adjust', { adjustment: 'Slower.' }), "decide('adjust', { adjustment: 'Slower.' })", ['decide']],
  [
    say('a', { reasoning: 'b', usage: { inputTokens: 1, outputTokens: 2 } }),
    "say('a', { usage: { inputTokens: 1, outputTokens: 2 }, reasoning: 'b' })",
    ['say'],
  ],
  [
    { ...reject({ reasoning: 'No.' }), text: 'other words' },
    "say('other words', { data: { verdict: 'reject', reasoning: 'No.', issues: [], suggestions: [] } })",
    ['say'],
  ],
  [fault.timeout({ elapsedMs: 5 }), 'fault.timeout({ elapsedMs: 5 })', ['fault']],
  [fault.status(429, { retryAfterMs: 1 }), 'fault.status(429, { retryAfterMs: 1 })', ['fault']],
  [fault.empty(), 'fault.empty()', ['fault']],
  [fault.refusal('No.'), "fault.refusal('No.')", ['fault']],
] as const)('%j is written as %s', (step, expected, uses) => {
  const used: string[] = []
  expect(printStep(step as never, (name) => used.push(name))).toBe(expected)
  expect(used).toEqual(uses)
})

test.each([
  ["it's", "'it\\'s'"],
  ['a\nb\tc\\d', "'a\\nb\\tc\\\\d'"],
  ['\u202e \ud83d \u0000', "'\\u202e \\ud83d \\u0000'"],
  [{ 'a-b': [1, null, true], c: undefined }, "{ 'a-b': [1, null, true] }"],
  [{}, '{}'],
])('%j is the literal %s', (value, expected) => {
  expect(literal(value)).toBe(expected)
})
