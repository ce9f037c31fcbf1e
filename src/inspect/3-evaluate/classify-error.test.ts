import { expect, test } from 'vitest'
import { classifyError } from './classify-error.ts'

const DECLARED: ReadonlySet<string> = new Set(['ink-out', 'request-timeout'])

test.each([
  ['', 'unknown'],
  ['ink-out', 'declared'],
  ['request-timeout', 'declared'],
  ['Ink-Out', 'undeclared'],
  ['paper-jam', 'undeclared'],
  ['missing-env', 'missing-env'],
  ['Missing-Env: API_KEY', 'missing-env'],
  ['missing-environment', 'undeclared'],
  ['a-missing-env', 'undeclared'],
  ['missing-tool', 'missing-tool'],
  ['missing-tool:jq', 'missing-tool'],
  ['missing-tools', 'undeclared'],
  ['no-missing-tool', 'undeclared'],
  ['budget', 'budget'],
  ['over the QUOTA', 'budget'],
  ['max_rounds', 'budget'],
  ['max_cycles reached', 'budget'],
  ['token_limit', 'budget'],
  ['timeout', 'transport'],
  ['transport', 'transport'],
  ['connection-reset', 'transport'],
  ['network', 'transport'],
  ['status', 'transport'],
  ['status-503', 'transport'],
  ['status_503', 'transport'],
  ['status:503', 'transport'],
  ['statusquo', 'undeclared'],
  ['the status', 'undeclared'],
  ['HTTP 503', 'transport'],
  ['no-http', 'undeclared'],
  ['rate-limit', 'transport'],
  ['rate limit', 'transport'],
  ['rate_limit', 'transport'],
  ['ratelimit', 'transport'],
  ['rate of limit', 'undeclared'],
  ['unavailable', 'transport'],
  ['malformed', 'transport'],
  ['truncated', 'transport'],
  ['refusal', 'transport'],
] as const)('%j is %s', (error, expected) => {
  expect(classifyError(error, DECLARED)).toBe(expected)
})

test('without a contract to go by, a name that tells nothing is unknown, and one that tells is not', () => {
  expect([classifyError('paper-jam', null), classifyError('timeout', null)]).toEqual(['unknown', 'transport'])
})
