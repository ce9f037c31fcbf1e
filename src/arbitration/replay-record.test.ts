import { describe, expect, test } from 'vitest'
import {
  byDefault,
  decidedText,
  doubtful,
  forged,
  revised,
  surface,
  voted,
  type Writable,
} from '../../test/arbitration/sample-records.ts'
import type { ArbitrationRecord } from './arbitration-record.ts'
import { checkArbitrationRecord } from './check-record.ts'

const found = (record: unknown) =>
  checkArbitrationRecord(record).findings.map(({ id, severity, pointer }) => `${severity} ${id} ${pointer}`)

describe('reading the replies again shows', () => {
  test.each<[string, ArbitrationRecord, (copy: Writable) => void, readonly string[]]>([
    [
      'a reply that says something else',
      revised,
      (r) => {
        r.samples[0].calls[1].reply.text = decidedText('reload')
      },
      [
        'critical result-differs /samples/0/calls/1/result',
        'critical result-differs /samples/0/result',
        'critical outcome-differs /outcome/action',
        'critical outcome-differs /outcome/votes',
      ],
    ],
    [
      'a result that the reply does not give',
      revised,
      (r) => {
        r.samples[0].calls[1].result.value.confidence = 1
      },
      ['critical result-differs /samples/0/calls/1/result'],
    ],
    [
      'a third call',
      revised,
      (r) => {
        r.samples[0].calls.push(r.samples[0].calls[1])
      },
      ['critical too-many-calls /samples/0/calls/2'],
    ],
    [
      'a revision of what was fine',
      voted,
      (r) => {
        r.samples[0].calls.push(r.samples[0].calls[0])
      },
      ['critical too-many-calls /samples/0/calls/1'],
    ],
    [
      'a call that is gone',
      revised,
      (r) => {
        r.samples[0].calls.pop()
      },
      ['critical call-missing /samples/0'],
    ],
    [
      'a sample that is gone',
      voted,
      (r) => {
        r.samples.pop()
      },
      ['critical call-missing /samples/2'],
    ],
    [
      'a sample too many',
      revised,
      (r) => {
        r.samples.push(r.samples[0])
      },
      ['critical too-many-samples /samples/1'],
    ],
    [
      'a surface without its samples',
      surface,
      (r) => {
        r.samples = []
      },
      ['info default-used /outcome', 'critical sample-missing /samples/0'],
    ],
    [
      'a call on a surface',
      surface,
      (r) => {
        r.samples = byDefault.samples
      },
      [
        'info default-used /outcome',
        'critical too-many-calls /samples/0/calls/0',
        'critical result-differs /samples/0/result',
      ],
    ],
    [
      'a reply and a fault at once',
      revised,
      (r) => {
        r.samples[0].calls[0].fault = { kind: 'timeout', message: 'late' }
      },
      ['critical call-unclear /samples/0/calls/0'],
    ],
    [
      'neither a reply nor a fault',
      byDefault,
      (r) => {
        r.samples[0].calls[0].fault = null
      },
      [
        'info default-used /outcome',
        'critical call-unclear /samples/0/calls/0',
        'critical result-differs /samples/0/calls/0/result',
        'warning check-differs /samples/0/calls/0/checks/answered',
        'warning check-differs /samples/0/calls/0/checks/in_time',
        'critical result-differs /samples/0/result',
        'critical outcome-differs /outcome/why',
        'critical outcome-differs /outcome/no_votes',
      ],
    ],
    [
      'a reply too long to be read that was read, whatever length it states',
      doubtful,
      (r) => {
        const { reply } = r.samples[0].calls[0]
        r.samples[0].calls[0].reply = { text: reply.text + ' '.repeat(300_000), cut: 0 }
      },
      [
        'info default-used /outcome',
        'critical result-differs /samples/0/calls/0/result',
        'warning check-differs /samples/0/calls/0/checks/bounded',
        'warning check-differs /samples/0/calls/0/checks/one_object',
        'warning check-differs /samples/0/calls/0/checks/unique_keys',
        'warning check-differs /samples/0/calls/0/checks/known_status',
        'warning check-differs /samples/0/calls/0/checks/well_formed',
        'warning check-differs /samples/0/calls/0/checks/in_list',
        'warning check-differs /samples/0/calls/0/checks/confidence_in_range',
        'warning check-differs /samples/0/calls/0/checks/meets_bar',
        'critical result-differs /samples/0/result',
        'critical outcome-differs /outcome/why',
        'critical outcome-differs /outcome/no_votes',
      ],
    ],
    [
      'a vote that nobody gave',
      voted,
      (r) => {
        r.outcome.votes[0].count = 2
      },
      ['critical outcome-differs /outcome/votes'],
    ],
    [
      'a check that did not hold',
      revised,
      (r) => {
        r.samples[0].calls[0].checks.one_object = 'held'
      },
      ['warning check-differs /samples/0/calls/0/checks/one_object'],
    ],
    [
      'a request at another temperature',
      revised,
      (r) => {
        r.requests[0].temperature = 1
      },
      ['warning temperature-differs /samples/0/calls/0/request'],
    ],
    [
      'a request that is not there',
      revised,
      (r) => {
        r.requests.pop()
      },
      ['warning request-missing /samples/0/calls/1/request'],
    ],
    [
      'a bar that was lowered afterwards',
      doubtful,
      (r) => {
        r.policy.min_confidence = 0.5
      },
      [
        'info default-used /outcome',
        'warning check-differs /samples/0/calls/0/checks/meets_bar',
        'critical outcome-differs /outcome/action',
        'critical outcome-differs /outcome/source',
        'critical outcome-differs /outcome/why',
        'critical outcome-differs /outcome/votes',
        'critical outcome-differs /outcome/no_votes',
      ],
    ],
  ])('%s', (_, record, change, findings) => {
    const copy = forged(record, change)
    expect(found(copy)).toEqual(findings)
    expect(checkArbitrationRecord(copy).status).toBe('broken')
  })
})
