import { expect, test } from 'vitest'
import { sampleFiles } from '../../../../test/inspect/sample-files.ts'
import { memoryFiles } from '../../../trace/memory-files.ts'
import { inspectRun } from '../../inspect-run.ts'

const inspect = (path: string, invariant: string, changes: Parameters<typeof sampleFiles>[1] = {}) => {
  const source = `${sampleFiles('perfect')[path]}\n### Invariants\n\n- ${invariant}\n`
  return inspectRun(memoryFiles(sampleFiles('perfect', { [path]: source, ...changes }))).inspection
}
const said = (...given: Parameters<typeof inspect>) =>
  inspect(...given).flags.flatMap(({ description }) => (description.startsWith('An invariant') ? [description] : []))

test('an invariant that a rule finds broken is told, with its place, and caps effectiveness', () => {
  const { flags, runtime_fidelity, task_effectiveness } = inspect('root.prose.md', '`bulletin` has at most 3 words')
  expect(flags).toMatchObject([
    {
      id: 'clause-violated',
      description: 'An invariant of the root is broken (rule: present, count).',
      evidence: [{ path: 'root.prose.md', line: 31 }, { path: 'bindings/publisher/bulletin.md' }],
    },
  ])
  expect([runtime_fidelity, task_effectiveness]).toEqual([98, 85])
  expect(said('sources/editor.prose.md', '`draft`: at most 1 word')).toHaveLength(1)
})

test('an invariant that holds, that no rule decides, or that speaks of what is not there, changes nothing', () => {
  for (const invariant of ['`bulletin` has at least 3 words', 'nobody is misled', '`draft`: pleasant'])
    expect(inspect('root.prose.md', invariant)).toMatchObject({ task_effectiveness: 98, flags: [] })
  expect(said('sources/editor.prose.md', '`draft`: JSON', { 'bindings/editor/draft.md': null })).toEqual([])
})
