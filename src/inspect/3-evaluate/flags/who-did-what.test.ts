import { describe, expect, test } from 'vitest'
import { materialOf } from '../../../../test/inspect/material-of.ts'
import { sampleFiles } from '../../../../test/inspect/sample-files.ts'
import type { Material } from '../../2-extract/material.ts'
import type { Call } from '../../2-extract/read-calls.ts'
import type { Contract, Shape } from '../../contracts/contract.ts'
import { buildCase } from '../build-case.ts'
import { shapeFlags } from './shape-flags.ts'

const PERFECT = materialOf('perfect')
const LOG = String(sampleFiles('perfect')['vm.log.md'])

const flags = (changes: Partial<Material>) => [...shapeFlags(buildCase({ ...PERFECT, ...changes }))]
const said = (changes: Partial<Material>) => flags(changes).map(({ description }) => description)
const shaped = (shape: Partial<Shape>, others: { readonly [service: string]: Contract | null | undefined } = {}) => {
  const editor = PERFECT.contracts.get('editor')!
  const contracts = new Map([...PERFECT.contracts, ['editor', { ...editor, shape: { ...editor.shape, ...shape } }]])
  for (const [service, contract] of Object.entries(others))
    if (contract === undefined) contracts.delete(service)
    else contracts.set(service, contract)
  return { contracts } as Partial<Material>
}
const call = (delegate: string, change: Partial<Call> = {}): Call => ({
  service: 'editor',
  delegate,
  line: 13,
  path: 'vm.log.md',
  text: `6→ editor ⇒ ${delegate}`,
  ...change,
})
const handed = (delegate: string) =>
  call(delegate, {
    line: null,
    path: `workspace/editor/__delegate/${delegate}/1.md`,
    text: 'work that was handed over',
  })
/** What the manifest says of the editor, otherwise. */
const wired = (change: object) => ({
  ...PERFECT.wiring,
  services: PERFECT.wiring.services.map((service) => (service.name === 'editor' ? { ...service, ...change } : service)),
})
const logged = (from: string | RegExp, to: string) => materialOf('perfect', { 'vm.log.md': LOG.replace(from, to) })
const NEVER = '"editor" is to hand work to "setter", and never did.'
const SETTER = { delegates: ['setter'] }

describe('a delegate', () => {
  test('is not called by being mentioned', () => {
    expect(said({ log: logged('6→ editor ✓', '6→ setter\n6→ editor ✓').log, ...shaped(SETTER) })).toEqual([NEVER])
    expect(said({ log: logged('6→ editor ✓', '6→ setter ✓\n6→ editor ✓').log, ...shaped(SETTER) })).toEqual([])
  })

  test('that left an output was called, whatever the log leaves out', () => {
    const { log } = logged('7→ publisher ✓\n', '')
    const all = shaped({ delegates: ['publisher'] })
    const without = (...gone: readonly string[]) =>
      PERFECT.outputs.map((output) => (gone.includes(output.name) ? { ...output, size: null, text: null } : output))
    expect(said({ log, ...all })).toEqual([])
    expect(said({ log, ...all, outputs: without('index') })).toEqual([])
    expect(said({ log, ...all, outputs: without('index', 'bulletin') })).toEqual([
      '"editor" is to hand work to "publisher", and never did.',
    ])
  })

  test('may have been called by a program or a system inside the run, unless the manifest wires it here', () => {
    const planner = PERFECT.contracts.get('planner')!
    for (const kind of ['program', 'system']) {
      const contracts = shaped(SETTER, { planner: { ...planner, kind } })
      expect(said(contracts)).toEqual([])
      expect(said({ ...contracts, wiring: wired({ delegates: ['setter'] }) })).toEqual([NEVER])
    }
    expect(said(shaped(SETTER, { planner: { ...planner, kind: 'service' } }))).toEqual([NEVER])
    expect(said(shaped(SETTER, { planner: null }))).toEqual([])
  })

  test.each(['markers', 'program-markers', 'mixed'] as const)('leaves a mark in a log of %s', (dialect) => {
    expect(said({ ...shaped(SETTER), log: { ...PERFECT.log, dialect } })).toEqual([NEVER])
  })

  test.each(['sections', 'envelope', 'execution-state'] as const)('need not leave one in %s', (dialect) => {
    expect(said({ ...shaped(SETTER), log: { ...PERFECT.log, dialect } })).toEqual([])
  })

  test('has a name, and is nobody where a service has no contract', () => {
    expect(said({ ...shaped({ delegates: ['', 'setter'] }), calls: [call('binder')] })).toHaveLength(2)
    // A name that is empty names nobody, so that nobody is a stranger.
    expect(said({ ...shaped({ delegates: [''] }), calls: [call('binder')] })).toEqual([])
    expect(said(shaped(SETTER, { planner: undefined }))).toEqual([NEVER])
  })

  test('is seen at deep alone, though the manifest names it', () => {
    const wiring = wired({ delegates: ['setter'] })
    expect(said({ wiring })).toEqual([NEVER])
    expect(said({ ...materialOf('perfect', {}, 'light'), wiring })).toEqual([])
  })

  test('is missed in a run of one service of which manifest and contract say all that they can', () => {
    const everything = { delegates: ['setter'], prohibited: ['calling `printer`'] }
    const { services, ...rest } = wired(everything)
    const wiring = { ...rest, services: services.filter(({ name }) => name === 'editor'), edges: [], returns: [] }
    const outputs = PERFECT.outputs.filter(({ service }) => service.name === 'editor')
    expect(said({ ...shaped(everything), wiring, outputs })).toEqual([NEVER])
  })

  test('is missed by what the contract says, or the manifest where there is none, or nothing', () => {
    const evidence = (source: string | null, manifest: string | null) =>
      flags({
        wiring: wired({ source, delegates: ['setter'] }),
        located: { ...PERFECT.located, manifest },
      })[0]?.evidence.slice(1)
    expect(evidence('sources/editor.prose.md', 'forme.manifest.json')).toEqual([
      { path: 'sources/editor.prose.md', excerpt: 'delegates: setter' },
    ])
    expect(evidence(null, 'forme.manifest.json')).toEqual([
      { path: 'forme.manifest.json', excerpt: 'delegates: setter' },
    ])
    expect(evidence(null, null)).toEqual([])
  })
})

test('work that went to a stranger is shown where it is seen, beside those that the shape names', () => {
  const shape = shaped({ delegates: ['setter', 'binder'] })
  const calls = [call('setter'), call('binder'), call('printer'), handed('folder')]
  expect(flags({ ...shape, calls }).map(({ evidence }) => evidence)).toEqual([
    [
      { path: 'vm.log.md', line: 13, excerpt: '6→ editor ⇒ printer' },
      { path: 'sources/editor.prose.md', excerpt: 'delegates: setter, binder' },
    ],
    [
      { path: 'workspace/editor/__delegate/folder/1.md', excerpt: 'work that was handed over' },
      { path: 'sources/editor.prose.md', excerpt: 'delegates: setter, binder' },
    ],
  ])
})

describe('what a shape prohibits', () => {
  const prohibited = (text: string, changes: Partial<Material> = {}) =>
    flags({ ...shaped({ prohibited: [text] }), ...changes }).map(({ evidence }) => evidence)

  test('is handing work to the one that it names, seen in the log or in a folder', () => {
    const shape = { path: 'sources/editor.prose.md', excerpt: 'prohibited: calling `printer`' }
    expect(prohibited('calling `printer`', { calls: [call('setter'), call('printer')] })).toEqual([
      [{ path: 'vm.log.md', line: 13, excerpt: '6→ editor ⇒ printer' }, shape],
    ])
    expect(prohibited('calling `printer`', { calls: [handed('printer')] })).toEqual([
      [{ path: 'workspace/editor/__delegate/printer/1.md', excerpt: 'work that was handed over' }, shape],
    ])
    // Another service called the printer, this one called somebody else.
    const calls = [call('setter'), call('printer', { service: 'planner' })]
    expect(prohibited('calling `printer`', { calls })).toEqual([])
  })

  test('is leaving a file, by its name or by its path', () => {
    const path = 'workspace/editor/plan.json'
    const workspaces = new Map([...PERFECT.workspaces, ['editor', ['workspace/editor/draft.md', path]]])
    for (const text of ['writing `plan.json`', `writing \`${path}\``])
      expect(prohibited(text, { workspaces })).toEqual([
        [
          { path, excerpt: 'it is there' },
          { path: 'sources/editor.prose.md', excerpt: `prohibited: ${text}` },
        ],
      ])
    expect(prohibited('writing `an.json`', { workspaces })).toEqual([])
  })

  test('by the manifest counts as much as by the contract, and both once', () => {
    const calls = [call('printer'), call('setter')]
    const wiring = wired({ prohibited: ['calling `printer`', 'calling `setter`'] })
    expect(said({ wiring, calls, ...shaped({ prohibited: ['calling `printer`'] }) })).toEqual([
      '"editor" did what its shape prohibits: calling `printer`.',
      '"editor" did what its shape prohibits: calling `setter`.',
    ])
    expect(said({ wiring, calls })).toHaveLength(2)
  })

  test('is looked at two hundred times for a service', () => {
    const texts = (count: number) => [...Array.from({ length: count }, (_, at) => `act ${at}`), 'calling `printer`']
    const found = (count: number) => said({ ...shaped({ prohibited: texts(count) }), calls: [call('printer')] })
    expect([found(199).length, found(200).length]).toEqual([1, 0])
  })
})
