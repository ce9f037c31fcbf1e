import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SAMPLE_RUNS } from '../../test/composites/sample-runs.ts'
import { directoryFiles } from './directory-files.ts'
import { memoryFiles } from './memory-files.ts'
import { renderRunFiles } from './render-run-files.ts'
import { writeRunDirectory } from './write-run-directory.ts'

let [outside, root] = ['', '']
beforeEach(() => {
  outside = mkdtempSync(join(tmpdir(), 'tribunal-files-'))
  root = join(outside, 'run')
  put('run/vm.log.md', 'log')
  put('secret.md', 'SECRET')
})
afterEach(() => rmSync(outside, { recursive: true, force: true }))

describe('the files of a directory', () => {
  test('are those of the run that was written there, as they are in memory', () => {
    const directory = writeRunDirectory(SAMPLE_RUNS.nested!, join(outside, 'written'))
    const [disk, memory] = [directoryFiles(directory), memoryFiles(renderRunFiles(SAMPLE_RUNS.nested!))]
    expect(disk.list()).toEqual(memory.list())
    for (const { path } of memory.list())
      expect(Buffer.from(disk.read(path, 1e6))).toEqual(Buffer.from(memory.read(path, 1e6)))
  })

  test('are listed in code-unit order, whatever order and time they were written in', () => {
    for (const path of ['run/b.md', 'run/B.md', 'run/a/z.md', 'run/ä.md']) put(path, 'x')
    utimesSync(join(root, 'b.md'), 0, 0)
    expect(
      directoryFiles(root)
        .list()
        .map(({ path }) => path),
    ).toEqual(['B.md', 'a/z.md', 'b.md', 'vm.log.md', 'ä.md'])
  })

  test('are read up to a limit of bytes', () => {
    expect(text(directoryFiles(root).read('vm.log.md', 2))).toBe('lo')
  })

  test('are found by themselves as in the listing', () => {
    put('run/a/b.md', 'x')
    for (const listed of [false, true]) {
      const files = directoryFiles(root)
      if (listed) files.list()
      expect(files.stat('a/b.md')).toEqual({ path: 'a/b.md', size: 1, kind: 'file' })
      for (const path of [
        'a',
        'a/',
        'none.md',
        '',
        '.',
        '../secret.md',
        'a/../vm.log.md',
        '/etc/passwd',
        'vm.log.md/x',
        'a\0',
      ])
        expect(files.stat(path)).toBeUndefined()
    }
  })
})

describe('a folder at the top', () => {
  test('is known as one, before and after everything was listed, on disk as in memory', () => {
    put('run/bindings/writer/draft.md', 'x')
    mkdirSync(join(root, 'empty/inner'), { recursive: true })
    symlinkSync('bindings', join(root, 'linked'))
    for (const files of both()) {
      expect(files.hasFolder!('bindings')).toBe(true)
      expect(files.hasFolder!('empty')).toBe(true)
      for (const name of [
        'bindings/writer',
        'vm.log.md',
        'writer',
        'linked',
        'none',
        '',
        '.',
        '..',
        '../run',
        'constructor',
      ])
        expect([name, files.hasFolder!(name)]).toEqual([name, false])
    }
    const memory = memoryFiles({ 'bindings/writer/draft.md': 'x', 'vm.log.md': 'x' })
    expect(['bindings', 'bindings/writer', 'vm.log.md', '', '.', '..'].map(memory.hasFolder!)).toEqual([
      true,
      ...Array.from({ length: 5 }, () => false),
    ])
  })
})

describe('what leads out of the directory', () => {
  test('is listed as outside, and is not read', () => {
    symlinkSync('../secret.md', join(root, 'link.md'))
    for (const files of both()) {
      expect(files.stat('link.md')).toEqual({ path: 'link.md', size: 0, kind: 'outside' })
      expect(() => files.read('link.md', 99)).toThrow(expect.objectContaining({ code: 'unreadable-run' }))
    }
  })

  test('is not followed by way of a folder that is a link', () => {
    symlinkSync('..', join(root, 'up'))
    for (const files of both()) {
      expect(files.stat('up/secret.md')).toBeUndefined()
      expect(() => files.read('up/secret.md', 99)).toThrow('does not exist')
      expect(files.stat('up')?.kind).toBe('outside')
    }
  })

  test('is not a directory that only begins with the same name', () => {
    put('run-other/secret.md', 'SECRET')
    symlinkSync('../run-other/secret.md', join(root, 'link.md'))
    expect(directoryFiles(root).stat('link.md')?.kind).toBe('outside')
  })
})

describe('what is no regular file', () => {
  test('is listed as other: links to folders, in circles and to nothing', () => {
    mkdirSync(join(root, 'folder'))
    symlinkSync('folder', join(root, 'to-folder'))
    symlinkSync('circle', join(root, 'circle'))
    symlinkSync('nowhere', join(root, 'dangling'))
    const kinds = directoryFiles(root)
      .list()
      .map(({ path, kind }) => `${path} ${kind}`)
    expect(kinds).toEqual(['circle other', 'dangling other', 'to-folder other', 'vm.log.md file'])
  })

  test('does not block: a pipe that nobody writes to', () => {
    execFileSync('mkfifo', [join(root, 'pipe.md')])
    for (const files of both()) {
      expect(files.stat('pipe.md')?.kind).toBe('other')
      expect(() => files.read('pipe.md', 99)).toThrow('is no regular file of the run')
    }
  })

  test('is a link to a file inside, which is read as the file', () => {
    symlinkSync('vm.log.md', join(root, 'inside.md'))
    expect(text(directoryFiles(root).read('inside.md', 99))).toBe('log')
  })
})

test('folders deeper than any run has are not followed', () => {
  put(`run/${'d/'.repeat(80)}deep.md`, 'x')
  const found = directoryFiles(root)
    .list()
    .filter(({ path }) => path.startsWith('d/'))
  expect(found).toEqual([{ path: `${'d/'.repeat(64)}d`, size: 0, kind: 'other' }])
})

test.each([
  ['does not exist', () => join(outside, 'none'), 'does not exist'],
  ['is a file', () => join(outside, 'secret.md'), 'is no directory'],
])('a run directory that %s is unreadable', (_, place, why) => {
  expect(() => directoryFiles(place())).toThrow(
    expect.objectContaining({ code: 'unreadable-run', message: expect.stringContaining(why) }),
  )
})

// Helpers

function put(path: string, content: string): void {
  mkdirSync(dirname(join(outside, path)), { recursive: true })
  writeFileSync(join(outside, path), content)
}

/** Once asked for single files, once with the listing read. */
function both() {
  const listed = directoryFiles(root)
  listed.list()
  return [directoryFiles(root), listed]
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString()
