import { expect, test } from 'vitest'
import { sampleFiles } from '../../../test/inspect/sample-files.ts'
import { memoryFiles } from '../../trace/memory-files.ts'
import { inspectRun } from '../inspect-run.ts'

test('what is irregular where the root declares all there is stands in the root', () => {
  const statements = Array.from({ length: 10_001 }, (_, index) => `let s${index} = session "x"\n`).join('')
  const { flags } = inspectRun(memoryFiles(sampleFiles('program-era', { 'program.prose': statements })), {
    depth: 'light',
  }).evaluation
  expect(flags.find(({ id }) => id === 'manifest-irregular')?.evidence).toEqual([
    { path: 'program.prose', excerpt: 'declares 10006 services: no more than 10000 are looked at' },
  ])
})
