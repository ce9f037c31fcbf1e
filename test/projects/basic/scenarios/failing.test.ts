import { expect, test } from 'vitest'
import { publish } from '../../../../fixtures/publish.ts'
import { inspectionRecord } from '../../../reporter/records.ts'

test('fails by itself', async ({ task }) => {
  await publish(task, inspectionRecord({ verdict: 'fail', runtime_fidelity: 10, task_effectiveness: 10 }))
  expect('this').toBe('that')
})
