import { describe, expect, test } from 'vitest'
import { materialOf } from '../../../../test/inspect/material-of.ts'
import type { Material } from '../../2-extract/material.ts'
import type { Receipt } from '../../receipts/receipt.ts'
import { buildCase } from '../build-case.ts'
import { receiptFlags } from './receipt-flags.ts'

// Long, since receipts, what was published and the log can disagree in so many ways.

const MOUNTED = materialOf('mounted')

const receipt = (node: string, status: Receipt['status'], change: Partial<Receipt> = {}): Receipt => ({
  node,
  status,
  version: '',
  reason: '',
  path: `receipts/${node}.jsonl`,
  line: 1,
  place: 1,
  ...change,
})
/** The ledger of the sample, where some nodes have other receipts. */
const ledger = (...receipts: readonly Receipt[]) => {
  const nodes = new Set(receipts.map(({ node }) => node))
  const others = [...MOUNTED.ledger!.byNode].filter(([node]) => !nodes.has(node))
  const own = [...nodes].map((name) => [name, receipts.filter(({ node }) => node === name)] as const)
  return { ledger: { ...MOUNTED.ledger!, byNode: new Map([...others, ...own]) } }
}
const flags = (changes: Partial<Material>) => [...receiptFlags(buildCase({ ...MOUNTED, ...changes }))]
const said = (changes: Partial<Material>) => flags(changes).map(({ id, description }) => `${id}: ${description}`)
const board = (status: Receipt['status'], change: Partial<Receipt> = {}) =>
  receipt('board', status, { version: MOUNTED.versions.get('board')!, ...change })
/** The outputs of the board, otherwise than they are. */
const left = (change: Partial<Material['outputs'][number]>) => ({
  outputs: MOUNTED.outputs.map((output) => (output.service.name === 'board' ? { ...output, ...change } : output)),
})
const events = (text: string) =>
  materialOf('mounted', { 'vm.log.md': `# run:1 harbour-board\n\n${text}\n---end\n` }).log

test('a run without receipts, and one whose receipts bear everything out, have no flag', () => {
  expect([flags({}), flags({ ledger: null })]).toEqual([[], []])
})

test('a receipt that cannot be trusted is told with its node and line, where it has them', () => {
  const faults = [
    { node: 'board', message: 'it does not hash', path: 'receipts/board.jsonl', line: 2 },
    { node: '', message: 'it is no receipt', path: 'receipts.json', line: null },
  ]
  expect(
    flags({ ledger: { ...MOUNTED.ledger!, faults } }).map(({ description, evidence }) => [description, evidence]),
  ).toEqual([
    [
      'A receipt of "board" is not to be trusted: it does not hash.',
      [{ path: 'receipts/board.jsonl', line: 2, excerpt: 'it does not hash' }],
    ],
    ['A receipt is not to be trusted: it is no receipt.', [{ path: 'receipts.json', excerpt: 'it is no receipt' }]],
  ])
})

describe('a node that the manifest does not name', () => {
  test('conflicts with it by its receipts, told once', () => {
    const receipts = ledger(receipt('desk', 'rendered'), receipt('desk', 'rendered', { line: 2 }))
    expect(flags(receipts)).toMatchObject([
      {
        id: 'conflicting-evidence',
        description: 'There are receipts of "desk", which the manifest does not name.',
        evidence: [{ path: 'receipts/desk.jsonl', line: 1, excerpt: 'receipt: desk rendered' }],
      },
    ])
    expect(flags(receipts)[0]?.evidence).toHaveLength(1)
  })

  test('may feed the run from outside', () => {
    expect(
      flags({ ...ledger(receipt('desk', 'rendered')), wiring: { ...MOUNTED.wiring, external: ['desk'] } }),
    ).toEqual([])
  })

  test('that published without any receipt of it is not to be trusted', () => {
    expect(flags({ publishers: new Map([['ghost', 'world-model/ghost/x.md']]) })).toMatchObject([
      { id: 'receipt-broken', evidence: [{ path: 'world-model/ghost/x.md', excerpt: 'no receipt' }] },
    ])
  })

  test('may publish where the manifest names it', () => {
    expect(said({ publishers: new Map([['board', 'world-model/x.md']]) })).toEqual([])
  })

  test.each([
    ['by its name', 'desk'],
    ['by the last part of its name, which is that of its folder', 'gateway.desk'],
  ])('needs a receipt also where it feeds the run from outside: %s', (_, name) => {
    const changes = { wiring: { ...MOUNTED.wiring, external: [name] } }
    expect(said({ ...changes, publishers: new Map([['desk', 'world-model/x.md']]) })).toEqual([
      'receipt-broken: "desk" published, but no receipt says that it rendered.',
    ])
  })

  test('may publish where a receipt says that it rendered, whatever came after', () => {
    const publishers = new Map([['desk', 'world-model/desk/x.md']])
    const broken = (...states: Receipt['status'][]) =>
      said({ publishers, ...ledger(...states.map((status) => receipt('desk', status))) }).filter((one) =>
        one.startsWith('receipt-broken'),
      )
    expect([broken('rendered', 'failed'), broken('failed', 'rendered')]).toEqual([[], []])
    expect(broken('failed', 'skipped')).toEqual([
      'receipt-broken: "desk" published, but no manifest names it and no receipt says that it rendered.',
    ])
  })
})

describe('what a node published', () => {
  test('without a receipt that it rendered is not to be trusted, nor is its mark', () => {
    expect(flags(ledger(board('failed'))).map(({ description, evidence }) => [description, evidence])).toEqual([
      [
        '"board" published, but no receipt says that it rendered.',
        MOUNTED.outputs
          .filter(({ service }) => service.name === 'board')
          .map(({ path, size }) => ({ path, excerpt: `${size} bytes` })),
      ],
      [
        '"board" is marked done, but no receipt says that it rendered.',
        [{ path: 'vm.log.md', line: 10, excerpt: '3→ board ✓ rendered' }],
      ],
    ])
  })

  test('is nothing where nothing was marked, published, or said by a receipt', () => {
    const log = events('1→ tide-watch ✓\n2→ berth-watch ✓')
    expect(flags({ log, ...left({ size: null, text: null }), ...ledger(board('skipped')) })).toEqual([])
    expect(said({ log, ...ledger(board('skipped')) })).toEqual([
      'receipt-broken: "board" published, but no receipt says that it rendered.',
    ])
  })

  test('is not there, though a receipt says that it rendered', () => {
    expect(flags(left({ size: null, text: null }))).toMatchObject([
      {
        id: 'receipt-broken',
        description: '"board" has a receipt, but what it published is not there.',
        evidence: [
          { path: 'receipts/board.jsonl', excerpt: 'receipt: board rendered' },
          { path: 'world-model/board/board.md', excerpt: 'absent' },
        ],
      },
    ])
  })

  test('is told to be gone, and not to be of another version besides', () => {
    expect(
      said({ ...left({ size: null, text: null }), ...ledger(board('rendered', { version: 'sha256:0' })) }),
    ).toEqual(['receipt-broken: "board" has a receipt, but what it published is not there.'])
  })

  test('is not to be trusted where the ledger has no receipt of it at all', () => {
    const byNode = new Map([...MOUNTED.ledger!.byNode].filter(([node]) => node !== 'board'))
    expect(said({ ledger: { ...MOUNTED.ledger!, byNode } })).toEqual([
      'receipt-broken: "board" published, but no receipt says that it rendered.',
      'receipt-broken: "board" is marked done, but no receipt says that it rendered.',
    ])
  })

  test('is nothing where nobody declares the node and its file is gone or empty', () => {
    const stray = (size: number | null) =>
      said({
        ...ledger(receipt('desk', 'rendered', { version: 'sha256:1' })),
        wiring: { ...MOUNTED.wiring, external: ['desk'] },
        strays: [{ node: 'desk', path: 'world-model/desk/x.md', version: 'sha256:1', size, changed: false }],
      })
    expect(stray(7)).toEqual([])
    for (const size of [0, null])
      expect(stray(size)).toEqual(['receipt-broken: "desk" has a receipt, but what it published is not there.'])
  })

  test('is the version of the last receipt that rendered it', () => {
    const version = 'sha256:0'
    expect(flags(ledger(board('rendered', { version }), board('rendered')))).toEqual([])
    expect(flags(ledger(board('rendered'), board('rendered', { version, line: 2 })))).toMatchObject([
      {
        description: '"board" published another version than its last receipt names.',
        evidence: [
          { path: 'receipts/board.jsonl', line: 2 },
          { path: 'world-model/board/board.md', excerpt: MOUNTED.versions.get('board') },
        ],
      },
    ])
  })

  test('says its version, and so does its receipt', () => {
    const unsaid = { versions: new Map([...MOUNTED.versions].filter(([node]) => node !== 'board')) }
    expect(flags(unsaid)).toMatchObject([
      {
        description: '"board" published without saying which version.',
        evidence: [{ path: 'receipts/board.jsonl' }, { path: 'world-model/board/board.md', excerpt: 'no version' }],
      },
    ])
    expect(said({ ...unsaid, ...ledger(board('rendered', { version: '' })) })).toHaveLength(1)
    expect(said(ledger(board('rendered', { version: '' })))).toEqual([
      'receipt-broken: "board" published a version, and its last receipt names none.',
    ])
  })

  test('has the address that its content gives it, where its name is one', () => {
    expect(flags(left({ copy: 'differs', workspace: null }))).toMatchObject([
      {
        id: 'receipt-broken',
        description: 'What "board" published is not what its receipt names: its content has another address.',
        evidence: [
          { path: 'receipts/board.jsonl', excerpt: 'receipt: board rendered' },
          { path: 'world-model/board/board.md', excerpt: expect.stringMatching(/^\d+ bytes$/) },
        ],
      },
    ])
    // A copy in a workspace is another matter.
    expect(flags(left({ copy: 'differs', workspace: 'workspace/board/board.md' }))).toEqual([])
    expect(flags(left({ copy: 'same', workspace: null }))).toEqual([])
  })
})

describe('a log and receipts that say how a node went last', () => {
  const conflicts = (...given: readonly [string, readonly Receipt['status'][], Partial<Material>?]) => {
    const [mark, states, changes = {}] = given
    const receipts = states.map((status, at) => board(status, { line: at + 1 }))
    return flags({ log: events(`1→ ${mark}`), ...ledger(...receipts), ...changes }).flatMap(
      ({ id, description, evidence }) => (id === 'conflicting-evidence' ? [[description, evidence.at(-1)?.line]] : []),
    )
  }

  test('may not say the same', () => {
    expect(conflicts('board ✓', ['rendered', 'failed'])).toEqual([
      ['The log marks "board" done; its last receipt says that it failed.', 2],
    ])
    expect(conflicts('board ✗ ink-out', ['rendered'])).toEqual([
      ['The log marks "board" failed; its last receipt says that it rendered.', 1],
    ])
    expect([conflicts('board ✓', ['failed', 'rendered']), conflicts('board ✗', ['rendered', 'failed'])]).toEqual([
      [],
      [],
    ])
  })

  test('say nothing by a pass that was skipped', () => {
    expect(conflicts('board ✓', ['rendered', 'failed', 'skipped'])).toEqual([
      ['The log marks "board" done; its last receipt says that it failed.', 2],
    ])
    expect(conflicts('board ∅ skipped', ['rendered', 'failed'])).toEqual([])
    expect(conflicts('board', ['rendered', 'failed'])).toEqual([])
  })

  test('do not conflict over a node that no receipt says ever rendered: that is told as such', () => {
    expect(conflicts('board ✓', ['failed'])).toEqual([])
  })

  test('are one where receipts stand for the log', () => {
    const located = { ...MOUNTED.located, log: null, receipts: 'receipts' }
    expect(conflicts('board ✓', ['rendered', 'failed'], { located })).toEqual([])
    expect(said({ ...ledger(board('failed')), located })).toEqual([
      'receipt-broken: "board" published, but no receipt says that it rendered.',
    ])
  })
})

test('earlier versions that are gone are counted, and the first of them shown', () => {
  const lost = (count: number) =>
    flags({
      lostVersions: Array.from({ length: count }, (_, at) => ({
        receipt: board('rendered', { line: at + 1 }),
        path: `v${at}`,
      })),
    })
  expect(lost(1)).toMatchObject([
    {
      id: 'conflicting-evidence',
      description: 'Receipts name an earlier version that is not there.',
      evidence: [{ path: 'receipts/board.jsonl' }, { path: 'v0', excerpt: 'absent' }],
    },
  ])
  const [many] = lost(30)
  expect(many?.description).toBe('Receipts name 30 earlier versions that are not there.')
  expect([many?.evidence.length, many?.evidence.at(-1)?.path]).toEqual([50, 'v24'])
})
