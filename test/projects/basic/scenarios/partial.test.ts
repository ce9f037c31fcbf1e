import { test } from 'vitest'
import { publish } from '../../../../fixtures/publish.ts'
import { flag, inspectionRecord } from '../../../reporter/records.ts'

test('a run without one output is partial', async ({ task }) => {
  const flags = [flag('missing-output', 'critical', 'writer left no digest.md')]
  await publish(task, inspectionRecord({ verdict: 'partial', runtime_fidelity: 69, task_effectiveness: 85, flags }))
})
