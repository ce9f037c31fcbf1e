import { describe, expect, test } from 'vitest'
import { sampleFiles } from '../../../test/inspect/sample-files.ts'
import { memoryFiles } from '../../trace/memory-files.ts'
import { inspectRun } from '../inspect-run.ts'
import { recogniseLayout } from './recognise-layout.ts'

type Changes = Parameters<typeof sampleFiles>[1]
const inspect = (name: string, changes: Changes, depth: 'light' | 'deep' = 'deep') =>
  inspectRun(memoryFiles(sampleFiles(name, changes)), { partial: true, depth })
const ids = (name: string, changes: Changes) =>
  inspect(name, changes).inspection.flags.map(({ id, description }) => `${id}: ${description}`)

describe('a run without its manifest', () => {
  test.each<[string, Changes]>([
    ['perfect', { 'forme.manifest.json': null }],
    ['manifest-run', { 'manifest.run.md': null }],
    ['service-era', { 'manifest.md': null }],
  ])('has what its root and its contracts name looked for, and never passes: %s', (name, changes) => {
    for (const depth of ['light', 'deep'] as const) {
      const { inspection, extraction } = inspect(name, changes, depth)
      expect(inspection.verdict).toBe('partial')
      expect(inspection.flags[0]?.id).toBe('missing-artifact')
      expect(inspection.services.every(({ status }) => status === 'completed')).toBe(true)
      expect(extraction.bindings_missing).toEqual([])
      expect(extraction.bindings_present.length).toBeGreaterThan(4)
    }
  })

  test('misses what they promise and did not leave', () => {
    const changes = {
      'forme.manifest.json': null,
      'bindings/editor/draft.md': null,
      'bindings/publisher/index.json': null,
    }
    const { flags } = inspect('perfect', changes).inspection
    expect(flags.flatMap(({ id, evidence }) => (id.includes('output') ? [`${id} ${evidence[0]?.path}`] : []))).toEqual(
      expect.arrayContaining([
        'root-output-missing bindings/publisher/index.md',
        'missing-output bindings/editor/draft.md',
        'marked-without-output vm.log.md',
      ]),
    )
  })

  test('says that log and root differ, not that a manifest does', () => {
    const log = String(sampleFiles('perfect')['vm.log.md']).replace('harbour-bulletin', 'harbour-notice')
    const said = ids('perfect', { 'forme.manifest.json': null, 'vm.log.md': log }).join('\n')
    expect(said).toContain('The log and the root name different systems.')
  })

  test('is of the program era when its log names a program, and of the service era otherwise', () => {
    const layoutOf = (name: string, changes: Changes) => recogniseLayout(memoryFiles(sampleFiles(name, changes))).id
    const alone = { 'manifest.md': null, 'program.md': null }
    const services = Object.fromEntries(
      Object.keys(sampleFiles('service-era')).flatMap((path) => (path.startsWith('services/') ? [[path, null]] : [])),
    )
    expect(layoutOf('program-era', { 'program.prose': null })).toBe('program-era')
    expect(layoutOf('status-page', { 'program.prose': null })).toBe('program-era')
    expect(layoutOf('service-era', { ...alone, ...services })).toBe('service-era')
  })
})

describe('a second log or manifest', () => {
  test.each<[string, string, Changes]>([
    ['a page of another era beside its log', 'perfect', { 'state.md': '# run:r s\n' }],
    ['a log of another era beside its page', 'service-era', { 'vm.log.md': '# run:r s\n' }],
    ['a compiled intent beside its manifest', 'perfect', { 'compiled-intent.json': '{}' }],
    ['a ledger beside its log', 'function', { 'receipts.json': '[]' }],
  ])('makes a run ambiguous: %s', (_, name, changes) => {
    expect(() => inspect(name, changes)).toThrow(expect.objectContaining({ code: 'ambiguous-layout' }))
  })

  test('is none where a layout may have both', () => {
    expect(inspect('function', { 'compiled-intent.json': '{}' }).extraction.layout).toBe('standalone-function')
  })
})

describe('a state directory', () => {
  test('is called after its last receipt, and what it is of by its scenario or its one end', () => {
    const { run_id, system } = inspect('reactor', {}).inspection
    const last = JSON.parse(String(sampleFiles('reactor')['receipts.json'])).at(-1)
    expect([run_id, system]).toEqual([
      `receipts-${last.content_hash.slice('sha256:'.length, 19)}`,
      'responsibility.board',
    ])
    expect(inspect('reactor', { 'beats.json': '{"scenario":"quiet-day"}' }).inspection.system).toBe('quiet-day')
    const topology = JSON.parse(String(sampleFiles('reactor')['compile/topology.json']))
    topology.nodes.push({ node: 'responsibility.zone' })
    expect(inspect('reactor', { 'compile/topology.json': JSON.stringify(topology) }).inspection.system).toBe(
      'responsibility.board and 1 more',
    )
    expect(inspect('reactor', { 'beats.json': '{"scenario":7}' }).inspection.system).toBe('responsibility.board')
  })

  test('without a topology is judged by the nodes that published', () => {
    const { inspection } = inspect('reactor', { 'compile/topology.json': null })
    expect(inspection.flags[0]?.id).toBe('missing-artifact')
    expect(inspection.services.map(({ name }) => name)).toContain('responsibility.board')
  })

  test('shows what was published by a node that nothing knows of', () => {
    const stray = Buffer.from('responsibility.stray').toString('hex')
    expect(ids('reactor', { [`world-models/${stray}/published.json`]: '{"version":"x"}' }).join('\n')).toContain(
      'receipt-broken: "responsibility.stray" published, but no manifest names it and no receipt says that it rendered.',
    )
    expect(ids('mounted', { 'world-model/stray/note.md': 'x' }).join('\n')).toContain(
      'receipt-broken: "stray" published',
    )
    expect(ids('mounted', {}).join('\n')).not.toContain('receipt-broken')
  })
})

describe('what nothing declares', () => {
  const page = { 'bindings/stray.md': 'words of its own', 'bindings/anon_001.md': 'x', 'bindings/revision__2.md': 'x' }

  test('was left without a mark, where the log marks each statement', () => {
    const flags = inspect('program-era', page).inspection.flags.filter(({ id }) => id === 'output-without-mark')
    expect(flags.map(({ evidence }) => evidence.map(({ path }) => path))).toEqual([['bindings/stray.md']])
  })

  test('is named as a gap elsewhere, and costs nothing', () => {
    const { inspection, evaluation } = inspect('perfect', {
      'bindings/desk/aside.md': 'x',
      'bindings/caller/more.md': 'x',
    })
    expect([inspection.runtime_fidelity, inspection.task_effectiveness]).toEqual([98, 98])
    expect(evaluation.evidence_gaps).toEqual([
      'nothing declares bindings/desk/aside.md: only a clause that names one of them goes by it',
    ])
  })

  test('by the program is missed by its mark alone, not as an output that was declared', () => {
    const { flags } = inspect('program-era', { 'bindings/revision.md': null }).inspection
    expect(flags.map(({ id }) => id)).toEqual(['marked-without-output'])
  })
})

test('an end that calls itself partial is one, and a gap says what it calls itself', () => {
  const log = String(sampleFiles('perfect')['vm.log.md']).replace(/(---end .*)/, '$1 (partial: the press waits)')
  const { evaluation, extraction } = inspect('perfect', { 'vm.log.md': log })
  expect([extraction.completed, evaluation.evidence_gaps]).toEqual([
    true,
    ['the log calls its end partial: 2026-05-12T06:10:00Z (partial: the press waits)'],
  ])
})

describe('what is to be seen and is not', () => {
  test('is a gap: an input, a step of the machine, services that the manifest leaves out', () => {
    const manifest = JSON.parse(String(sampleFiles('perfect')['forme.manifest.json']))
    manifest.derivation = { omitted_services: ['proof-reader'] }
    manifest.caller.requires[0].path = 'bindings/caller/harbour.md'
    const root = String(sampleFiles('perfect')['root.prose.md']).replace(
      '- `publisher`',
      '- `publisher`\n- `proof-reader`',
    )
    const { evaluation, inspection } = inspect('perfect', {
      'forme.manifest.json': JSON.stringify(manifest),
      'root.prose.md': root,
      'bindings/caller/harbour.md': null,
    })
    expect(evaluation.evidence_gaps).toEqual([
      'bindings/caller/harbour.md, the input "harbour", is not in the run',
      'the root lists proof-reader, and the manifest says that it leaves that out',
    ])
    expect(inspection.flags).toEqual([])
    expect(inspect('manifest-run', {}).evaluation.evidence_gaps.join()).toContain('OpenLedger')
  })
})
