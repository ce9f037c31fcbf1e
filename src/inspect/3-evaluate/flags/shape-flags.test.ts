import { describe, expect, test } from 'vitest'
import { sampleFiles } from '../../../../test/inspect/sample-files.ts'
import { memoryFiles } from '../../../trace/memory-files.ts'
import { inspectRun } from '../../inspect-run.ts'

const EDITOR = String(sampleFiles('perfect')['sources/editor.prose.md'])
const LOG = String(sampleFiles('perfect')['vm.log.md'])

/** A shape under the editor's contract, and other changes. */
const inspect = (shape: string, changes: Parameters<typeof sampleFiles>[1] = {}) =>
  inspectRun(
    memoryFiles(
      sampleFiles('perfect', { 'sources/editor.prose.md': `${EDITOR}\n### Shape\n\n${shape}\n`, ...changes }),
    ),
  )
const violations = (shape: string, changes = {}) =>
  inspect(shape, changes).inspection.flags.flatMap(({ id, description }) =>
    id === 'shape-violated' ? [description] : [],
  )
const logged = (line: string) => ({ 'vm.log.md': LOG.replace('6→ editor ✓', `${line}\n6→ editor ✓`) })
const DELEGATES = '- `delegates`:\n  - `setter`: sets the type'

describe('a prohibition', () => {
  test('is one of several on one line', () => {
    const files = { 'workspace/editor/layout.md': 'x' }
    expect(violations('- `prohibited`: any paid call; writing `layout.md`', files)).toHaveLength(1)
  })

  test('does not concern what came back from a delegate', () => {
    const files = { 'workspace/editor/__delegate/setter/layout.md': 'x' }
    expect(violations('- `prohibited`: writing `layout.md`', files)).toEqual([])
  })

  test.each(['none', 'None.', '—', '(none)'])('of nothing leaves nothing open: %s', (words) => {
    expect(inspect(`- \`prohibited\`: ${words}`).evaluation.evidence_gaps).toEqual([])
  })
})

describe('a delegate', () => {
  test('that was never called violates the shape, and caps fidelity', () => {
    const { inspection } = inspect(DELEGATES)
    const [flag] = inspection.flags.filter(({ id }) => id === 'shape-violated')
    expect(flag).toMatchObject({
      severity: 'warning',
      description: '"editor" is to hand work to "setter", and never did.',
      evidence: [
        { path: 'vm.log.md', line: 13 },
        { path: 'sources/editor.prose.md', excerpt: 'delegates: setter' },
      ],
    })
    expect([inspection.runtime_fidelity, inspection.task_effectiveness]).toEqual([85, 98])
  })

  test.each([
    ['a mark of the log', logged('6→ editor ⇒ setter (delegate: 1)')],
    ['a mark with its name in code', logged('6→ editor ⇒ `setter`: once')],
    ['a mark of its own', logged('6→   setter ✓')],
    ['what lies in its folder', { 'workspace/editor/__delegate/setter/1.md': 'Set this.' }],
  ])('was called, as %s shows', (_, changes) => {
    expect(violations(DELEGATES, changes)).toEqual([])
  })

  test('that the manifest wires counts as one that the contract names', () => {
    const manifest = JSON.parse(String(sampleFiles('perfect')['forme.manifest.json']))
    manifest.graph.find(({ id }: { id: string }) => id === 'editor').delegates = [
      { name: 'setter', sourcePath: 'sources/setter.prose.md' },
    ]
    expect(violations('', { 'forme.manifest.json': JSON.stringify(manifest) })).toHaveLength(1)
  })

  test.each([
    'sets it when asked',
    'only if the draft is long',
    '(optional)',
    'on failure',
    'may set the type',
    'fallback',
  ])('is not missed when it is to be called on a condition: %s', (words) => {
    expect(violations(`- \`delegates\`:\n  - \`setter\`: ${words}`)).toEqual([])
  })

  test('may stand with others on one line, in code; prose there names nobody', () => {
    expect(violations('- `delegates`: `setter`, `printer`')).toHaveLength(2)
    for (const words of ['none', '`none`', 'source discovery, and emission', 'setter, printer'])
      expect(violations(`- \`delegates\`: ${words}`)).toEqual([])
  })

  test('is not missed where files cannot show it', () => {
    const open = { 'vm.log.md': LOG.replace(/---end.*\n/, '') }
    const headings =
      '---\nrun_id: 20260512-060100-a1b2c3\nsystem: harbour-bulletin\nstatus: completed\n---\n\n### editor — completed\n'
    expect(violations(DELEGATES, open)).toEqual([])
    expect(violations(DELEGATES, { 'vm.log.md': headings })).toEqual([])
    expect(violations(DELEGATES, { 'sources/planner.prose.md': null })).toEqual([])
    const program = String(sampleFiles('perfect')['sources/planner.prose.md']).replace('kind: service', 'kind: program')
    expect(violations(DELEGATES, { 'sources/planner.prose.md': program })).toEqual([])
    expect(violations(DELEGATES, { 'vm.log.md': LOG.replace('6→ editor ✓\n', '') })).toEqual([])
  })

  test('that the shape does not name must not be given work', () => {
    expect(violations(DELEGATES, logged('6→ editor ⇒ setter\n6→ editor ⇒ printer'))).toEqual([
      '"editor" handed work to "printer", which its shape does not name.',
    ])
  })
})

describe('what a shape prohibits', () => {
  const prohibited = (text: string) => `- \`prohibited\`: ${text}`

  test.each([
    ['writing `plan.json`', { 'workspace/editor/plan.json': '{}' }],
    ['calling `publisher`', logged('6→ editor ⇒ publisher')],
    ['delegating to publisher', logged('6→ editor ⇒ publisher')],
    ['handing work to the printer', logged('6→ editor ⇒ printer')],
  ])('is shown by files: %s', (text, changes) => {
    expect(violations(prohibited(text), changes)).toEqual([`"editor" did what its shape prohibits: ${text}.`])
    expect(violations(prohibited(text))).toEqual([])
  })

  test("is another service's affair when that one did it", () => {
    expect(violations(prohibited('writing `plan.json`'))).toEqual([])
    expect(violations(prohibited('calling `publisher`'), logged('5→ planner ⇒ publisher'))).toEqual([])
  })

  test('is left open, and said to be, where no file can show it', () => {
    const { inspection, evaluation } = inspect(prohibited('any paid call'))
    expect(inspection.flags.map(({ id }) => id)).not.toContain('shape-violated')
    expect(evaluation.evidence_gaps).toEqual([
      'no file shows whether all that the shapes of editor prohibit was left undone',
    ])
  })
})

test('light reads no contract, and sees no shape', () => {
  const files = sampleFiles('perfect', { 'sources/editor.prose.md': `${EDITOR}\n### Shape\n\n${DELEGATES}\n` })
  expect(inspectRun(memoryFiles(files), { depth: 'light' }).inspection.flags).toEqual([])
})
