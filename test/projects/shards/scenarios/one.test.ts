import { describe, test } from 'vitest'
import { publish } from '../../../../fixtures/publish.ts'
import { inspectionRecord, trialRecord } from '../../../reporter/records.ts'

describe('a run', () => {
  test('is tried', async ({ task }) => publish(task, trialRecord()))
  test('is inspected', async ({ task }) => {
    await publish(task, inspectionRecord({ run_id: 'b' }))
    await publish(task, inspectionRecord({ run_id: 'a' }))
  })
})
