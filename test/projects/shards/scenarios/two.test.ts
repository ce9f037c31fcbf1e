import { test } from 'vitest'
import { publish } from '../../../../fixtures/publish.ts'
import { flag, inspectionRecord, lawRecord } from '../../../reporter/records.ts'

test('a law holds', async ({ task }) => publish(task, lawRecord()))
test('a run is partial', { repeats: 1 }, async ({ task }) => {
  const flags = [flag('empty-output', 'critical', 'digest.md is empty')]
  await publish(task, inspectionRecord({ verdict: 'partial', runtime_fidelity: 69, flags }))
})
