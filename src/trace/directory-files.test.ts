import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
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

describe('a run that changes meanwhile', () => {
  const pieces = (files: ReturnType<typeof directoryFiles>, path: string) =>
    Buffer.concat([...files.pieces!(path, 1e6)].map((piece) => Buffer.from(piece)))

  test('is read as far as it went when it was first looked at', () => {
    const files = directoryFiles(root)
    expect(files.stat('vm.log.md')?.size).toBe(3)
    appendFileSync(join(root, 'vm.log.md'), ' and more')
    expect([text(files.read('vm.log.md', 99)), text(pieces(files, 'vm.log.md'))]).toEqual(['log', 'log'])
    writeFileSync(join(root, 'vm.log.md'), 'l')
    expect([text(files.read('vm.log.md', 99)), text(pieces(files, 'vm.log.md'))]).toEqual(['l', 'l'])
  })

  test.each<[string, () => void]>([
    ['a file that is gone', () => rmSync(join(root, 'vm.log.md'))],
    ['another file in its place', () => renameSync(join(outside, 'secret.md'), join(root, 'vm.log.md'))],
    ['a link that leads out', () => replace('vm.log.md', (path) => symlinkSync('../secret.md', path))],
    ['a pipe', () => replace('vm.log.md', (path) => execFileSync('mkfifo', [path]))],
    ['a folder', () => replace('vm.log.md', (path) => mkdirSync(path))],
  ])('is not read where there is now %s', (_, change) => {
    const [files, listed] = both()
    files!.stat('vm.log.md')
    change()
    for (const one of [files!, listed!]) {
      expect(() => one.read('vm.log.md', 99)).toThrow(expect.objectContaining({ code: 'unreadable-run' }))
      expect(() => pieces(one, 'vm.log.md')).toThrow(expect.objectContaining({ code: 'unreadable-run' }))
    }
  })

  test('does not lead out by way of a folder that became a link', () => {
    put('run/in/secret.md', 'inside')
    put('elsewhere/secret.md', 'SECRET')
    const files = directoryFiles(root)
    files.list()
    replace('in', (path) => symlinkSync('../elsewhere', path))
    expect(() => files.read('in/secret.md', 99)).toThrow('is another file than when it was first looked at')
  })
})

test('a file is read into the room that is given for it, where it fits', () => {
  put('run/first.md', 'the first')
  put('run/second.md', 'another')
  const files = directoryFiles(root)
  const room = new Uint8Array(9)
  expect(text(files.read('first.md', 99, room))).toBe('the first')
  const second = files.read('second.md', 99, room)
  expect([text(second), text(room)]).toEqual(['another', 'anotherst'])
  expect(text(files.read('first.md', 99, new Uint8Array(8)))).toBe('the first')
})

test('a file larger than one piece comes in pieces, up to the limit', () => {
  const content = Buffer.from(Array.from({ length: 700_000 }, (_, index) => index % 251))
  writeFileSync(join(root, 'big.bin'), content)
  const files = directoryFiles(root)
  for (const limit of [1, 262_144, 300_000, 700_000, 9e6]) {
    const pieces = Array.from(files.pieces!('big.bin', limit), (piece) => Buffer.from(piece))
    expect(pieces.length).toBe(Math.ceil(Math.min(limit, content.length) / 262_144))
    expect(Buffer.concat(pieces).equals(content.subarray(0, limit))).toBe(true)
  }
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

function replace(path: string, make: (path: string) => void): void {
  rmSync(join(root, path), { recursive: true })
  make(join(root, path))
}

/** Once asked for single files, once with the listing read. */
function both() {
  const listed = directoryFiles(root)
  listed.list()
  return [directoryFiles(root), listed]
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString()
