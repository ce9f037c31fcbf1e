import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sampleFiles } from '../../test/inspect/sample-files.ts'
import { memoryFiles } from '../trace/memory-files.ts'
import { canonicalInspection } from './canonical-inspection.ts'
import { inspectRun } from './inspect-run.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tribunal-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const RUNS = readdirSync('fixtures/runs', { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() && entry.name !== 'artefacts-only' ? [entry.name] : [],
)
const bytes = (subject: Parameters<typeof inspectRun>[0], depth: 'light' | 'deep') =>
  canonicalInspection(inspectRun(subject, { depth, partial: true }))

describe.each(['light', 'deep'] as const)('two inspections, %s, give equal bytes', (depth) => {
  test.each(RUNS)('%s: again, moved, and in memory', (name) => {
    const once = bytes(join('fixtures/runs', name), depth)
    cpSync(join('fixtures/runs', name), join(folder, 'moved'), { recursive: true })
    utimesSync(join(folder, 'moved', Object.keys(sampleFiles(name))[0]!), 1, 1)
    expect(bytes(join('fixtures/runs', name), depth)).toBe(once)
    expect(bytes(join(folder, 'moved'), depth)).toBe(once)
    expect(bytes(memoryFiles(sampleFiles(name)), depth)).toBe(once)
    expect(once).not.toContain(folder)
  })

  test('when files were made in another order', () => {
    for (const [path, content] of Object.entries(sampleFiles('perfect')).reverse()) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), content)
    }
    expect(bytes(folder, depth)).toBe(bytes('fixtures/runs/perfect', depth))
  })

  test('when the manifest has its keys in another order', () => {
    const files = sampleFiles('perfect')
    files['forme.manifest.json'] = JSON.stringify(reversed(JSON.parse(String(files['forme.manifest.json']))))
    expect(bytes(memoryFiles(files), depth)).toBe(bytes('fixtures/runs/perfect', depth))
  })
})

describe('with CRLF for LF', () => {
  test.each(RUNS)('%s has the same scores, flags and verdict', (name) => {
    const files = sampleFiles(name)
    const crlf = Object.fromEntries(
      Object.entries(files).map(([path, text]) => [path, String(text).replaceAll('\n', '\r\n')]),
    )
    const { inspection } = inspectRun(memoryFiles(crlf), { partial: true })
    const { inspection: plain } = inspectRun(memoryFiles(files), { partial: true })
    const judged = ({ flags, ...rest }: typeof plain) => [
      rest.runtime_fidelity,
      rest.task_effectiveness,
      rest.verdict,
      flags.map(({ id }) => id),
    ]
    expect(judged(inspection)).toEqual(judged(plain))
  })
})

// Helpers

/** The same value with every object's keys the other way round. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reversed(item)]),
  )
}
