import { test } from 'vitest'
import { publish } from '../../../../fixtures/publish.ts'
import { inspectionRecord } from '../../../reporter/records.ts'

test('one is inspected', async ({ task }) =>
  publish(task, inspectionRecord({ run_id: 'one', system: 'bulletin', task_effectiveness: Number(process.env.EFFECTIVENESS ?? 98) })))
