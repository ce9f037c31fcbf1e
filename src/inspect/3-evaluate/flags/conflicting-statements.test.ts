import { describe, expect, test } from 'vitest'
import { materialOf } from '../../../../test/inspect/material-of.ts'
import type { Material, Status } from '../../2-extract/material.ts'
import type { StatusClaim, Terminator } from '../../dialects/log-reading.ts'
import { buildCase } from '../build-case.ts'
import { runFlags } from './run-flags.ts'

const PERFECT = materialOf('perfect')

const flags = (changes: Partial<Material>) => [...runFlags(buildCase({ ...PERFECT, ...changes }))]
const said = (changes: Partial<Material>) => flags(changes).map(({ id, description }) => `${id}: ${description}`)
const logged = (change: Partial<Material['log']>) => ({ log: { ...PERFECT.log, ...change } })
const wired = (change: Partial<Material['wiring']>) => ({ wiring: { ...PERFECT.wiring, ...change } })
const located = (change: Partial<Material['located']>) => ({ located: { ...PERFECT.located, ...change } })

describe('the log conflicts with the manifest', () => {
  test('by another run id, where both state one', () => {
    expect(flags(wired({ runId: 'another' }))).toMatchObject([
      {
        id: 'conflicting-evidence',
        evidence: [
          { path: 'vm.log.md', line: 1 },
          { path: 'forme.manifest.json', excerpt: '/runId another' },
        ],
      },
    ])
    expect(flags(wired({ runId: PERFECT.log.header!.runId }))).toEqual([])
    expect(said({ ...wired({ runId: 'another' }), ...logged({ header: null }) })).toEqual([])
  })

  test('by another system, where both name one', () => {
    const header = { ...PERFECT.log.header!, system: '' }
    expect(flags(wired({ system: 'harbour-notice' }))).toMatchObject([
      {
        id: 'conflicting-evidence',
        description: 'The log and the manifest name different systems.',
        evidence: [{ line: 1 }, { path: 'forme.manifest.json', excerpt: '/systemName harbour-notice' }],
      },
    ])
    expect([flags(wired({ system: '' })), flags(logged({ header })), flags(logged({ header: null }))]).toEqual([
      [],
      [],
      [],
    ])
  })

  test('or with the root, where there is no manifest', () => {
    const root = [{ line: 1 }, { path: 'root.prose.md', excerpt: 'harbour-notice' }]
    const conflict = { description: 'The log and the root name different systems.', evidence: root }
    expect(flags({ ...wired({ system: 'harbour-notice' }), ...located({ manifest: null }) })).toMatchObject([conflict])
    expect(flags({ ...wired({ system: 'harbour-notice' }), missing: ['forme.manifest.json'] }).at(-1)).toMatchObject(
      conflict,
    )
  })
})

describe('services that the root lists', () => {
  const listing = (...services: readonly string[]) => ({ root: { ...PERFECT.root!, services } })
  const service = (name: string, delegates: readonly string[] = []) => ({
    ...PERFECT.wiring.services[0]!,
    name,
    delegates,
  })

  test('and the manifest does not wire are named', () => {
    expect(flags(listing('editor', 'proof-reader'))).toMatchObject([
      {
        id: 'conflicting-evidence',
        description: 'The root lists a service that the manifest does not wire: proof-reader.',
        evidence: [
          { path: 'root.prose.md', excerpt: 'services: editor, proof-reader' },
          {
            path: 'forme.manifest.json',
            excerpt: '/graph wires tide-reader, berth-reader, planner, risk-marker, editor, publisher',
          },
        ],
      },
    ])
    expect(said(listing('one', 'two'))).toEqual([
      'conflicting-evidence: The root lists services that the manifest does not wire: one, two.',
    ])
  })

  test.each([
    [
      'as what one expands to',
      { services: [service('press.setter'), service('desk/1'), service('dock_2')] },
      ['press', 'desk', 'dock'],
    ],
    ['as a delegate', { services: [service('press', ['setter', 'printer'])] }, ['setter', 'printer']],
    ['or says that it leaves them out', { services: [service('press')], omitted: ['setter'] }, ['press', 'setter']],
  ])('may be wired %s', (_, change, services) => {
    const { log, wiring } = { ...wired({ ...change, edges: [], inputs: [], returns: [] }), ...logged({ events: [] }) }
    expect(said({ log, wiring, outputs: [], ...listing(...services) })).toEqual([])
    expect(said({ log, wiring, outputs: [], ...listing(...services, 'ghost') })).toHaveLength(1)
  })

  test('are names: a sentence is none, nor is what no name is as long as', () => {
    expect(flags(listing('one for each berth', 'a'.repeat(201), ''))).toEqual([])
    expect(flags(listing('a'.repeat(200)))).toHaveLength(1)
  })

  test('conflict with no manifest that is not there, and a root that is not there lists none', () => {
    expect(said({ ...listing('ghost'), missing: ['forme.manifest.json'] }).join()).not.toContain('conflicting-evidence')
    expect(flags({ root: null })).toEqual([])
  })
})

describe('statements on how the run ended', () => {
  const claim = (state: StatusClaim['status'], line: number): StatusClaim => ({
    source: 'prose',
    status: state,
    line,
    text: state,
  })
  const conflicts = (claims: readonly StatusClaim[], change: Partial<Status> = {}) =>
    flags({ ...logged({ claims }), status: { ...PERFECT.status, ...change } }).filter(
      ({ id }) => id === 'conflicting-evidence',
    )

  test('conflict with the one that counts, which is shown first', () => {
    expect(conflicts([claim('completed', 2), claim('failed', 3), claim('open', 4)])).toMatchObject([
      {
        description: 'Statements on how the run ended disagree.',
        evidence: [{ line: 15 }, { line: 3, excerpt: 'failed' }, { line: 4, excerpt: 'open' }],
      },
    ])
    expect(conflicts(Array(60).fill(claim('failed', 3)))[0]?.evidence).toHaveLength(51)
  })

  test('that say the same do not', () => {
    expect(conflicts([claim('completed', 2)])).toEqual([])
    expect(conflicts([claim('failed', 2)], { completed: false, failed: true })).toEqual([])
    expect(conflicts([claim('open', 2)], { completed: false })).toEqual([])
    expect(conflicts([claim('failed', 2)], { line: null })).toEqual([])
  })
})

describe('a log that ends', () => {
  const ends = (...words: readonly Terminator['word'][]) => {
    const terminators = words.map((word, at): Terminator => {
      return { word, line: at + 1, at: null, rest: '', text: `---${word}` }
    })
    return flags(logged({ terminators })).filter(({ id }) => id === 'conflicting-evidence')
  }

  test('once does not conflict with itself, nor after a resume, nor after the result of its test', () => {
    for (const words of [
      ['end'],
      ['error', 'resume', 'end'],
      ['end', 'resume'],
      ['resume', 'end'],
      ['test', 'end'],
    ] as const)
      expect(ends(...words)).toEqual([])
  })

  test('twice without being resumed does', () => {
    for (const words of [
      ['end', 'end'],
      ['end', 'error'],
      ['end', 'test'],
      ['test', 'error'],
      ['test', 'test'],
    ] as const)
      expect(ends(...words)).toHaveLength(1)
    expect(ends('test', 'end', 'error')).toMatchObject([
      {
        description: 'The log ends more than once without being resumed.',
        evidence: [{ line: 1, excerpt: '---test' }, { line: 2 }, { line: 3 }],
      },
    ])
    expect(ends(...Array(60).fill('end'))[0]?.evidence).toHaveLength(50)
  })
})
