import { test } from 'vitest'
import { publish } from '../../../../fixtures/publish.ts'
import { inspectionRecord } from '../../../reporter/records.ts'

test('eight is inspected', async ({ task }) => publish(task, inspectionRecord({ run_id: 'eight', system: 'eight' })))
