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
  ['no JSON', '{', 'The policy p cannot be used: line 1: close brace expected.'],
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
  ['another format', '{"format": "tribunal", "version": 1}', 'format must be "tribunal-policy"'],
  ['an older version', '{"format": "tribunal-policy", "version": 0}', 'version must be 1'],
  [
    'a floor that asks for nothing',
    `{${HEAD}, "hard": {"floors": [{"system": "a"}]}}`,
    "hard.floors.0 must have required property 'verdict'",
  ],
  [
    'a floor of 0',
    `{${HEAD}, "hard": {"floors": [{"system": "a", "runtimeFidelity": 0}]}}`,
    'runtimeFidelity must be >= 1',
  ],
  ['a negative floor', `{${HEAD}, "hard": {"laws": {"mutantsKilled": -1}}}`, 'hard.laws.mutantsKilled must be > 0'],
  ['a number that is none', `{${HEAD}, "hard": {"maxFlaky": NaN}}`, 'line 1: invalid symbol'],
  ['a number without end', `{${HEAD}, "hard": {"maxFlaky": 1e999}}`, 'hard.maxFlaky must be integer'],
  [
    'a key that stands there twice',
    `{${HEAD},\n"hard": {"maxFlaky": 0},\n"hard": {}}`,
    'line 3: "hard" stands there twice',
  ],
  ['a text that nests without end', '['.repeat(500_000), 'The policy p cannot be used: it nests too deep.'],
  ['nothing', ' \n', 'it holds no JSON'],
  ['nothing but a comment', '// later', 'it holds no JSON'],
  ['YAML', 'format: tribunal-policy\nversion: 1\n', 'it holds no JSON'],
  ['a policy and something after it', `{${HEAD}} {}`, 'line 1: end of file expected'],
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
