import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HostileRun } from './hostile-runs.ts'

/** In MB, of the whole process, Node itself included: a sixth of that or so is Node's. Source: issue 5, §4 and §6. */
const MOST = 200

/** The inspector as it is published, without whatever loads sources: only so is its memory its own. */
const built = join('.bench', `memory-${process.pid}`)
const run = promisify(execFile)

beforeAll(async () => {
  mkdirSync(built, { recursive: true })
  const compilerOptions = { noEmit: false, noCheck: true, rootDir: '../..', outDir: '.', customConditions: [] }
  const files = ['../../src/inspect/inspect-run.ts', '../../src/inspect/1-index/memory-registry.ts']
  writeFileSync(
    join(built, 'tsconfig.json'),
    JSON.stringify({ extends: '../../tsconfig.json', compilerOptions, include: [], files }),
  )
  writeFileSync(join(built, 'inspect.js'), INSPECT)
  await run('npx', ['tsc', '-p', join(built, 'tsconfig.json')])
})
afterAll(() => rmSync(built, { recursive: true, force: true }))

/** Inspects at both depths, as a command does that remembers inspections, and tells the most memory that it took. */
const INSPECT = `
import { memoryRegistry } from './src/inspect/1-index/memory-registry.js'
import { inspectRun } from './src/inspect/inspect-run.js'

const ends = ['light', 'deep'].map((depth) => {
  try {
    const options = { depth, partial: true, registry: memoryRegistry(), at: '2026-05-12T08:00:00Z' }
    const { inspection, extraction } = inspectRun(process.argv[2], options)
    return [...inspection.flags.map(({ id }) => id), ...extraction.evidence_gaps].join()
  } catch (error) {
    return String(error.code)
  }
})
console.log(JSON.stringify({ ends, megabytes: process.resourceUsage().maxRSS / 1000 }))
`

const HEAD = '# run:x harbour-bulletin\n\nroot: root.prose.md\n\n'
const filled = (piece: string, bytes: number) => piece.repeat(bytes / Buffer.byteLength(piece))

test.each<[string, RegExp, string, (run: HostileRun) => void]>([
  [
    'a log of 100,000 lines',
    /duplicate-completion/,
    'perfect',
    (run) => {
      const lines = Array.from({ length: 100_000 }, (_, line) => `${line}→ editor ✓ (pass ${line}, 3 sources → done)`)
      run.write('vm.log.md', `${HEAD}${lines.join('\n')}\n---end 2026-05-12T06:12:00Z\n`)
    },
  ],
  ['a log of one line of 50 MB', /corrupted-log/, 'perfect', (run) => run.write('vm.log.md', Buffer.alloc(5e7, 'x'))],
  [
    'a log of five million events',
    /goes on beyond what is read of a log/,
    'perfect',
    (run) => run.write('vm.log.md', HEAD + filled('1→ a ✓\n', 5e7)),
  ],
  [
    'files of a gigabyte wherever one may be',
    /was read to 1048576 of its 1000000000 bytes/,
    'perfect',
    (run) => {
      for (const path of [
        'bindings/editor/draft.md',
        'workspace/editor/draft.md',
        'bindings/caller/day.md',
        'sources/editor.prose.md',
      ])
        truncateSync(join(run.directory, path), 1_000_000_000)
    },
  ],
  [
    '10,000 files',
    /more files of editor are not shown/,
    'perfect',
    (run) => {
      for (let index = 0; index < 10_000; index++) run.write(`workspace/editor/${index % 100}/${index}.md`, 'x')
    },
  ],
  [
    'a manifest of a million objects',
    /manifest-irregular/,
    'perfect',
    (run) => run.write('forme.manifest.json', `{"graph":[${filled('{},', 4e6)}{}]}`),
  ],
  [
    'four million dependencies',
    /manifest-irregular/,
    'perfect',
    (run) => {
      const names = (from: number) => Array.from({ length: 2_000 }, (_, at) => `s${from + at}`)
      const graph = [...names(0), ...names(2_000)].map((id) => ({ id }))
      const executionOrder = [{ parallel: names(0) }, { parallel: names(2_000), dependsOn: names(0) }]
      run.write('forme.manifest.json', JSON.stringify({ graph, executionOrder }))
    },
  ],
  [
    'contracts of nothing but items',
    /more lines than are read of a contract/,
    'perfect',
    (run) => {
      for (const path of ['root.prose.md', ...run.paths().filter((path) => path.startsWith('sources/'))])
        run.write(path, `### Ensures\n\n${filled('- a\n', 262_000)}`)
    },
  ],
  [
    'a ledger of a million receipts',
    /receipt-broken/,
    'mounted',
    (run) => run.write('receipts/board.jsonl', filled('{"node":"board","status":"rendered"}\n', 4e7)),
  ],
])('%s ends as it should and takes less than 200 MB', async (_, end, sample, spoil) => {
  const hostile = new HostileRun(sample)
  try {
    spoil(hostile)
    const { stdout } = await run(process.execPath, [join(built, 'inspect.js'), hostile.directory])
    const { ends, megabytes } = JSON.parse(stdout) as { ends: readonly string[]; megabytes: number }
    expect(ends.join()).toMatch(end)
    expect(megabytes).toBeLessThan(MOST)
  } finally {
    hostile.remove()
  }
})
