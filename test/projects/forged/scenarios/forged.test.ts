import { beforeAll, expect, test } from 'vitest'
import { encodeRecord } from '../../../../src/report/encode-record.ts'
import { inspectionRecord } from '../../../reporter/records.ts'

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads which fixtures are used from the pattern
beforeAll(({}, file) => {
  Object.assign(file.meta, { tribunalNarrowed: 'tests' })
})

test('says of itself that all is well', ({ task }) => {
  const attempt = { repeat: 0, retry: 0 }
  task.meta.tribunal = { attempt, inspections: 5, trials: 0, laws: 9, arbitrations: 0, worst: 'pass' }
  Object.assign(task.meta, { 'tribunal:record': encodeRecord(inspectionRecord(), attempt) })
  expect(1).toBe(1)
})
