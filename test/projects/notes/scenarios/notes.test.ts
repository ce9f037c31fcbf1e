import { proposerAdversary } from '../../../../src/composites/proposer-adversary.ts'
import { test } from '../../../../fixtures/test.ts'
import { publish } from '../../../../fixtures/publish.ts'
import { flag, inspectionRecord, lawRecord } from '../../../reporter/records.ts'

test('records', async ({ task }) => {
  await publish(task, inspectionRecord({ verdict: 'partial', runtime_fidelity: 69, flags: [flag('empty-output', 'critical', 'x')] }))
  await publish(task, lawRecord({ seed: 7 }))
})

test('a trial', async ({ trial, model }) => {
  await trial(proposerAdversary, {
    input: { task_brief: 'Name a prime.' },
    model: model({ proposer: ['9'], adversary: ['It is 3 × 3.'] }),
  })
})

test('repeats', { repeats: 2 }, async ({ task }) => publish(task, lawRecord()))

test('many', async ({ task }) => {
  for (let n = 0; n < 20; n += 1) await publish(task, lawRecord({ subject: `s${n}` }))
})
