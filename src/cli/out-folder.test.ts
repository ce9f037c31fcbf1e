import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { inspectRun } from '../inspect/inspect-run.ts'
import { fileName, outFolder } from './out-folder.ts'
import type { Outcome } from './outcome.ts'

const scratch = mkdtempSync(join(tmpdir(), 'tribunal-out-'))
afterAll(() => rmSync(scratch, { recursive: true }))

const report = inspectRun('fixtures/runs/perfect')
const outcome = (run_id: string): Outcome => ({
  path: 'runs/x',
  ...report,
  inspection: { ...report.inspection, run_id },
})

const HOSTILE = [
  '..',
  '.',
  '',
  '../../etc/passwd',
  '/etc/passwd',
  'a/b',
  'a\\b',
  'a\0b',
  'a\nb',
  '.hidden',
  '-rf',
  'a..b',
  'a.',
  'x'.repeat(5_000),
  '‮gnp.exe',
  'ａ',
  'a b',
  '__proto__',
]

describe('the name of a file', () => {
  test.each([['20260512-060100-a1b2c3'], ['run-4f1c'], ['v1.2_x'], ['a']])(
    'is the id where that is plain: %s',
    (id) => {
      expect(fileName(id)).toBe(id)
    },
  )

  test.each(HOSTILE.map((id) => [id]))('is made safe for %j', (id) => {
    const name = fileName(id)
    expect(name).toMatch(/^[A-Za-z0-9_][\w-]*(?:\.[\w-]+)*$/)
    expect(name.length).toBeLessThan(120)
  })

  test('is another one for another id', () => {
    expect(new Set(HOSTILE.map(fileName)).size).toBe(HOSTILE.length)
    expect(fileName('a/b')).not.toBe(fileName('a_b'))
  })
})

test('each run gets a file of its own in the folder and nowhere else, whatever its id', async () => {
  const folder = join(scratch, 'in', 'out')
  const out = await outFolder(folder)
  for (const id of [...HOSTILE, 'same', 'same', 'SAME', 'same.2']) await out.add(outcome(id))
  await out.add({ path: 'runs/broken/', error: { code: 'corrupted-log', message: 'x' } })
  const files = readdirSync(folder)
  expect([files.length, out.count, readdirSync(join(scratch, 'in'))]).toEqual([
    HOSTILE.length + 5,
    files.length,
    ['out'],
  ])
  expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(files.length)
  expect(files).toEqual(expect.arrayContaining(['same.inspection.json', 'broken.inspection.json']))
  expect(JSON.parse(readFileSync(join(folder, 'same.inspection.json'), 'utf8'))).toEqual(outcome('same'))
})

test('a file of the caller is not in danger: what is written ends in .inspection.json', async () => {
  const folder = join(scratch, 'project')
  const out = await outFolder(folder)
  writeFileSync(join(folder, 'package.json'), 'mine')
  await out.add(outcome('package'))
  expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe('mine')
})

test('a folder that cannot be is said before anything is inspected', async () => {
  writeFileSync(join(scratch, 'file'), '')
  const file = join(scratch, 'file')
  for (const [place, why] of [
    [file, 'EEXIST'],
    [join(file, 'deeper'), 'ENOTDIR'],
    ['/proc/tribunal/out', 'ENOENT'],
  ] as const)
    await expect(outFolder(place)).rejects.toThrow(
      expect.objectContaining({
        code: 'invalid-input',
        message: expect.stringContaining(`cannot be a folder: ${why}`),
      }),
    )
})
