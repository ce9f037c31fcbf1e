import { describe, expect, test } from 'vitest'
import { sampleFiles } from '../../../test/inspect/sample-files.ts'
import { memoryFiles } from '../../trace/memory-files.ts'
import { inspectRun } from '../inspect-run.ts'
import { recogniseLayout } from './recognise-layout.ts'

type Changes = Parameters<typeof sampleFiles>[1]
const layoutOf = (name: string, changes: Changes = {}) => recogniseLayout(memoryFiles(sampleFiles(name, changes))).id
const inspect = (name: string, changes: Changes = {}) =>
  inspectRun(memoryFiles(sampleFiles(name, changes)), { partial: true })
const ids = (name: string, changes: Changes = {}) => inspect(name, changes).inspection.flags.map(({ id }) => id)

describe('a layout', () => {
  test.each([
    ['perfect', 'forme-manifest'],
    ['critic-accepts', 'forme-manifest'],
    ['service-era', 'service-era'],
    ['manifest-run', 'manifest-run'],
    ['program-era', 'program-era'],
    ['function', 'standalone-function'],
    ['mounted', 'mounted'],
    ['reactor', 'reactor'],
    ['artefacts-only', 'artefacts-only'],
  ])('of %s is %s', (name, layout) => {
    expect(layoutOf(name)).toBe(layout)
  })

  test.each<[string, string, Changes]>([
    ['two manifests', 'perfect', { 'manifest.run.md': '# Manifest: x\n' }],
    ['a manifest and a program', 'perfect', { 'program.prose': 'let x = session "y"\n' }],
    ['bindings and a world model', 'mounted', { 'bindings/board/board.md': 'calm' }],
    ['a manifest and receipts', 'perfect', { 'receipts/editor.jsonl': '{}\n' }],
    ['a world model and state', 'mounted', { 'receipts.json': '[]' }],
  ])('is ambiguous with %s', (_, name, changes) => {
    expect(() => layoutOf(name, changes)).toThrow(expect.objectContaining({ code: 'ambiguous-layout' }))
  })

  test('is not that of a folder made ahead of need, which holds nothing', () => {
    const files = memoryFiles(sampleFiles('perfect'))
    const empty = ['world-model', 'world-models', 'receipts', 'services']
    const hasFolder = (name: string) => empty.includes(name) || files.hasFolder?.(name) === true
    expect(recogniseLayout({ ...files, hasFolder }).id).toBe('forme-manifest')
  })

  test('is the same whatever the outputs hold, or if they are gone', () => {
    const files = sampleFiles('perfect')
    const gone = Object.fromEntries(
      Object.keys(files)
        .filter((path) => path.startsWith('bindings/'))
        .map((path) => [path, null]),
    )
    expect(layoutOf('perfect', gone)).toBe('forme-manifest')
    expect(layoutOf('mounted', { 'world-model/board/board.md': null, 'world-model/board/.version': null })).toBe(
      'mounted',
    )
  })

  test('is unsupported when nothing tells it', () => {
    for (const files of [{}, { 'notes.md': 'x' }, { 'workspace/a/b.md': 'x' }])
      expect(() => inspectRun(memoryFiles(files))).toThrow(expect.objectContaining({ code: 'unsupported-layout' }))
  })

  test.each([
    ['perfect', ['vm.log.md', 'root.prose.md', 'forme.manifest.json']],
    ['service-era', ['state.md', 'program.md', 'manifest.md']],
    ['manifest-run', ['vm.log.md', 'root.prose.md']],
    ['program-era', ['state.md']],
    ['function', ['vm.log.md']],
    ['mounted', ['vm.log.md', 'root.prose.md', 'compiled-intent.json']],
    ['reactor', ['receipts.json', 'compile/topology.json']],
  ])('decides which files are critical: %s', (name, critical) => {
    for (const path of critical)
      expect(() => inspectRun(memoryFiles(sampleFiles(name, { [path]: null })))).toThrow(
        expect.objectContaining({ code: 'missing-artifacts', details: expect.objectContaining({ missing: [path] }) }),
      )
  })
})

describe('artefacts alone', () => {
  test('lack what says what they were for, and have nothing to be scored by', () => {
    const files = memoryFiles(sampleFiles('artefacts-only'))
    expect(() => inspectRun(files)).toThrow(expect.objectContaining({ code: 'missing-artifacts' }))
    expect(() => inspectRun(files, { partial: true })).toThrow(expect.objectContaining({ code: 'insufficient-data' }))
  })
})

describe('a program that is shown in part', () => {
  const cut = { 'program.prose': '# cut\ninput harbour: "Eastquay"\n' }

  test('has what its log marks looked for, and says so', () => {
    const { inspection, extraction } = inspect('program-era', cut)
    expect(inspection.services.map(({ name }) => name)).toEqual(['tides', 'berths', 'plan', 'revision', 'notice'])
    expect(extraction.evidence_gaps.join()).toMatch(/tides, berths, plan, revision, notice/)
  })

  test('is judged no better than light when none of its statements is kept: what is there is all that says what was to be', () => {
    const { runtime_fidelity: fidelity, task_effectiveness: effectiveness } = inspect('program-era', cut).evaluation
    expect([fidelity.score, effectiveness.score, effectiveness.k]).toEqual([91, 80, 0])
    expect(inspect('program-era').evaluation.task_effectiveness.k).toBe(1)
  })

  test('gets no credit for the marks of names that nothing declares', () => {
    const { error_handling: errors, vm_log_completeness: log } = inspect('program-era', cut).evaluation.runtime_fidelity
      .breakdown
    expect([errors.declared, log.observations.map(({ what }) => what)]).toEqual([
      0,
      ['header', 'parallel blocks', 'terminator'],
    ])
  })
})

describe('receipts', () => {
  const receipt = (name: string) => String(sampleFiles('mounted')[`receipts/${name}.jsonl`])

  test.each<[string, Changes, RegExp]>([
    [
      'that were changed',
      { 'receipts/board.jsonl': receipt('board').replace('"fresh":0', '"fresh":9') },
      /does not hash/,
    ],
    [
      'out of order',
      { 'receipts/tide-watch.jsonl': receipt('tide-watch').trim().split('\n').reverse().join('\n') },
      /does not follow/,
    ],
    ['that are no JSON', { 'receipts/board.jsonl': `${receipt('board')}{"node"\n` }, /not to be trusted/],
    [
      'of no known status',
      { 'receipts/board.jsonl': receipt('board').replace('"rendered"', '"done"') },
      /its status is none that is known/,
    ],
    ['that are gone', { 'receipts/board.jsonl': null }, /no receipt says that it rendered/],
    ['whose artefact is gone', { 'world-model/board/board.md': null }, /what it published is not there/],
    ['that name another version', { 'world-model/board/.version': `sha256:${'0'.repeat(64)}\n` }, /another version/],
    ['without a version beside the artefact', { 'world-model/board/.version': null }, /without saying which version/],
  ])('%s are broken', (_, changes, message) => {
    const { inspection } = inspect('mounted', changes)
    const broken = inspection.flags.filter(({ id }) => id === 'receipt-broken').map(({ description }) => description)
    expect(broken.join('\n')).toMatch(message)
    expect(inspection.verdict).not.toBe('pass')
  })

  test('may lie in one file for all nodes, or in one for each that holds a list or a single one', () => {
    const names = ['tide-watch', 'berth-watch', 'board']
    const gone = Object.fromEntries(names.map((name) => [`receipts/${name}.jsonl`, null]))
    const all = names.map((name) =>
      receipt(name)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    )
    const asJson = (index: number) => JSON.stringify(all[index])
    for (const other of [
      { 'receipts.json': JSON.stringify(all.flat()) },
      {
        'receipts/tide-watch.json': asJson(0),
        'receipts/berth-watch.json': asJson(1),
        'receipts/board.json': JSON.stringify(all[2]![0]),
      },
    ]) {
      const { inspection, extraction } = inspect('mounted', { ...gone, ...other })
      expect([extraction.layout, inspection.flags, inspection.runtime_fidelity]).toEqual(['mounted', [], 98])
    }
    expect(ids('mounted', { ...gone, 'receipts/board.json': '{"node"' })).toContain('receipt-broken')
  })

  test('of a state directory are checked against what is published', () => {
    const files = sampleFiles('reactor')
    const board = Object.keys(files).find((path) => path.endsWith('.bin') && String(files[path]).includes('board'))!
    expect(ids('reactor', { [board]: '{"board":"wild"}' })).toContain('receipt-broken')
    expect(ids('reactor', { [board]: null })).toEqual(expect.arrayContaining(['missing-output', 'receipt-broken']))
    expect(
      ids('reactor', { 'receipts.json': String(files['receipts.json']).replace('"failed"', '"skipped"') }),
    ).toContain('receipt-broken')
  })

  test('tell how a state directory stands: a node that failed last, or never rendered, is not complete', () => {
    const all = JSON.parse(String(sampleFiles('reactor')['receipts.json']))
    expect(inspect('reactor', { 'receipts.json': JSON.stringify(all.slice(0, 7)) }).extraction).toMatchObject({
      completed: false,
      failed: true,
      status_source: 'receipts',
    })
    expect(inspect('reactor', { 'receipts.json': JSON.stringify(all.slice(0, 3)) }).extraction).toMatchObject({
      completed: false,
      failed: false,
    })
  })

  test('of a node that the topology does not name are conflicting evidence', () => {
    expect(
      ids('reactor', {
        'compile/topology.json': String(sampleFiles('reactor')['compile/topology.json']).replaceAll(
          'responsibility.board',
          'responsibility.other',
        ),
      }),
    ).toContain('conflicting-evidence')
  })
})

describe('a run inside a run', () => {
  const nest = (outer: string, folder: string, inner: string, changes: Changes = {}) =>
    Object.fromEntries([
      ...Object.entries(sampleFiles(outer)),
      ...Object.entries(sampleFiles(inner, changes)).map(
        ([path, text]) => [`imports/${folder}/${path}`, text] as const,
      ),
    ])

  test('is inspected as a run of its own and changes nothing of the outer scores', () => {
    const { inspection, evaluation } = inspectRun(memoryFiles(nest('perfect', 'std--notice', 'root-output-missing')))
    expect(inspection.verdict).toBe('pass')
    expect(evaluation.children).toEqual([
      {
        path: 'imports/std--notice',
        run_id: '20260512-060300-a1b2c3',
        verdict: 'fail',
        runtime_fidelity: 69,
        task_effectiveness: 39,
        error: null,
        children: [],
      },
    ])
  })

  test('that cannot be inspected says why', () => {
    const { children } = inspectRun(memoryFiles(nest('perfect', 'x', 'perfect', { 'vm.log.md': 'hello' }))).evaluation
    expect(children.map(({ error, verdict }) => [error, verdict])).toEqual([['corrupted-log', null]])
  })

  test('may hold runs itself, down to a bound', () => {
    let files = sampleFiles('critic-accepts')
    for (let level = 0; level < 12; level++)
      files = {
        ...sampleFiles('critic-accepts'),
        ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`imports/in/${path}`, text])),
      }
    let levels = 0
    for (let { children } = inspectRun(memoryFiles(files)).evaluation; children[0]; children = children[0].children)
      levels += children[0].error === null ? 1 : 0
    expect(levels).toBe(8)
  })

  test('is left alone by light', () => {
    expect(inspectRun(memoryFiles(nest('perfect', 'x', 'perfect')), { depth: 'light' }).evaluation.children).toEqual([])
  })
})
