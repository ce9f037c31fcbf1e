import { expect, test } from 'vitest'
import { memoryFiles } from '../../trace/memory-files.ts'
import { inspectRun } from '../inspect-run.ts'
import { contentHash } from './content-hash.ts'
import { indexRun } from './index-run.ts'
import { memoryRegistry } from './memory-registry.ts'

const files = memoryFiles({ 'vm.log.md': '# run:x y\n' })

test('the same bytes under other rules have another hash, so that no report of an older version is given out again', () => {
  const [mine, older] = [contentHash(files, 'deep'), contentHash(files, 'deep', '0.0.1 1')]
  expect(older).not.toBe(mine)
  const registry = memoryRegistry()
  const at = '2026-01-01T00:00:00Z'
  const entry = {
    run_id: 'x',
    system: 'y',
    depth: 'deep',
    verdict: 'pass',
    runtime_fidelity: 98,
    task_effectiveness: 98,
    timestamp: at,
  } as const
  const report = JSON.stringify({ ...inspectRun('fixtures/runs/perfect'), evaluation: { marked: true } })
  const wanted = { partial: false, runId: undefined }
  registry.record({ ...entry, content_hash: older }, report)
  expect(indexRun(files, 'deep', registry, at, wanted)?.reusable).toBeNull()
  registry.record({ ...entry, content_hash: mine }, report)
  expect(indexRun(files, 'deep', registry, at, wanted)?.reusable?.evaluation).toEqual({ marked: true })
})
