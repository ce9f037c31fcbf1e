import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import {
  byDefault,
  damagedEverywhere,
  forged,
  full,
  refused,
  revised,
  surface,
  voted,
  type Writable,
} from '../../test/arbitration/sample-records.ts'
import { recordShapeFaults } from './record-shape.ts'

const DAMAGE: readonly unknown[] = [undefined, null, '', 'held', 0, -1, 1.5, true, false, [], {}, ['x'], [{}]]

describe('the record schema and the code agree', () => {
  const schema = JSON.parse(readFileSync(new URL('../schemas/arbitration-record.schema.json', import.meta.url), 'utf8'))
  const valid = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true }).compile(schema)
  const records = [revised, byDefault, refused, voted, surface]

  test.each([...records, full].map((record) => [record.outcome.why, record] as const))(
    'on a record of %s',
    (_, record) => {
      expect(valid(record)).toBe(true)
      expect(recordShapeFaults(record)).toEqual([])
    },
  )

  test('on each of them with any one member damaged', { timeout: 30_000 }, () => {
    const seen = new Set<boolean>()
    for (const record of [...records, full])
      for (const value of DAMAGE)
        for (const copy of damagedEverywhere(record, value)) {
          const holds = valid(copy)
          seen.add(holds)
          // Asking of each would take longer than looking at it.
          if ((recordShapeFaults(copy).length === 0) !== holds) expect(copy).toBe(holds ? 'a record' : 'no record')
        }
    expect(seen).toEqual(new Set([true, false]))
  })
})

describe('a fault of shape', () => {
  const faults = (change: (copy: Writable) => void) =>
    recordShapeFaults(forged(full, change)).map(({ code, path, message }) => `${code} ${path} ${message}`)

  test('says what is wanted, where', () => {
    expect(
      faults((r) => {
        delete r.form
        r.policy.samples = -1
        r.policy.stop_early = 'no'
        r.input_checks.closed_list = 'fine'
        r.samples[0].calls[0].request = 0.5
        r.samples[0].result.value.status = 'done'
        r.samples[1].result.ok = 'no'
        r.outcome = []
        r.models = {}
        r.contract.version = 1
      }),
    ).toEqual([
      'wrong-type /contract/version is not a string',
      'missing /form is missing',
      'wrong-type /input_checks/closed_list is not one of held, broken, skipped',
      'wrong-type /policy/samples is not a whole number from 0',
      'wrong-type /policy/stop_early is not true or false',
      'wrong-type /models is not a list',
      'wrong-type /samples/0/calls/0/request is not a whole number from 0',
      'wrong-type /samples/0/result/value/status is not one of decided, ambiguous, escalate',
      'wrong-type /samples/1/result/ok is not one of true, false',
      'wrong-type /outcome is not an object',
    ])
  })
})
