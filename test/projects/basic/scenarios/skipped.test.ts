import { test } from 'vitest'
import { publish } from '../../../../fixtures/publish.ts'
import { inspectionRecord } from '../../../reporter/records.ts'

test('looks away', async (context) => {
  context.skip()
  await publish(context.task, inspectionRecord())
})
test.todo('comes later')
