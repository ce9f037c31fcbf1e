import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sampleFiles } from '../../../test/inspect/sample-files.ts'
import { memoryFiles } from '../../trace/memory-files.ts'
import { canonicalInspection } from '../canonical-inspection.ts'
import { inspectRun } from '../inspect-run.ts'
import { memoryRegistry } from './memory-registry.ts'
import { openRegistry } from './open-registry.ts'
import type { Registry, RegistryEntry } from './registry.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tribunal-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const entry = (number: number, changes: Partial<RegistryEntry> = {}): RegistryEntry => ({
  run_id: `run-${String(number).padStart(4, '0')}`,
  system: 'harbour-bulletin',
  depth: 'deep',
  verdict: 'pass',
  runtime_fidelity: 98,
  task_effectiveness: 98,
  timestamp: new Date(number * 1_000).toISOString(),
  content_hash: String(number).padStart(64, '0'),
  ...changes,
})
const PERFECT = 'fixtures/runs/perfect'

describe.each<[string, () => Registry]>([
  ['in memory', memoryRegistry],
  ['on disk', () => openRegistry(join(folder, 'registry.db'))],
])('a registry %s', (_, open) => {
  let registry: Registry
  beforeEach(() => {
    registry = open()
  })
  afterEach(() => registry.close())

  test('gives all entries that match, oldest first', () => {
    for (const number of [3, 1, 2]) registry.record(entry(number, { system: number === 2 ? 'other' : 'one' }), '{}')
    expect(registry.entries().map(({ run_id }) => run_id)).toEqual(['run-0001', 'run-0002', 'run-0003'])
    expect(registry.entries({ system: 'one' }).map(({ run_id }) => run_id)).toEqual(['run-0001', 'run-0003'])
    expect(registry.entries({ run_id: 'run-0002' })).toEqual([entry(2, { system: 'other' })])
    expect(registry.entries({ run_id: 'run-0002', system: 'one' })).toEqual([])
  })

  test('keeps 500: the oldest leave first, of the same age the first by id, and their reports with them', () => {
    const same = { timestamp: '2000-01-01T00:00:00.000Z' }
    for (let number = 502; number > 0; number--)
      registry.record(entry(number, number <= 3 ? same : { timestamp: '2001-01-01T00:00:00.000Z' }), `"${number}"`)
    const kept = registry.entries()
    expect(kept).toHaveLength(500)
    expect(kept[0]?.run_id).toBe('run-0003')
    expect(registry.report(entry(2).content_hash, 'deep')).toBeUndefined()
    expect(registry.report(entry(3).content_hash, 'deep')).toBe('"3"')
  })

  test('holds one entry for the same run, depth and content, the newest', () => {
    registry.record(entry(1), '1')
    registry.record(entry(1, { timestamp: '2030-01-01T00:00:00.000Z' }), '2')
    registry.record(entry(1, { depth: 'light' }), '3')
    expect(registry.entries().map(({ depth, timestamp }) => [depth, timestamp.slice(0, 4)])).toEqual([
      ['light', '1970'],
      ['deep', '2030'],
    ])
    expect(registry.report(entry(1).content_hash, 'deep')).toBe('2')
  })

  test('changes the trend sentence and nothing else', () => {
    const before = canonicalInspection(inspectRun(PERFECT))
    registry.record(entry(1, { runtime_fidelity: 69, task_effectiveness: 98 }), '{}')
    const result = inspectRun(PERFECT, { registry, at: '2026-05-12T08:00:00Z' })
    expect(result.inspection.summary).toMatch(
      /\n\nTrend: against run run-0001, runtime fidelity rose by 29 and task effectiveness stayed the same\.$/,
    )
    expect(canonicalInspection(result)).toBe(before)
  })

  test('has no trend for the first of a system, nor for the same bytes', () => {
    for (const at of ['2026-05-12T08:00:00Z', '2026-05-12T09:00:00Z'])
      expect(inspectRun(PERFECT, { registry, at }).inspection.summary).not.toContain('Trend')
    expect(registry.entries()).toHaveLength(1)
  })

  test('gives the kept report for the same bytes at deep, and a light one is made anew and told of it', () => {
    const first = inspectRun(PERFECT, { registry, at: '2026-05-12T08:00:00Z' })
    const [{ content_hash }] = registry.entries() as [RegistryEntry]
    registry.record(
      registry.entries()[0]!,
      JSON.stringify({ ...first, inspection: { ...first.inspection, summary: 'kept' } }),
    )
    expect(inspectRun(PERFECT, { registry, at: '2026-05-12T09:00:00Z' }).inspection.summary).toBe('kept')
    expect(inspectRun(PERFECT, { registry, at: '2026-05-12T09:00:00Z', depth: 'light' }).extraction.notes).toEqual([
      'prior deep available',
    ])
    expect(registry.report(content_hash, 'deep')).toContain('kept')
  })

  test('gives no kept report for other bytes, and none that was made with partial to one who wants the whole', () => {
    const lacking = memoryFiles(sampleFiles('perfect', { 'root.prose.md': null }))
    const at = '2026-05-12T08:00:00Z'
    expect(inspectRun(lacking, { registry, at, partial: true }).inspection.verdict).toBe('partial')
    expect(() => inspectRun(lacking, { registry, at })).toThrow(expect.objectContaining({ code: 'missing-artifacts' }))
    expect(inspectRun(PERFECT, { registry, at }).inspection.verdict).toBe('pass')
  })

  test('records entries that their schema takes', () => {
    inspectRun(PERFECT, { registry, at: '2026-05-12T10:00:00+02:00' })
    const schema = JSON.parse(readFileSync('src/schemas/registry-entry.schema.json', 'utf8'))
    const validate = new Ajv2020({ strict: true }).compile(schema)
    expect(registry.entries().map((one) => validate(one) || validate.errors)).toEqual([true])
    expect(registry.entries()[0]?.timestamp).toBe('2026-05-12T08:00:00.000Z')
  })

  test('needs to know when', () => {
    for (const at of [undefined, 'today'])
      expect(() => inspectRun(PERFECT, { registry, at })).toThrow(expect.objectContaining({ code: 'invalid-input' }))
  })
})

describe('a registry file', () => {
  test('outlives the process', () => {
    const first = openRegistry(join(folder, 'deep/er/registry.db'))
    first.record(entry(1), '{}')
    first.close()
    const second = openRegistry(join(folder, 'deep/er/registry.db'))
    expect([second.entries(), second.notice]).toEqual([[entry(1)], null])
    second.close()
  })

  test('that is no registry is set aside, whole, and reported', () => {
    const path = join(folder, 'registry.db')
    for (const number of [1, 2]) {
      writeFileSync(path, 'not a database, but someone may need it'.repeat(200))
      const registry = openRegistry(path)
      expect(registry.notice).toBe(`The registry could not be read; it was set aside as ${path}.aside-${number}.`)
      registry.record(entry(1), '{}')
      registry.close()
      for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
      expect(readFileSync(`${path}.aside-${number}`, 'utf8')).toContain('someone may need it')
    }
  })

  test('that a newer version wrote is set aside, whole', () => {
    const path = join(folder, 'registry.db')
    const newer = openRegistry(path)
    newer.record(entry(7), '{}')
    newer.close()
    const later = new Database(path)
    later.exec('PRAGMA user_version = 99')
    later.close()
    const registry = openRegistry(path)
    expect(registry.notice).toMatch(/newer version \(99, this one reads 1\); it was set aside as/)
    expect(registry.entries()).toEqual([])
    registry.close()
    expect(existsSync(`${path}.aside-1`)).toBe(true)
  })

  test('that another process holds for long is unusable, and stays where it is', () => {
    const path = join(folder, 'registry.db')
    openRegistry(path).close()
    const holder = new Database(path)
    holder.exec('BEGIN EXCLUSIVE')
    expect(() => openRegistry(path)).toThrow(expect.objectContaining({ code: 'store-unusable' }))
    holder.exec('ROLLBACK')
    holder.close()
    expect(readdirSync(folder).some((name) => name.includes('aside'))).toBe(false)
  })

  test('in a place that cannot be is unusable', () => {
    writeFileSync(join(folder, 'file'), '')
    expect(() => openRegistry(join(folder, 'file', 'registry.db'))).toThrow(
      expect.objectContaining({ code: 'store-unusable' }),
    )
  })

  test('loses nothing when four processes write at once', async () => {
    const path = join(folder, 'registry.db')
    const program = `
      const { openRegistry } = await import(${JSON.stringify(resolve('src/inspect/1-index/open-registry.ts'))})
      const registry = openRegistry(${JSON.stringify(path)})
      for (let number = 0; number < 50; number++) {
        const run_id = process.argv[1] + '-' + number
        registry.record({ run_id, system: 's', depth: 'deep', verdict: 'pass', runtime_fidelity: 98, task_effectiveness: 98,
          timestamp: '2026-01-01T00:00:00.000Z', content_hash: run_id }, JSON.stringify(run_id))
      }
      registry.close()`
    const node = promisify(execFile)
    await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) =>
        node(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program, name]),
      ),
    )
    const registry = openRegistry(path)
    expect(new Set(registry.entries().map(({ run_id }) => run_id)).size).toBe(200)
    expect(registry.report('c-49', 'deep')).toBe('"c-49"')
    registry.close()
    expect(readdirSync(folder).some((name) => name.includes('aside'))).toBe(false)
  }, 60_000)

  test('loses nothing that was acknowledged when writers are killed at any moment', async () => {
    const path = join(folder, 'registry.db')
    openRegistry(path).close()
    const program = `
      const { openRegistry } = await import(${JSON.stringify(resolve('src/inspect/1-index/open-registry.ts'))})
      const registry = openRegistry(${JSON.stringify(path)})
      for (let number = 0; ; number++) {
        const run_id = process.argv[1] + '-' + number
        registry.record({ run_id, system: 's', depth: 'deep', verdict: 'pass', runtime_fidelity: 98, task_effectiveness: 98,
          timestamp: new Date(number).toISOString(), content_hash: run_id }, JSON.stringify(run_id.repeat(200)))
        process.stdout.write(run_id + '\\n')
      }`
    const acknowledged = await Promise.all(
      ['a', 'b', 'c', 'd'].map(
        (name, index) =>
          new Promise<string[]>((done) => {
            const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program, name])
            let said = ''
            child.stdout.on('data', (chunk: Buffer) => {
              said += chunk.toString()
              if (said.split('\n').length > 10 + 7 * index) child.kill('SIGKILL')
            })
            child.on('close', () => done(said.split('\n').slice(0, -1)))
          }),
      ),
    )
    const registry = openRegistry(path)
    const kept = new Set(registry.entries().map(({ run_id }) => run_id))
    expect([registry.notice, kept.size < 500]).toEqual([null, true])
    expect(acknowledged.flat().length).toBeGreaterThan(40)
    expect(acknowledged.flat().filter((run_id) => !kept.has(run_id))).toEqual([])
    for (const { content_hash } of registry.entries())
      expect(registry.report(content_hash, 'deep')).toBe(JSON.stringify(content_hash.repeat(200)))
    registry.close()
  }, 120_000)
})
