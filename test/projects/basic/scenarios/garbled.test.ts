import { recordArtifact, test } from 'vitest'

test('leaves a record that is none', async ({ task }) => {
  await recordArtifact(task, { type: 'tribunal:record', json: '{"format":"tribunal-record","version":1}' } as never)
})
