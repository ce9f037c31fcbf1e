import { expect, test } from 'vitest'
import { publish } from '../../../../fixtures/publish.ts'
import { inspectionRecord } from '../../../reporter/records.ts'

test('settles on the second try', { retry: 1 }, async ({ task }) => {
  await publish(task, inspectionRecord({ task_effectiveness: task.result?.retryCount ? 98 : 60 }))
  expect(task.result?.retryCount).toBe(1)
})
