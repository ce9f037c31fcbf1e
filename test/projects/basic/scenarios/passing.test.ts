import { test } from 'vitest'
import { publish } from '../../../../fixtures/publish.ts'
import { inspectionRecord } from '../../../reporter/records.ts'

test('a clean run passes', async ({ task }) => {
  await publish(task, inspectionRecord())
})
