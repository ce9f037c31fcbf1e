import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  byDefault,
  damaged,
  decidedText,
  forged,
  refused,
  revised,
  surface,
  voted,
  type Writable,
} from '../../test/arbitration/sample-records.ts'
import type { JsonObject } from '../json/json.ts'
import { scripted } from '../providers/scripted.ts'
import type { ArbitrationRecord } from './arbitration-record.ts'
import { checkArbitrationRecord } from './check-record.ts'
import { forgeDecide } from './forge-decide.ts'

const found = (record: unknown) =>
  checkArbitrationRecord(record).findings.map(({ id, severity, pointer }) => `${severity} ${id} ${pointer}`)

describe('a record of ours holds', () => {
  test.each([
    ['of a revised decision', revised, []],
    ['of a vote', voted, []],
    ['of a default, which is worth knowing', byDefault, ['info default-used /outcome']],
    ['of a refused input', refused, ['info default-used /outcome']],
    ['of a surface', surface, ['info default-used /outcome']],
  ])('%s', (_, record, findings) => {
    expect(checkArbitrationRecord(record).status).toBe('holds')
    expect(found(record)).toEqual(findings)
  })

  test('after a way through JSON, with keys of its own beside ours, in any order', () => {
    const stranger = { written_by: 'lmeta', ...JSON.parse(JSON.stringify(revised)) }
    const turned = Object.fromEntries(Object.entries(stranger).reverse())
    expect(checkArbitrationRecord(turned).status).toBe('holds')
  })

  test('with words of its own in briefs, messages and codes', () => {
    const record = forged(revised, (copy) => {
      copy.requests[0].brief = 'Which one?'
      copy.samples[0].calls[0].result.failure = { kind: 'parse', code: 'E17', message: 'kein JSON', paths: [] }
    })
    expect(found(record)).toEqual([])
  })
})

describe('a record is broken by what it claims:', () => {
  test.each<[string, ArbitrationRecord, (copy: Writable) => void, readonly string[]]>([
    [
      'an action outside the list',
      revised,
      (r) => {
        r.outcome.action = 'delete'
      },
      ['critical action-outside-list /outcome/action', 'critical outcome-differs /outcome/action'],
    ],
    [
      'an action in another case',
      revised,
      (r) => {
        r.outcome.action = 'Wait'
      },
      ['critical action-outside-list /outcome/action', 'critical outcome-differs /outcome/action'],
    ],
    [
      'another allowed action than was said',
      revised,
      (r) => {
        r.outcome.action = 'reload'
      },
      ['critical outcome-differs /outcome/action'],
    ],
    [
      'a default that is none',
      byDefault,
      (r) => {
        r.outcome.action = 'wait'
      },
      ['critical default-differs /outcome/action', 'critical outcome-differs /outcome/action'],
    ],
    [
      'a default sold as a choice',
      byDefault,
      (r) => {
        r.outcome.source = 'model'
      },
      ['critical action-outside-list /outcome/action', 'critical outcome-differs /outcome/source'],
    ],
    [
      'another reason',
      byDefault,
      (r) => {
        r.outcome.why = 'parse'
      },
      ['info default-used /outcome', 'critical outcome-differs /outcome/why'],
    ],
    [
      'a changed input',
      revised,
      (r) => {
        r.input.facts.flips = 7
      },
      ['critical hash-differs /input_hash'],
    ],
    [
      'a widened list',
      revised,
      (r) => {
        r.input.allowed_actions.push('delete')
      },
      ['critical hash-differs /input_hash'],
    ],
    [
      'an input that breaks the contract',
      revised,
      (r) => {
        r.input.facts.page = '<html>'
      },
      ['critical hash-differs /input_hash', 'critical input-invalid /input', 'critical asked-in-vain /samples/0'],
    ],
    [
      'no input and no reason',
      revised,
      (r) => {
        r.input = null
        r.input_hash = null
      },
      [
        'critical action-outside-list /outcome/action',
        'critical input-missing /input',
        'critical asked-in-vain /samples/0',
      ],
    ],
    [
      'a bar outside 0 to 1',
      revised,
      (r) => {
        r.policy.min_confidence = 7
      },
      ['critical policy-invalid /policy', 'critical asked-in-vain /samples/0'],
    ],
    [
      'more samples than a single decision has',
      byDefault,
      (r) => {
        r.policy.samples = 2
      },
      ['info default-used /outcome', 'critical policy-invalid /policy', 'critical call-missing /samples/1'],
    ],
    [
      'calls in spite of a refusal',
      refused,
      (r) => {
        r.samples = byDefault.samples
      },
      ['info default-used /outcome', 'critical asked-in-vain /samples/0'],
    ],
    [
      'a refusal that chose',
      refused,
      (r) => {
        r.outcome.why = 'decided'
      },
      ['info default-used /outcome', 'critical outcome-differs /outcome/why'],
    ],
    [
      'a refusal that is said to be a choice',
      refused,
      (r) => {
        r.outcome.source = 'model'
      },
      ['critical action-outside-list /outcome/action', 'critical outcome-differs /outcome/source'],
    ],
    [
      'a refusal that says who gave no vote',
      refused,
      (r) => {
        r.outcome.no_votes = [{ sample: 0, why: 'config' }]
      },
      ['info default-used /outcome', 'critical outcome-differs /outcome/no_votes'],
    ],
    [
      'a refusal with votes',
      refused,
      (r) => {
        r.outcome.votes = [{ action: 'delete', count: 9 }]
      },
      ['info default-used /outcome', 'critical outcome-differs /outcome/votes'],
    ],
    [
      'a refusal with a result that no call gave',
      refused,
      (r) => {
        r.samples = [{ calls: [], result: revised.samples[0]!.result }]
      },
      ['info default-used /outcome', 'critical too-many-samples /samples/0'],
    ],
    [
      'a refusal for a reason that only a call has',
      refused,
      (r) => {
        r.config_failure.kind = 'timeout'
      },
      ['info default-used /outcome', 'critical result-differs /config_failure/kind'],
    ],
    [
      'a check of the input that came out otherwise',
      revised,
      (r) => {
        r.input_checks.closed_list = 'broken'
      },
      ['warning check-differs /input_checks/closed_list'],
    ],
  ])('%s', (_, record, change, findings) => {
    const copy = forged(record, change)
    expect(found(copy)).toEqual(findings)
    expect(checkArbitrationRecord(copy).status).toBe('broken')
  })
})

test('a record is as deep as an input may be, and holds', async () => {
  const nested = (levels: number): JsonObject => JSON.parse('{"a":'.repeat(levels) + 1 + '}'.repeat(levels))
  const model = scripted({ arbitration: [decidedText('wait')] })
  const given = { model, default_action: 'stop', min_confidence: 0.7 }
  // The input itself is the first level.
  const { record } = await forgeDecide({ facts: nested(63), allowed_actions: ['wait'] }, given)
  expect(record.outcome.why).toBe('decided')
  expect(checkArbitrationRecord(record)).toEqual({ status: 'holds', findings: [] })
  const { record: refusal } = await forgeDecide({ facts: nested(64), allowed_actions: ['wait'] }, given)
  expect(refusal.config_failure?.code).toBe('too-deep')
})

test('a damaged record never throws', { timeout: 30_000 }, () => {
  const damage = fc.constantFrom<unknown>(undefined, null, '', 'wait', 0, 1, 1e9, true, [], {}, ['x'])
  fc.assert(
    fc.property(fc.constantFrom(revised, byDefault, voted), fc.nat(), damage, (record, where, value) => {
      const { status } = checkArbitrationRecord(damaged(record, where, value))
      expect(['holds', 'broken', 'unreadable']).toContain(status)
    }),
    { numRuns: fc.readConfigureGlobal().numRuns ?? 1_000 },
  )
})
