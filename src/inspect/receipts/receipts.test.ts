import { describe, expect, test } from 'vitest'
import { sampleFiles } from '../../../test/inspect/sample-files.ts'
import { hashOf } from '../../json/canonical-json.ts'
import { memoryFiles } from '../../trace/memory-files.ts'
import { inspectRun } from '../inspect-run.ts'

type Changes = Parameters<typeof sampleFiles>[1]
type Signed = { readonly content_hash: string; readonly fingerprints: { readonly '@atomic': string } }

const flagsOf = (name: string, changes: Changes) =>
  inspectRun(memoryFiles(sampleFiles(name, changes))).inspection.flags.filter(({ severity }) => severity !== 'info')
const said = (name: string, changes: Changes) =>
  flagsOf(name, changes).map(({ id, description }) => `${id}: ${description}`)

const BOARD: Signed = JSON.parse(String(sampleFiles('mounted')['receipts/board.jsonl']))

/** A receipt of the board, signed anew. */
function board(change: object): Signed {
  const { content_hash: _, ...rest } = BOARD
  const receipt = { ...rest, ...change }
  return { ...receipt, content_hash: `sha256:${hashOf(receipt)}` }
}
const lines = (...receipts: readonly object[]) => ({
  'receipts/board.jsonl': receipts.map((receipt) => `${JSON.stringify(receipt)}\n`).join(''),
})
const bare = (receipt: Signed) => ({ ...receipt, content_hash: receipt.content_hash.slice('sha256:'.length) })

/** Twelve receipts, each on the one before it; the last names what is published. */
function chain(): readonly Signed[] {
  const receipts: Signed[] = []
  for (let round = 1; round <= 12; round++) {
    const version = round === 12 ? {} : { fingerprints: { '@atomic': `sha256:${round}` } }
    receipts.push(board({ prev: receipts.at(-1)?.content_hash ?? null, ...version }))
  }
  return receipts
}

describe('receipts of a mounted run', () => {
  test.each<[string, Changes]>([
    ['in lines', lines(...chain())],
    [
      'in files that are numbered',
      Object.fromEntries(chain().map((receipt, at) => [`receipts/board/${at + 1}.json`, JSON.stringify(receipt)])),
    ],
    ['of which one is written over many lines', { 'receipts/board.jsonl': JSON.stringify(board({}), null, 2) }],
    [
      'and what is published names its version without the algorithm',
      {
        ...lines(board({})),
        'world-model/board/.version': `${board({}).fingerprints['@atomic'].slice('sha256:'.length)}\n`,
      },
    ],
    [
      'that write an address with its algorithm here and without it there',
      lines(bare(chain()[0]!), board({ prev: chain()[0]!.content_hash })),
    ],
  ])('follow each other: %s', (_, changes) => {
    expect(said('mounted', { 'receipts/board.jsonl': null, ...changes })).toEqual([])
  })

  test.each<[string, Changes, string]>([
    ['the first of which is gone', lines(...chain().slice(1)), 'what it follows is not in the ledger'],
    ['one of which is gone', lines(...chain().filter((_, at) => at !== 5)), 'it does not follow the receipt before it'],
    ['one of which is there twice', lines(...chain(), chain()[11]!), 'it does not follow the receipt before it'],
  ])('are a broken chain: %s', (_, changes, why) => {
    expect(said('mounted', changes)).toEqual([`receipt-broken: A receipt of "board" is not to be trusted: ${why}.`])
  })

  test.each<[string, object, Changes, string]>([
    [
      'none, and a version is published',
      { fingerprints: {} },
      {},
      'published a version, and its last receipt names none',
    ],
    [
      'none, and none is published',
      { fingerprints: {} },
      { 'world-model/board/.version': null },
      'published without saying which version',
    ],
    [
      'another one',
      { fingerprints: { '@atomic': 'sha256:9' } },
      {},
      'published another version than its last receipt names',
    ],
  ])('bear out what is published by its version: they name %s', (_, change, more, why) => {
    const [flag] = flagsOf('mounted', { ...lines(board(change)), ...more })
    expect(flag).toMatchObject({
      id: 'receipt-broken',
      description: `"board" ${why}.`,
      evidence: [
        { path: 'receipts/board.jsonl', line: 1, excerpt: 'receipt: board rendered' },
        { path: 'world-model/board/board.md' },
      ],
    })
  })

  test('show where a node failed after it had rendered', () => {
    const first = board({})
    const failed = board({
      prev: first.content_hash,
      status: 'failed',
      semantic_diff: { failure_reason: 'gauge-silent' },
    })
    const [flag] = flagsOf('mounted', lines(first, failed))
    expect(flag).toMatchObject({
      id: 'unhandled-error',
      evidence: [{ path: 'receipts/board.jsonl', line: 2, excerpt: 'receipt: board failed' }],
    })
  })

  test('and the log tell the same of how a node went last', () => {
    const log = String(sampleFiles('mounted')['vm.log.md'])
    const contrary = (changes: Changes) =>
      flagsOf('mounted', changes).flatMap(({ id, description, evidence }) =>
        id === 'conflicting-evidence' ? [[description, ...evidence.map(({ path, line }) => `${path}:${line}`)]] : [],
      )
    expect(contrary({ 'vm.log.md': log.replace('board ✓ rendered', 'board ✗ ink-out') })).toEqual([
      [
        'The log marks "board" failed; its last receipt says that it rendered.',
        'vm.log.md:10',
        'receipts/board.jsonl:1',
      ],
    ])
    const failed = lines(board({}), board({ prev: board({}).content_hash, status: 'failed' }))
    expect(contrary(failed)).toEqual([
      ['The log marks "board" done; its last receipt says that it failed.', 'vm.log.md:10', 'receipts/board.jsonl:2'],
    ])
    expect(contrary({ ...failed, 'vm.log.md': log.replace('board ✓ rendered', 'board ✗ ink-out') })).toEqual([])
  })

  test('that say a node failed do not vouch for what it published, whether or not anything declares it', () => {
    const stray = lines(board({}), board({ node: 'stray', status: 'failed' }))
    expect(said('mounted', { ...stray, 'world-model/stray/note.md': 'x' })).toContain(
      'receipt-broken: "stray" published, but no manifest names it and no receipt says that it rendered.',
    )
  })
})

describe('what feeds a state directory from outside', () => {
  const node = `world-models/${Buffer.from('ingress.gauge').toString('hex')}`
  const files = sampleFiles('reactor')
  const receipts: readonly { readonly node: string }[] = JSON.parse(String(files['receipts.json']))
  const named = JSON.parse(String(files[`${node}/published.json`])).version
  const earlier = Object.keys(files).find(
    (path) => path.startsWith(`${node}/versions/`) && !path.includes(named.slice('sha256:'.length)),
  )!
  const address = /sha256_(\w+)/.exec(earlier)?.[1]

  test.each<[string, Changes, RegExp]>([
    [
      'without a receipt',
      { 'receipts.json': JSON.stringify(receipts.filter((receipt) => receipt.node !== 'ingress.gauge')) },
      /published, but no receipt says that it rendered/,
    ],
    ['in another version', { [`${node}/published.json`]: `{"version":"sha256:${address}"}` }, /another version/],
    ['and lost', { [`${node}/versions/${named.replace(':', '_')}.bin`]: null }, /what it published is not there/],
    ['and forged', { [`${node}/versions/${named.replace(':', '_')}.bin`]: 'x' }, /its content has another address/],
  ])('is vouched for like any other, not %s', (_, changes, why) => {
    expect(said('reactor', changes)).toEqual([expect.stringMatching(why)])
    expect(said('reactor', changes)[0]).toMatch(/^receipt-broken: .*"ingress.gauge"/)
  })
})

describe('versions in a state directory', () => {
  const node = `world-models/${Buffer.from('responsibility.tides').toString('hex')}`
  const current = JSON.parse(String(sampleFiles('reactor')[`${node}/published.json`])).version.replace(':', '_')
  const earlier = Object.keys(sampleFiles('reactor')).find(
    (path) => path.startsWith(`${node}/versions/`) && !path.includes(current),
  )!

  test('that stood before and are gone are told, and leave the truth that stands', () => {
    const [flag, ...others] = flagsOf('reactor', { [earlier]: null })
    expect(others).toEqual([])
    expect(flag).toMatchObject({
      id: 'conflicting-evidence',
      description: 'Receipts name an earlier version that is not there.',
      evidence: [
        { path: 'receipts.json', excerpt: 'receipt 3: responsibility.tides rendered' },
        { path: earlier, excerpt: 'absent' },
      ],
    })
  })

  test('that hold something else than their address says break their receipt', () => {
    const path = `${node}/versions/${current}.bin`
    expect(flagsOf('reactor', { [path]: 'forged' })).toMatchObject([
      {
        id: 'receipt-broken',
        severity: 'critical',
        evidence: [{ path: 'receipts.json' }, { path, excerpt: '6 bytes' }],
      },
    ])
  })
})

test('a run of which no file says how it went names the file that should', () => {
  const [flag] = flagsOf('reactor', { 'receipts.json': '[]' })
  expect(flag).toMatchObject({ id: 'incomplete-run', evidence: [{ path: 'receipts.json' }] })
})
