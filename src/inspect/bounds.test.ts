import { expect, test } from 'vitest'
import { sampleFiles } from '../../test/inspect/sample-files.ts'
import { memoryFiles } from '../trace/memory-files.ts'
import { inspectRun } from './inspect-run.ts'
import { readLedger } from './receipts/read-ledger.ts'

const inspect = (sample: string, changes: Parameters<typeof sampleFiles>[1]) =>
  inspectRun(memoryFiles(sampleFiles(sample, changes)), { partial: true })

test('a log that goes on beyond what is read of one has no end, whatever it said on the way', () => {
  const log = String(sampleFiles('perfect')['vm.log.md'])
  const { extraction, evaluation } = inspect('perfect', { 'vm.log.md': `${log}${'1→ editor ✓\n'.repeat(200_000)}` })
  expect([extraction.completed, extraction.status_source, extraction.ended_at]).toEqual([false, 'none', null])
  expect(extraction.evidence_gaps.join()).toMatch(/vm\.log\.md goes on beyond what is read of a log/)
  expect(evaluation.verdict).toBe('fail')
})

test('more services than are looked at make a manifest as good as none', () => {
  const graph = Array.from({ length: 10_001 }, (_, at) => ({ id: `s${at}`, outputs: [] }))
  const { inspection } = inspect('perfect', { 'forme.manifest.json': JSON.stringify({ id: 'crowd', graph }) })
  expect(inspection.flags.map(({ id }) => id)).toContain('missing-artifact')
})

test('clauses that would go through an output too often are decided by no rule', () => {
  const clauses = '- `plan`: an array\n'.repeat(4_000)
  const { evaluation } = inspect('perfect', {
    'root.prose.md': `---\nname: harbour-bulletin\n---\n\n### Ensures\n\n${clauses}`,
    'bindings/planner/plan.json': `[${'1,'.repeat(500_000)}1]`,
  })
  const { of, declared } = evaluation.task_effectiveness.breakdown.goal_alignment
  expect(declared).toBe(4_000)
  expect(of).toBeGreaterThan(100)
  expect(of).toBeLessThan(4_000)
})

test('a ledger is read to its bound, and what lies beyond is a receipt that nobody can trust', () => {
  const receipts = Array.from({ length: 50_001 }, () => '{"node":"n","status":"rendered"}')
  const { byNode, faults } = readLedger(memoryFiles({ 'receipts.json': `[${receipts.join()}]` }), 'receipts.json', [])
  expect(byNode.get('n')).toHaveLength(50_000)
  expect(faults.at(-1)).toMatchObject({ node: '', message: 'it is one of more than 50000, and was not read' })
})

test('one repeated key beside a value of a million levels is a flag', () => {
  const deep = `${'['.repeat(1e6)}${']'.repeat(1e6)}`
  for (const manifest of [`{"a":1,"a":2,"graph":[`, `{"a":1,"a":2,"graph":[{"id":"x","inputs":[{"from":${deep}}]}]}`])
    expect(inspect('perfect', { 'forme.manifest.json': manifest }).inspection.flags.map(({ id }) => id)).toContain(
      'manifest-irregular',
    )
})
