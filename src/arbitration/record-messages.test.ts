import { expect, test } from 'vitest'
import {
  byDefault,
  decidedText,
  forged,
  refused,
  revised,
  voted,
  type Writable,
} from '../../test/arbitration/sample-records.ts'
import type { ArbitrationRecord } from './arbitration-record.ts'
import { checkArbitrationRecord } from './check-record.ts'

test('what is wrong with a record', () => {
  const changes: readonly (readonly [ArbitrationRecord, (copy: Writable) => void])[] = [
    [revised, (r) => Object.assign(r.outcome, { action: 'delete' })],
    [byDefault, (r) => Object.assign(r.outcome, { action: 'wait' })],
    [byDefault, (r) => Object.assign(r.outcome, { why: 'parse' })],
    [revised, (r) => Object.assign(r.contract, { version: '9' })],
    [revised, (r) => Object.assign(r, { form: 'guess', models: 'm', input_hash: 7, requests: [{}] })],
    [revised, (r) => Object.assign(r.policy, { quorum: 2 })],
    [revised, (r) => Object.assign(r.input_checks, { closed_list: 'broken' })],
    [revised, (r) => Object.assign(r.input, { facts: { page: '<html>' } })],
    [refused, (r) => Object.assign(r, { config_failure: null })],
    [refused, (r) => Object.assign(r.config_failure, { kind: 'parse' })],
    [refused, (r) => Object.assign(r, { samples: [{ ...JSON.parse(JSON.stringify(voted.samples[0])), calls: [] }] })],
    [revised, (r) => Object.assign(r.samples[0].calls[1].reply, { text: decidedText('reload') })],
    [revised, (r) => Object.assign(r.samples[0].calls[1], { fault: { kind: 'timeout', message: 'x' } })],
    [revised, (r) => Object.assign(r.samples[0].calls[1].checks, { in_list: 'skipped' })],
    [revised, (r) => r.samples[0].calls.pop()],
    [revised, (r) => r.samples[0].calls.push(r.samples[0].calls[1])],
    [revised, (r) => Object.assign(r.samples[0].calls[0], { request: 9 })],
    [revised, (r) => Object.assign(r.requests[0], { temperature: 1 })],
    [voted, (r) => r.samples.push(r.samples[0])],
    [voted, (r) => Object.assign(r.policy, { stop_early: false })],
  ]
  expect(
    changes.map(([record, change]) => {
      const { status, findings } = checkArbitrationRecord(forged(record, change))
      return [
        status,
        ...findings.map(({ id, severity, pointer, message }) => `${severity} ${id} ${pointer} ${message}`),
      ]
    }),
  ).toMatchInlineSnapshot(`
    [
      [
        "broken",
        "critical action-outside-list /outcome/action is "delete", which was not allowed",
        "critical outcome-differs /outcome/action does not follow from the replies: expected "wait"",
      ],
      [
        "broken",
        "critical default-differs /outcome/action is "wait", which is not the default",
        "critical outcome-differs /outcome/action does not follow from the replies: expected "stop"",
      ],
      [
        "broken",
        "info default-used /outcome is the default "stop", because of "parse"",
        "critical outcome-differs /outcome/why does not follow from the replies: expected "timeout"",
      ],
      [
        "unreadable",
        "critical unknown-contract /contract is "automation_situation_arbitrate 9"; known here is automation_situation_arbitrate v1",
      ],
      [
        "unreadable",
        "critical not-a-record /form is not one of decide, consensus",
        "critical not-a-record /input_hash is not a string",
        "critical not-a-record /models is not a list",
        "critical not-a-record /requests/0/slot is missing",
        "critical not-a-record /requests/0/component is missing",
        "critical not-a-record /requests/0/brief is missing",
        "critical not-a-record /requests/0/schema is missing",
        "critical not-a-record /requests/0/temperature is missing",
      ],
      [
        "broken",
        "critical policy-invalid /policy quorum 2 is above samples 1",
        "critical policy-invalid /policy is of a single decision: samples and quorum are 1",
        "critical asked-in-vain /samples/0 was asked although the input or the options forbid it",
      ],
      [
        "broken",
        "warning check-differs /input_checks/closed_list has to be held",
      ],
      [
        "broken",
        "critical hash-differs /input_hash is not the hash of the input that stands here",
        "critical input-invalid /input /facts/page is a raw page (<html): give a summary of it. Nothing was asked; correct what is named.",
        "critical asked-in-vain /samples/0 was asked although the input or the options forbid it",
      ],
      [
        "broken",
        "info default-used /outcome is the default "stop", because of "config"",
        "critical input-missing /input is missing, and no failure says why",
      ],
      [
        "broken",
        "info default-used /outcome is the default "stop", because of "config"",
        "critical result-differs /config_failure/kind is not config, though nothing was asked",
      ],
      [
        "broken",
        "info default-used /outcome is the default "stop", because of "config"",
        "critical too-many-samples /samples/0 is there, although nothing may be asked",
      ],
      [
        "broken",
        "critical result-differs /samples/0/calls/1/result is not what the reply says: expected {"action":"reload","confidence":0.9,"stable":false,"status":"decided"}",
        "critical result-differs /samples/0/result does not follow from the calls: expected {"action":"reload","confidence":0.9,"stable":false,"status":"decided"}",
        "critical outcome-differs /outcome/action does not follow from the replies: expected "reload"",
        "critical outcome-differs /outcome/votes does not follow from the replies: expected [{"action":"reload","count":1}]",
      ],
      [
        "broken",
        "critical call-unclear /samples/0/calls/1 has to hold either a reply or a fault",
      ],
      [
        "broken",
        "warning check-differs /samples/0/calls/1/checks/in_list has to be held",
      ],
      [
        "broken",
        "critical call-missing /samples/0 lacks a call that the contract makes",
      ],
      [
        "broken",
        "critical too-many-calls /samples/0/calls/2 was made; the contract ends after 2",
      ],
      [
        "broken",
        "warning request-missing /samples/0/calls/0/request names no request of the record",
      ],
      [
        "broken",
        "warning temperature-differs /samples/0/calls/0/request was made at another temperature than 0",
      ],
      [
        "broken",
        "critical too-many-samples /samples/3 was asked, but is none of the vote",
      ],
      [
        "holds",
      ],
    ]
  `)
})
