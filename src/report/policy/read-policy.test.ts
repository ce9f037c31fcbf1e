import { expect, test } from 'vitest'
import { POLICY_TEMPLATE } from './policy-template.ts'
import { readPolicy } from './read-policy.ts'

const HEAD = '"format": "tribunal-policy", "version": 1'

test('what init writes is a policy, and so it is with every rule in it uncommented', () => {
  expect(readPolicy(POLICY_TEMPLATE, 'p').hard?.laws?.minTries).toBe(100)
  const whole = readPolicy(POLICY_TEMPLATE.replaceAll(/\/\/ (?=[{"])/g, ''), 'p')
  expect(whole.baseline).toEqual({ file: 'tribunal.baseline.json', maxDrop: 5 })
  expect(whole.hard?.floors).toHaveLength(2)
  expect(whole.hard?.laws?.mutantsKilled).toBe(1)
})

test.each([
  ['no JSON', '{', 'The policy p cannot be used: line 1: CloseBraceExpected.'],
  ['a key that is none', `{${HEAD}, "flors": []}`, 'the whole: "flors" is no key of it'],
  [
    'a score that is none',
    `{${HEAD}, "hard": {"floors": [{"system": "a", "runtimeFidelity": 101}]}}`,
    'hard.floors.0.runtimeFidelity must be <= 100',
  ],
  [
    'a floor of nothing',
    `{${HEAD}, "hard": {"floors": [{"verdict": "pass"}]}}`,
    "hard.floors.0 must have required property 'system'",
  ],
  ['another format', '{"format": "tribunal", "version": 1}', 'format must be equal to constant'],
  [
    'a gate that is none',
    `{${HEAD}, "gate": "fail"}`,
    'gate must be equal to one of the allowed values: pass, partial',
  ],
])('%s is refused by name', (_, text, message) => {
  expect(() => readPolicy(text, 'p')).toThrow(message)
})

test('every fault is named at once', () => {
  const text = `{${HEAD}, "gate": 1, "hard": {"maxFlaky": -1}}`
  expect(() => readPolicy(text, 'p')).toThrow(/gate .*; hard\.maxFlaky must be >= 0/)
})
