import { test } from 'vitest'
import { publish } from '../../../../fixtures/publish.ts'
import { inspectionRecord } from '../../../reporter/records.ts'

test('a run that was cut off fails, as it must', async ({ task }) => {
  const cut = { verdict: 'fail', runtime_fidelity: 39, task_effectiveness: 20 } as const
  await publish(task, inspectionRecord(cut, { expectation: { expected: 'fail', met: true } }))
})
