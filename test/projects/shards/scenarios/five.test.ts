import { test } from 'vitest'
import { publish } from '../../../../fixtures/publish.ts'
import { inspectionRecord } from '../../../reporter/records.ts'

test('five is inspected', async ({ task }) => publish(task, inspectionRecord({ run_id: 'five', system: 'five' })))
