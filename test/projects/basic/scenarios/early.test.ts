import { expect, test } from 'vitest'
import { publish } from '../../../../fixtures/publish.ts'
import { inspectionRecord } from '../../../reporter/records.ts'

test('fails before it records anything', async ({ task }) => {
  expect('this').toBe('that')
  await publish(task, inspectionRecord())
})
