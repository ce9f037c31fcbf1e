import { expect, test } from 'vitest'
import { sampleFiles } from '../../../test/inspect/sample-files.ts'
import { memoryFiles } from '../../trace/memory-files.ts'
import { inspectRun } from '../inspect-run.ts'

const LOG = String(sampleFiles('envelope-shortfall')['vm.log.md'])
const flags = (from: string, to: string) =>
  inspectRun(
    memoryFiles(sampleFiles('envelope-shortfall', { 'vm.log.md': LOG.replace(from, to) })),
  ).inspection.flags.map(({ id, description }) => `${id}: ${description}`)

test('a failure is covered where a service after it ran all the same and lacks what the clause does without', () => {
  const said = flags('## publisher — skipped', '## publisher → notice')
  expect(said).toContain('handled-error: "berth-reader" failed with OfficeShut; a clause covers that.')
  expect(said.join('\n')).not.toContain('unhandled-error')
  // What it was to leave besides is owed by a service that ran.
  expect(said).toContain('missing-output: The output "index" of "publisher" is missing.')
  expect(said).not.toContain('missing-output: The output "bulletin" of "publisher" is missing.')
})

test('a failure that takes nothing with it which a clause does without stays unhandled', () => {
  expect(flags('## fallback — completed', '## fallback — failed (Fog)').join('\n')).toContain(
    'unhandled-error: "fallback" failed with Fog, and no clause covers that.',
  )
})

test('a clause that is broken on what need not be there does not make the goal a missed one', () => {
  const files = sampleFiles('perfect', {
    'bindings/publisher/bulletin.md': null,
    'workspace/publisher/bulletin.md': null,
  })
  const manifest = JSON.parse(String(files['forme.manifest.json']))
  manifest.graph.find(({ id }: { id: string }) => id === 'publisher').outputs[0].conditional = 'when there is room'
  const root = String(files['root.prose.md']).replace(/- `index.*\n/gu, '')
  const { inspection, evaluation } = inspectRun(
    memoryFiles({ ...files, 'forme.manifest.json': JSON.stringify(manifest), 'root.prose.md': root }),
  )
  expect(evaluation.task_effectiveness.breakdown.goal_alignment).toMatchObject({ of: 0, declared: 0 })
  expect([inspection.verdict, evaluation.task_effectiveness.capped_by]).toEqual(['pass', []])
})
