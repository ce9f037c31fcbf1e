import { describe, expect, test } from 'vitest'
import { forged, revised, type Writable } from '../../test/arbitration/sample-records.ts'
import { checkArbitrationRecord } from './check-record.ts'

describe('no record at all is', () => {
  test.each<[string, unknown, string]>([
    ['nothing', undefined, 'not-a-record '],
    ['a list', [], 'not-a-record '],
    ['an empty object', {}, 'not-a-record /contract'],
    [
      'one with a part missing',
      forged(revised, (r) => {
        delete r.outcome
      }),
      'not-a-record /outcome',
    ],
    [
      'one with a part of another shape',
      forged(revised, (r) => {
        r.samples = {}
      }),
      'not-a-record /samples',
    ],
    [
      'one of another contract',
      forged(revised, (r) => {
        r.contract.version = 'v2'
      }),
      'unknown-contract /contract',
    ],
    [
      'one of a contract of another name',
      forged(revised, (r) => {
        r.contract.name = 'weather_report'
      }),
      'unknown-contract /contract',
    ],
    [
      'one with an answer whose status cannot be a name',
      forged(revised, (r) => {
        r.samples[0].result.value.status = { toString: 1, valueOf: 1 }
      }),
      'not-a-record /samples/0/result/value/status',
    ],
    [
      'one nested without end',
      forged(revised, (r) => {
        r.input.facts = JSON.parse(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`)
      }),
      'not-a-record /input/facts',
    ],
  ])('%s', (_, record, first) => {
    const { status, findings } = checkArbitrationRecord(record)
    expect(status).toBe('unreadable')
    expect(`${findings[0]?.id} ${findings[0]?.pointer}`).toContain(first)
  })
})

test.each<[string, (copy: Writable) => void, string]>([
  [
    'has a part missing',
    (r) => {
      delete r.models
    },
    'not-a-record',
  ],
  [
    'is of another contract',
    (r) => {
      r.contract.version = 'v2'
    },
    'unknown-contract',
  ],
])('what was chosen outside the list is seen in a record that %s', (_, change, id) => {
  const copy = forged(revised, (r) => {
    change(r)
    r.outcome.action = 'delete'
  })
  const { status, findings } = checkArbitrationRecord(copy)
  expect(status).toBe('unreadable')
  expect(findings.map((one) => one.id)).toEqual([id, 'action-outside-list'])
})

const allowing = (allowed: unknown) => (r: Writable) => {
  r.input.allowed_actions = allowed
  r.outcome.action = 'delete'
}

describe('nothing is said of what was chosen in a record that cannot be read', () => {
  test.each<[string, (copy: Writable) => void]>([
    ['and took the default', (r) => Object.assign(r.outcome, { action: 'stop', source: 'default' })],
    ['and names no action', (r) => Object.assign(r.outcome, { action: 7 })],
    ['and has no outcome', (r) => Object.assign(r, { outcome: null })],
    ['and has no input', (r) => Object.assign(r, { input: 'wait' })],
    ['and has no list', allowing('wait a moment')],
    ['and has a list of nothing', allowing([1, 2])],
    ['and has a list that is not one of texts', allowing(['wait', 2])],
    ['and kept to the list', () => undefined],
  ])('%s', (_, change) => {
    const copy = forged(revised, (r) => {
      delete r.models
      change(r)
    })
    const { status, findings } = checkArbitrationRecord(copy)
    expect(status).toBe('unreadable')
    expect(new Set(findings.map(({ id }) => id))).toEqual(new Set(['not-a-record']))
  })
})
