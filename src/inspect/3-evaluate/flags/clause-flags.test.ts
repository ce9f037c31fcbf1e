import { expect, test } from 'vitest'
import { sampleFiles } from '../../../../test/inspect/sample-files.ts'
import { memoryFiles } from '../../../trace/memory-files.ts'
import { inspectRun } from '../../inspect-run.ts'

test('a service that is called root breaks a promise of its own, not one of the root', () => {
  const files = Object.fromEntries(
    Object.entries(
      sampleFiles('perfect', { 'sources/editor.prose.md': '### Ensures\n\n- `draft` has at least 3000 words\n' }),
    )
      .filter(([path]) => path !== 'root.prose.md')
      .map(([path, text]) => [path.replace('editor', 'root'), String(text).replaceAll('editor', 'root')]),
  )
  const { flags, runtime_fidelity, task_effectiveness } = inspectRun(
    memoryFiles({
      ...files,
      'root.prose.md': String(sampleFiles('perfect')['root.prose.md']).replace('editor', 'root'),
    }),
  ).evaluation
  expect(flags).toMatchObject([
    { id: 'clause-violated', severity: 'warning', description: 'A clause of "root" is broken (rule: present, count).' },
  ])
  expect([runtime_fidelity.score, task_effectiveness.score]).toEqual([98, 85])
})
