import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { registryEntry as entry } from '../../../test/inspect/registry-entry.ts'
import { openRegistry } from './open-registry.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tribunal-'))
  path = join(folder, 'registry.db')
})
afterEach(() => rmSync(folder, { recursive: true }))

const FOUR = ['a', 'b', 'c', 'd']
const asides = () => readdirSync(folder).filter((name) => /\.aside-\d+$/.test(name))

test('four processes that write at once lose nothing and keep to the most there may be', async () => {
  const before = openRegistry(path)
  for (let number = 0; number < 500; number++) before.record(entry(number), '{}')
  before.close()
  const said = (await Promise.all(FOUR.map((name) => writer(name, { most: 50 }).end))).flat()
  const registry = openRegistry(path)
  const kept = registry.entries().map(({ run_id }) => run_id)
  expect([said.length, kept.length, registry.notice]).toEqual([200, 500, null])
  expect(kept.slice(-200).sort()).toEqual(said.sort())
  expect([kept[0], registry.report(entry(199).content_hash, 'deep')]).toEqual(['run-0200', undefined])
  for (const run_id of said) expect(registry.report(run_id, 'deep')).toBe(reportOf(run_id))
  registry.close()
}, 60_000)

test('four processes that find the same damage set it aside once, and lose nothing of what each writes then', async () => {
  const damaged = 'no database'.repeat(500)
  writeFileSync(path, damaged)
  const said = (await Promise.all(FOUR.map((name) => writer(name, { most: 10 }).end))).flat()
  const registry = openRegistry(path)
  expect(
    registry
      .entries()
      .map(({ run_id }) => run_id)
      .sort(),
  ).toEqual(said.sort())
  registry.close()
  expect([said.length, asides()]).toEqual([40, ['registry.db.aside-1']])
  expect(readFileSync(`${path}.aside-1`, 'utf8')).toBe(damaged)
}, 60_000)

test('writers that are killed at any moment, also while they make the file, lose nothing that they said was written', async () => {
  const writers = FOUR.map((name) => writer(name, {}))
  writers.forEach(({ child }, index) => {
    let seen = 0
    // The first dies as soon as it starts to open the file, the others after ever more entries.
    child.stdout!.on('data', (chunk: Buffer) => {
      seen += chunk.toString().split('\n').length - 1
      if (seen > 25 * index) child.kill('SIGKILL')
    })
  })
  const said = (await Promise.all(writers.map(({ end }) => end))).flat()
  const registry = openRegistry(path)
  const kept = new Set(registry.entries().map(({ run_id }) => run_id))
  expect([registry.notice, kept.size < 500, said.length > 100]).toEqual([null, true, true])
  expect(said.filter((run_id) => !kept.has(run_id))).toEqual([])
  for (const run_id of kept) expect(registry.report(run_id, 'deep')).toBe(reportOf(run_id))
  registry.close()
}, 60_000)

test('a full disk is said, and what was written before is still there', async () => {
  const { end } = writer('a', { limit: 'ulimit -f 4000; ' })
  const said = await end
  const last = said.pop()
  expect(last).toMatch(
    /^store-unusable The registry ".*" failed: .*(?:full|disk|I\/O).*\. Give another path, or make room\.$/,
  )
  const registry = openRegistry(path)
  const kept = registry.entries().map(({ run_id }) => run_id)
  expect([registry.notice, kept, said.length > 10]).toEqual([null, said, true])
  for (const run_id of kept) expect(registry.report(run_id, 'deep')).toBe(reportOf(run_id))
  registry.close()
}, 60_000)

// Helpers

const reportOf = (run_id: string): string => JSON.stringify(run_id.repeat(2_000))

const PROGRAM = `
  const { openRegistry } = await import(${JSON.stringify(resolve('src/inspect/1-index/open-registry.ts'))})
  const [path, name, most] = process.argv.slice(1)
  process.stdout.write('\\n')
  const registry = openRegistry(path)
  try {
    for (let number = 0; number < Number(most); number++) {
      const run_id = name + '-' + number
      registry.record({ run_id, system: 's', depth: 'deep', verdict: 'pass', runtime_fidelity: 98, task_effectiveness: 98,
        timestamp: '2026-01-01T00:00:00.000Z', content_hash: run_id }, JSON.stringify(run_id.repeat(2000)))
      process.stdout.write(run_id + '\\n')
    }
  } catch (error) {
    process.stdout.write(error.code + ' ' + error.message + '\\n')
  }
  registry.close()`

/** A process that records until it has recorded the most, fails or dies, and says what it has recorded, a line each. */
function writer(name: string, { most = Number.POSITIVE_INFINITY, limit = '' }: { most?: number; limit?: string }) {
  const node = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', PROGRAM, path, name, String(most)]
  const child: ChildProcess = spawn('sh', ['-c', `${limit}exec "$@"`, 'sh', ...node], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout!.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  const end = new Promise<string[]>((done) => {
    child.on('close', () =>
      done(
        text
          .split('\n')
          .slice(0, -1)
          .filter((line) => line !== ''),
      ),
    )
  })
  return { child, end }
}
