import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { registryEntry as entry } from '../../../test/inspect/registry-entry.ts'
import { sampleFiles } from '../../../test/inspect/sample-files.ts'
import { memoryFiles } from '../../trace/memory-files.ts'
import type { RunFiles } from '../../trace/run-files.ts'
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

  test('gives all entries that match, in the order in which they were recorded', () => {
    for (const number of [1, 2, 3]) registry.record(entry(number, { system: number === 2 ? 'other' : 'one' }), '{}')
    expect(registry.entries().map(({ run_id }) => run_id)).toEqual(['run-0001', 'run-0002', 'run-0003'])
    expect(registry.entries({ system: 'one' }).map(({ run_id }) => run_id)).toEqual(['run-0001', 'run-0003'])
    expect(registry.entries({ run_id: 'run-0002' })).toEqual([entry(2, { system: 'other' })])
    expect(registry.entries({ run_id: 'run-0002', system: 'one' })).toEqual([])
  })

  test('keeps 500: what was recorded longest ago leaves first, and its report with it', () => {
    for (let number = 1; number <= 502; number++) registry.record(entry(number), `"${number}"`)
    const kept = registry.entries()
    expect(kept).toHaveLength(500)
    expect([kept[0]?.run_id, kept.at(-1)?.run_id]).toEqual(['run-0003', 'run-0502'])
    expect(registry.report(entry(2).content_hash, 'deep')).toBeUndefined()
    expect(registry.report(entry(3).content_hash, 'deep')).toBe('"3"')
  })

  test('takes new entries and lets old ones go also after the clock was set back', () => {
    for (let number = 1; number <= 500; number++)
      registry.record(entry(number, { timestamp: '2099-01-01T00:00:00.000Z' }), '{}')
    for (let number = 501; number <= 503; number++) registry.record(entry(number), '{}')
    const kept = registry.entries().map(({ run_id }) => run_id)
    expect([kept.length, kept[0], ...kept.slice(-3)]).toEqual([500, 'run-0004', 'run-0501', 'run-0502', 'run-0503'])
  })

  test('holds one entry for the same run, depth and content, the newest', () => {
    registry.record(entry(1), '1')
    registry.record(entry(1, { timestamp: '2030-01-01T00:00:00.000Z' }), '2')
    registry.record(entry(1, { depth: 'light' }), '3')
    expect(registry.entries().map(({ depth, timestamp }) => [depth, timestamp.slice(0, 4)])).toEqual([
      ['deep', '2030'],
      ['light', '1970'],
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

  test('has a trend against inspections of the same depth alone, the latest of them', () => {
    registry.record(entry(1, { runtime_fidelity: 60, task_effectiveness: 98 }), '{}')
    registry.record(entry(2, { runtime_fidelity: 97, task_effectiveness: 98 }), '{}')
    registry.record(entry(3, { runtime_fidelity: 85, task_effectiveness: 80, depth: 'light' }), '{}')
    const at = '2026-05-12T08:00:00Z'
    expect(inspectRun(PERFECT, { registry, at }).inspection.summary).toContain(
      'against run run-0002, runtime fidelity rose by 1',
    )
    expect(inspectRun(PERFECT, { registry, at, depth: 'light' }).inspection.summary).toContain(
      'against run run-0003, runtime fidelity stayed the same',
    )
  })

  test('has no trend for the first of a system, nor for the same bytes', () => {
    for (const at of ['2026-05-12T08:00:00Z', '2026-05-12T09:00:00Z'])
      expect(inspectRun(PERFECT, { registry, at }).inspection.summary).not.toContain('Trend')
    expect(registry.entries()).toHaveLength(1)
  })

  test('gives the kept report for the same bytes at deep, and a light one is made anew and told of it', () => {
    const first = inspectRun(PERFECT, { registry, at: '2026-05-12T08:00:00Z' })
    const [{ content_hash }] = registry.entries() as [RegistryEntry]
    const kept = JSON.stringify({ ...first, inspection: { ...first.inspection, summary: 'kept' } })
    registry.record(registry.entries()[0]!, kept)
    expect(inspectRun(PERFECT, { registry, at: '2026-05-12T09:00:00Z' }).inspection.summary).toBe('kept')
    expect(inspectRun(PERFECT, { registry, at: '2026-05-12T09:00:00Z', depth: 'light' }).extraction.notes).toEqual([
      'prior deep available',
    ])
    expect(registry.report(content_hash, 'deep')).toContain('kept')
    const light = registry.entries().find(({ depth }) => depth === 'light')!
    registry.record(light, kept)
    expect(inspectRun(PERFECT, { registry, at: '2026-05-12T10:00:00Z', depth: 'light' }).inspection.summary).not.toBe(
      'kept',
    )
  })

  test('gives no kept report for other bytes, and none that was made with partial to one who wants the whole', () => {
    const lacking = memoryFiles(sampleFiles('perfect', { 'root.prose.md': null }))
    const at = '2026-05-12T08:00:00Z'
    expect(inspectRun(lacking, { registry, at, partial: true }).inspection.verdict).toBe('partial')
    expect(() => inspectRun(lacking, { registry, at })).toThrow(expect.objectContaining({ code: 'missing-artifacts' }))
    expect(inspectRun(PERFECT, { registry, at }).inspection.verdict).toBe('pass')
  })

  test.each([['{'], ['null'], ['{"inspection":{},"evaluation":{},"extraction":{}}']])(
    'gives no kept report that is damaged: %s',
    (damaged) => {
      const at = '2026-05-12T08:00:00Z'
      const first = inspectRun(PERFECT, { registry, at })
      registry.record(registry.entries()[0]!, damaged)
      expect(inspectRun(PERFECT, { registry, at })).toEqual(first)
    },
  )

  test('reuses what was inspected under another name, unless the run has no name but that', () => {
    const at = '2026-05-12T08:00:00Z'
    const made = (files: RunFiles, runId?: string) => {
      const { inspection } = inspectRun(files, { registry, at, runId })
      const [last] = registry.entries().slice(-1) as [RegistryEntry]
      const kept = JSON.parse(registry.report(last.content_hash, 'deep')!)
      registry.record(last, JSON.stringify({ ...kept, inspection: { ...kept.inspection, summary: 'kept' } }))
      return [inspection.run_id, inspection.summary.startsWith('kept') ? 'reused' : 'made']
    }
    const named = memoryFiles(sampleFiles('perfect'))
    const id = '20260512-060100-a1b2c3'
    expect([made(named), made(named, 'a'), made(named, 'b')]).toEqual([
      [id, 'made'],
      [id, 'reused'],
      [id, 'reused'],
    ])
    const nameless = memoryFiles(
      Object.fromEntries(
        Object.entries(sampleFiles('perfect')).map(([path, text]) => [
          path,
          typeof text === 'string' ? text.replace(/^# run:.*$/mu, '').replace(/^ *"runId": .*$/mu, '') : text,
        ]),
      ),
    )
    expect([made(nameless), made(nameless, 'a'), made(nameless, 'a'), made(nameless, 'b'), made(nameless)]).toEqual([
      ['unknown', 'made'],
      ['a', 'made'],
      ['a', 'reused'],
      ['b', 'made'],
      ['unknown', 'made'],
    ])
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
