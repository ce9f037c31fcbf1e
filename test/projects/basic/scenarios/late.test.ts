import { test } from 'vitest'
import { publish } from '../../../../fixtures/publish.ts'
import { inspectionRecord } from '../../../reporter/records.ts'

test('leaves a promise behind', async ({ task }) => {
  await publish(task, inspectionRecord())
  void Promise.reject(new Error('nobody awaits this'))
})
