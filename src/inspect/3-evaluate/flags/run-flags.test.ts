import { describe, expect, test } from 'vitest'
import { materialOf } from '../../../../test/inspect/material-of.ts'
import { sampleFiles } from '../../../../test/inspect/sample-files.ts'
import type { Material, Status } from '../../2-extract/material.ts'
import type { LogEvent, Terminator } from '../../dialects/log-reading.ts'
import { buildCase } from '../build-case.ts'
import { fidelityParts } from '../fidelity-parts.ts'
import { errorFlags } from './error-flags.ts'
import { runFlags } from './run-flags.ts'

// Long, since each way to say how a run ended has its own words and its own evidence.

const PERFECT = materialOf('perfect')
const LOG = String(sampleFiles('perfect')['vm.log.md'])

const flags = (changes: Partial<Material>) => [...runFlags(buildCase({ ...PERFECT, ...changes }))]
const said = (changes: Partial<Material>) => flags(changes).map(({ id, description }) => `${id}: ${description}`)
const logged = (change: Partial<Material['log']>) => ({ log: { ...PERFECT.log, ...change } })
const read = (text: string) => {
  const { log, status } = materialOf('perfect', { 'vm.log.md': text })
  return { log, status }
}
const status = (change: Partial<Status>): { status: Status } => ({
  status: { completed: false, failed: false, source: 'none', line: null, text: '', ...change },
})
const wired = (change: Partial<Material['wiring']>) => ({ wiring: { ...PERFECT.wiring, ...change } })
const located = (change: Partial<Material['located']>) => ({ located: { ...PERFECT.located, ...change } })
const event = (change: Partial<LogEvent>): LogEvent => ({ ...PERFECT.log.events[0]!, tag: '', ...change })

test('a perfect run has no flag', () => {
  expect(flags({})).toEqual([])
})

describe('a critical file', () => {
  test('that is not there is told apart from a manifest that nobody can read', () => {
    const missing = {
      missing: ['forme.manifest.json', 'root.prose.md'],
      exists: (path: string) => path.endsWith('.json'),
    }
    expect(flags(missing).map(({ id, description, evidence }) => [id, description, evidence])).toEqual([
      [
        'missing-artifact',
        'The critical file forme.manifest.json cannot be read as a manifest.',
        [{ path: 'forme.manifest.json', excerpt: 'no manifest' }],
      ],
      [
        'missing-artifact',
        'The critical file root.prose.md is absent or empty.',
        [{ path: 'root.prose.md', excerpt: 'absent or empty' }],
      ],
    ])
  })
})

describe('what leads out of the run', () => {
  test('is told link by link, and place by place of the manifest', () => {
    const outside = [{ pointer: '/graph/0/outputs/0', message: '../x' }]
    expect(flags({ ...wired({ outside }), outside: ['workspace/editor/link'] })).toMatchObject([
      {
        id: 'path-outside-run',
        description: 'The manifest names a path outside the run at /graph/0/outputs/0; it was not followed.',
        evidence: [{ path: 'forme.manifest.json', excerpt: '/graph/0/outputs/0 ../x' }],
      },
      {
        id: 'path-outside-run',
        description: 'workspace/editor/link is a link that leaves the run; it was not followed.',
        evidence: [{ path: 'workspace/editor/link', excerpt: 'link' }],
      },
    ])
  })
})

test('places where the manifest is irregular are counted, and fifty of them shown', () => {
  const irregular = (count: number) =>
    flags(wired({ irregular: Array.from({ length: count }, (_, at) => ({ pointer: `/${at}`, message: 'odd' })) }))[0]
  expect(irregular(1)?.description).toBe('The manifest breaks the rules of its kind in 1 place.')
  expect(irregular(60)?.description).toBe('The manifest breaks the rules of its kind in 60 places.')
  expect(irregular(2)?.evidence[1]).toEqual({ path: 'forme.manifest.json', excerpt: '/1 odd' })
  expect([irregular(2)?.evidence.length, irregular(60)?.evidence.length]).toEqual([2, 50])
})

describe('a run that failed', () => {
  const failure = (source: Status['source'], text = '') =>
    said({ ...status({ failed: true, source, text }), ...logged({ claims: [] }) })

  test.each([
    ['terminator', '---error', 'the last line of its log says'],
    ['terminator', '---test FAIL (1/2)', 'the result of its test says'],
    ['terminator', '---error in ---test', 'the last line of its log says'],
    ['front-matter', 'status: failed', 'the front matter of its log says'],
    ['prose', '---test', 'its log says in prose'],
    ['receipts', '', 'the last receipt of a node says'],
    ['disk', '', 'an error file shows'],
  ] as const)('is said to by its %s: %s', (source, text, words) => {
    expect(failure(source, text)).toEqual([`incomplete-run: The run failed, as ${words}.`])
  })
})

describe('a run without an end', () => {
  const open = (changes: Partial<Material>) => said({ ...status({}), ...logged({ terminators: [] }), ...changes })

  test('has none on record, or says that it is still open', () => {
    expect(open({})).toEqual(['incomplete-run: The run has no end on record.'])
    expect(open(status({ line: 4, source: 'front-matter', text: 'status: running' }))).toEqual([
      'incomplete-run: The run is still open, as its log says.',
    ])
  })

  test('may have been reopened after one', () => {
    const [flag] = flags(read(`${LOG}---resume 2026-05-12T07:00:00Z\n`))
    expect(flag).toMatchObject({
      id: 'incomplete-run',
      description: 'The run was resumed and never ended.',
      evidence: [{ path: 'vm.log.md', line: 16, excerpt: '---resume 2026-05-12T07:00:00Z' }],
    })
    const [other] = flags(read(`${LOG}---resume 2026-05-12T07:00:00Z\n---error late\n`))
    expect(other?.description).toBe('The run failed, as the last line of its log says.')
    const [only] = flags(read(LOG.replace(/---end.*/, '---resume 2026-05-12T07:00:00Z')))
    expect(only?.description).toBe('The run was resumed and never ended.')
    const resumed: readonly Terminator[] = [
      { word: 'resume', line: 9, at: null, rest: '', text: '' },
      { word: 'end', line: 10, at: null, rest: '', text: '' },
    ]
    expect(said({ ...status({}), ...logged({ terminators: resumed }) })[0]).toBe(
      'incomplete-run: The run has no end on record.',
    )
  })

  test('has nodes that never rendered where receipts stand for its log, and then no time is missed', () => {
    expect(open(logged({ dialect: 'receipts', terminators: [], endedAt: null }))).toEqual([
      'incomplete-run: The run has nodes that never rendered.',
    ])
  })

  test('is shown by the last thing in its log, else by its header, else by the file', () => {
    const shown = (changes: Partial<Material>) => flags({ ...status({}), ...changes })[0]?.evidence
    const header = { runId: '1', system: 'harbour-bulletin', line: 1, text: '# run:1 harbour-bulletin' }
    expect(shown(logged({ terminators: [] }))).toEqual([{ path: 'vm.log.md', line: 14, excerpt: '7→ publisher ✓' }])
    expect(shown({ ...logged({ events: [], header }) })).toEqual([
      { path: 'vm.log.md', line: 1, excerpt: '# run:1 harbour-bulletin' },
    ])
    const empty = logged({ events: [], header: null })
    expect(shown(empty)).toEqual([{ path: 'vm.log.md', excerpt: 'nothing in it says how the run went' }])
    expect(shown({ ...empty, exists: () => false })).toEqual([{ path: 'vm.log.md', excerpt: 'absent or empty' }])
    expect(shown({ ...empty, ...located({ log: null, receipts: 'receipts.json' }), exists: () => true })).toEqual([
      { path: 'receipts.json', excerpt: 'nothing in it says how the run went' },
    ])
  })
})

test('resumes are counted, and fifty of them shown', () => {
  const resumes = (count: number) => {
    const lines = Array.from({ length: count }, (_, at): Terminator => {
      return { word: 'resume', line: at + 1, at: null, rest: '', text: '---resume' }
    })
    return flags(logged({ terminators: [...lines, ...PERFECT.log.terminators] }))
  }
  expect(resumes(1)).toMatchObject([{ id: 'resumed-run', description: 'The run was resumed once.' }])
  expect(resumes(2)[0]).toMatchObject({
    description: 'The run was resumed 2 times.',
    evidence: [
      { path: 'vm.log.md', line: 1, excerpt: '---resume' },
      { path: 'vm.log.md', line: 2, excerpt: '---resume' },
    ],
  })
  expect(resumes(60)[0]?.evidence).toHaveLength(50)
})

test('an end without a time is told, unless files are missing or receipts stand for the log', () => {
  expect(flags(logged({ endedAt: null }))).toMatchObject([
    { id: 'timing-unknown', evidence: [{ path: 'vm.log.md', line: 15 }] },
  ])
  expect(said({ ...logged({ endedAt: null }), missing: ['root.prose.md'] }).join()).not.toContain('timing-unknown')
  expect(flags(logged({ endedAt: null, dialect: 'receipts' }))).toEqual([])
})

describe('order', () => {
  const marked = (producer: number, consumer: number) => [
    event({ kind: 'completed', name: 'editor', line: producer, text: 'editor ✓' }),
    event({ kind: 'completed', name: 'publisher', line: consumer, text: 'publisher ✓' }),
  ]
  const marks = (producer: number, consumer: number) =>
    flags(logged({ events: marked(producer, consumer) })).filter(({ id }) => id === 'order-violated')

  test('is violated where the consumer completed first, or in the same line', () => {
    expect(marks(5, 6)).toEqual([])
    expect(marks(5, 5)).toHaveLength(1)
    // What is flagged does not hold either.
    const held = (...lines: readonly [number, number]) =>
      fidelityParts(buildCase({ ...PERFECT, ...logged({ events: marked(...lines) }) })).execution_order.held
    expect([held(5, 6), held(5, 5), held(6, 5)]).toEqual([1, 0, 0])
    expect(marks(6, 5)).toMatchObject([
      {
        description: '"publisher" completed before "editor", on which it depends.',
        evidence: [
          { line: 5, excerpt: 'publisher ✓' },
          { line: 6, excerpt: 'editor ✓' },
        ],
      },
    ])
  })
})

describe('of more than a hundred flags of a kind', () => {
  test('the number is told, and the first hundred are put into words', () => {
    const events = Array.from({ length: 102 }, (_, at) =>
      event({ kind: 'terminated', name: 'critic', line: at + 1, note: '' }),
    )
    const all = flags(logged({ events }))
    expect(all).toHaveLength(102)
    expect(all[99]).toMatchObject({
      id: 'budget-exhausted',
      description: '"critic" was stopped by a bound.',
      evidence: [{ path: 'vm.log.md', line: 100 }],
    })
    for (const other of all.slice(100))
      expect(other).toMatchObject({ id: 'budget-exhausted', description: '', evidence: [] })
  })
})

test('of a service that is marked done again and again fifty marks are shown', () => {
  const events = Array.from({ length: 60 }, (_, at) => event({ kind: 'completed', name: 'editor', line: at + 1 }))
  const again = [...errorFlags(buildCase({ ...PERFECT, ...logged({ events }) }))].find(
    ({ id }) => id === 'duplicate-completion',
  )
  expect(again?.description).toBe('"editor" is marked done 60 times.')
  expect([again?.evidence.length, again?.evidence.at(-1)?.line]).toEqual([50, 50])
})

describe('what the log says itself', () => {
  const decision = { tag: 'decision', kind: 'warned', word: 'unreadable', name: 'critic', line: 3, text: 'x' } as const

  test('is that a decision could not be read', () => {
    expect(flags(logged({ events: [event(decision)] }))).toMatchObject([
      {
        id: 'unreadable-decision',
        description: 'The decision of "critic" could not be read.',
        evidence: [{ path: 'vm.log.md', line: 3, excerpt: 'x' }],
      },
    ])
    for (const other of [{ tag: 'input' }, { kind: 'completed' }, { word: 'late' }] as const)
      expect(flags(logged({ events: [event({ ...decision, ...other })] }))).toEqual([])
  })

  test('is which bound stopped a service', () => {
    const stopped = { kind: 'terminated', name: 'critic', note: 'max_rounds' } as const
    expect(said(logged({ events: [event(stopped)] }))).toEqual([
      'budget-exhausted: "critic" was stopped by a bound: max_rounds.',
    ])
  })

  test('is which half of a parallel block is there', () => {
    const half = (kind: LogEvent['kind']) => said(logged({ events: [event({ kind })] }))
    expect(half('parallel-start')).toEqual(['parallel-unbalanced: A parallel block starts and never ends.'])
    expect(half('parallel-done')).toEqual(['parallel-unbalanced: A parallel block ends that never started.'])
  })
})
