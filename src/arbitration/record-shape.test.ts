import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byDefault, damaged, refused, revised, surface, voted } from '../../test/arbitration/sample-records.ts'
import { recordShapeFaults } from './record-shape.ts'

describe('the record schema and the code agree', () => {
  const schema = JSON.parse(readFileSync(new URL('../schemas/arbitration-record.schema.json', import.meta.url), 'utf8'))
  const valid = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true }).compile(schema)
  const records = [revised, byDefault, refused, voted, surface]

  test.each(records.map((record) => [record.outcome.why, record] as const))('on a record of %s', (_, record) => {
    expect(valid(record)).toBe(true)
    expect(recordShapeFaults(record)).toEqual([])
  })

  test('on thousands of damaged records', { timeout: 30_000 }, () => {
    const seen = new Set<boolean>()
    const damage = fc.constantFrom<unknown>(undefined, null, '', 'held', 0, -1, 1.5, true, false, [], {}, ['x'], [{}])
    fc.assert(
      fc.property(fc.constantFrom(...records), fc.nat(), damage, (record, where, value) => {
        const copy = damaged(record, where, value)
        const holds = valid(copy)
        seen.add(holds)
        expect(recordShapeFaults(copy).length === 0).toBe(holds)
      }),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 3_000 },
    )
    expect(seen).toEqual(new Set([true, false]))
  })
})
