import { expect, test } from 'vitest'
import { publish } from '../../../../fixtures/publish.ts'
import { inspectionRecord } from '../../../reporter/records.ts'

test('comes right on the second try', { retry: 2 }, async ({ task }) => {
  const first = task.result?.retryCount === 0
  await publish(task, inspectionRecord(first ? { verdict: 'fail', runtime_fidelity: 30 } : {}))
  expect(first).toBe(false)
})

test('is the same every time', { repeats: 2 }, async ({ task }) => {
  await publish(task, inspectionRecord({ run_id: 'again' }))
})

test('fails before it records anything, then passes', { retry: 1 }, async ({ task }) => {
  expect(task.result?.retryCount).toBe(1)
  await publish(task, inspectionRecord({ run_id: 'late' }))
})
