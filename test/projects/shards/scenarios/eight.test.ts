import { test } from 'vitest'
import { publish } from '../../../../fixtures/publish.ts'
import { inspectionRecord } from '../../../reporter/records.ts'

test('eight is inspected', async ({ task }) => publish(task, inspectionRecord({ run_id: 'eight', system: 'eight' })))

test('a record that is too large for the report is kept beside it', async ({ task }) =>
  publish(task, inspectionRecord({ run_id: 'large', system: 'eight', summary: 'large '.repeat(50_000) })))
