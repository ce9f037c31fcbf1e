import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SAMPLE_RUNS } from '../../test/composites/sample-runs.ts'
import { renderRunFiles } from './render-run-files.ts'
import { writeRunDirectory } from './write-run-directory.ts'

const RUN = SAMPLE_RUNS.nested!

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tribunal-write-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('writing a run directory', () => {
  test('leaves exactly the files of the run', () => {
    const directory = writeRunDirectory(RUN, join(root, 'runs', 'first'))
    expect(directory).toBe(join(root, 'runs', 'first'))
    expect(filesIn(directory)).toEqual([...renderRunFiles(RUN)])
    expect(readdirSync(join(root, 'runs'))).toEqual(['first'])
  })

  test('fills a directory that is there and empty', () => {
    mkdirSync(join(root, 'first'))
    writeRunDirectory(RUN, join(root, 'first'))
    expect(filesIn(join(root, 'first'))).toEqual([...renderRunFiles(RUN)])
  })

  test('leaves a directory that others may read as any other new one', () => {
    mkdirSync(join(root, 'other'))
    const directory = writeRunDirectory(RUN, join(root, 'first'))
    expect(statSync(directory).mode).toBe(statSync(join(root, 'other')).mode)
  })

  test('passes the time of the end on to the log', () => {
    const directory = writeRunDirectory(RUN, join(root, 'first'), { endedAt: '2026-01-02T03:04:05Z' })
    expect(readFileSync(join(directory, 'vm.log.md'), 'utf8')).toMatch(/---end 2026-01-02T03:04:05Z\n$/)
  })

  test.each<[string, (path: string) => void]>([
    [
      'a directory that is not empty',
      (path) => void writeFileSync(join(mkdirSync(path, { recursive: true })!, 'note'), 'mine'),
    ],
    ['a file', (path) => writeFileSync(path, 'mine')],
    ['a link to nothing', (path) => symlinkSync('nowhere', path)],
    ['a link to an empty directory', (path) => symlinkSync(mkdirSync(`${path}-real`, { recursive: true })!, path)],
  ])('never writes over %s', (_, make) => {
    make(join(root, 'first'))
    const before = readdirSync(root)
    expect(() => writeRunDirectory(RUN, join(root, 'first'))).toThrow(
      expect.objectContaining({ code: 'run-directory-exists', details: { directory: join(root, 'first') } }),
    )
    expect(readdirSync(root)).toEqual(before)
  })

  test('leaves nothing behind when it fails half way', () => {
    const [first, ...events] = RUN.events
    const long = {
      ...RUN,
      events: [first!, ...events.map((event) => ('slot' in event ? { ...event, call: '9'.repeat(300) } : event))],
    }
    expect(() => writeRunDirectory(long as never, join(root, 'first'))).toThrow(/ENAMETOOLONG/)
    expect(readdirSync(root)).toEqual([])
  })

  test('fails where no folder can be, and does not wait without end', () => {
    expect(() => writeRunDirectory(RUN, '/proc/tribunal/runs/first')).toThrow(/ENOENT|EACCES|EROFS|EPERM/)
  })
})

// Helpers

const filesIn = (directory: string): [string, string][] =>
  (readdirSync(directory, { recursive: true, encoding: 'utf8' }) as string[])
    .filter((path) => statSync(join(directory, path)).isFile())
    .sort()
    .map((path) => [path, readFileSync(join(directory, path), 'utf8')])
