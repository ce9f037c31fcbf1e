import { inject, test } from 'vitest'
import { publish } from '../../../../fixtures/publish.ts'
import { lawRecord } from '../../../reporter/records.ts'

test('a law is checked under the seed of the plugin', async ({ task }) => {
  await publish(task, lawRecord({ seed: inject('tribunalSeed') ?? 0 }))
})
