import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { registryEntry as entry } from '../../../test/inspect/registry-entry.ts'
import { openRegistry } from './open-registry.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tribunal-'))
  path = join(folder, 'registry.db')
})
afterEach(() => rmSync(folder, { recursive: true }))

const asides = () => readdirSync(folder).filter((name) => /\.aside-\d+$/.test(name))

test('outlives the process', () => {
  const deeper = join(folder, 'deep/er/registry.db')
  const first = openRegistry(deeper)
  first.record(entry(1), '{}')
  first.close()
  const second = openRegistry(deeper)
  expect([second.entries(), second.notice]).toEqual([[entry(1)], null])
  second.close()
})

describe('set aside, whole, and reported is', () => {
  test('what is no registry, each time under another name', () => {
    for (const number of [1, 2]) {
      writeFileSync(path, `number ${number} is no database, but someone may need it`.repeat(200))
      const registry = openRegistry(path)
      expect(registry.notice).toBe(`The registry could not be read; it was set aside as ${path}.aside-${number}.`)
      registry.record(entry(1), '{}')
      registry.close()
      for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
    }
    for (const number of [1, 2])
      expect(readFileSync(`${path}.aside-${number}`, 'utf8')).toMatch(RegExp(`^number ${number} is no database`))
  })

  test.each([
    [99, 'a newer'],
    [-1, 'an older'],
  ])('what version %i wrote', (version, words) => {
    written()
    alter(path, `PRAGMA user_version = ${version}`)
    const registry = openRegistry(path)
    expect(registry.notice).toBe(
      `The registry was written by ${words} version (${version}, this one reads 1); it was set aside as ${path}.aside-1.`,
    )
    expect(registry.entries()).toEqual([])
    registry.close()
    alter(`${path}.aside-1`, 'PRAGMA user_version = 1; PRAGMA wal_checkpoint(TRUNCATE)')
    renameSync(`${path}.aside-1`, join(folder, 'again.db'))
    const again = openRegistry(join(folder, 'again.db'))
    expect(again.entries()).toHaveLength(100)
    again.close()
  })

  test.each([
    ['in its head', (bytes: Buffer) => bytes.fill(255, 30, 90)],
    ['in the middle', (bytes: Buffer) => bytes.fill(255, 8_192, 8_300)],
    ['at its end', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ])('what is damaged %s', (_, damage) => {
    written()
    const damaged = damage(readFileSync(path))
    writeFileSync(path, damaged)
    const registry = openRegistry(path)
    expect(registry.notice).toMatch(/^The registry (?:could not be read|is damaged); it was set aside as /)
    registry.record(entry(1), '{}')
    expect(registry.entries()).toEqual([entry(1)])
    registry.close()
    expect(readFileSync(`${path}.aside-1`).equals(damaged)).toBe(true)
  })

  test('what has our name and other tables', () => {
    written()
    alter(path, 'DROP TABLE entries; CREATE TABLE entries (something TEXT)')
    const registry = openRegistry(path)
    expect(registry.notice).toContain('could not be read; it was set aside')
    registry.close()
  })
})

test('a report whose bytes have changed is none', () => {
  written()
  const bytes = readFileSync(path)
  bytes.write('y', bytes.lastIndexOf('xxxx'))
  writeFileSync(path, bytes)
  const registry = openRegistry(path)
  const reports = registry.entries().map(({ content_hash }) => registry.report(content_hash, 'deep'))
  expect([registry.notice, reports.filter((report) => report === undefined).length]).toEqual([null, 1])
  registry.close()
})

describe('left as it is, and unusable, is', () => {
  const unusable = (words = 'can be neither opened nor set aside') =>
    expect.objectContaining({ code: 'store-unusable', message: expect.stringContaining(words) })

  test('the database of another program', () => {
    alter(path, 'CREATE TABLE places (url TEXT); PRAGMA user_version = 75')
    const before = readFileSync(path)
    expect(() => openRegistry(path)).toThrow(unusable('is the database of another program and was left as it is'))
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  test('a registry that another process holds for long', () => {
    openRegistry(path).close()
    const holder = new Database(path)
    holder.exec('BEGIN EXCLUSIVE')
    expect(() => openRegistry(path)).toThrow(unusable())
    holder.exec('ROLLBACK')
    holder.close()
  })

  test.each<[string, string, (place: string) => void]>([
    ['a folder', 'registry.db', (place) => mkdirSync(place)],
    ['what lies under a file', 'file/registry.db', () => writeFileSync(join(folder, 'file'), '')],
    ['a link to nowhere', 'registry.db', (place) => symlinkSync(join(folder, 'no/such/file'), place)],
    ['a place that takes no files', '/proc/registry.db', () => {}],
    ['a place that takes no folders', '/proc/tribunal/registry.db', () => {}],
    ['no name at all', '', () => {}],
    ['a name with a character that no name has', 'a\0b.db', () => {}],
  ])('%s', (_, name, make) => {
    const place = name === '' ? '' : resolve(folder, name)
    make(place)
    expect(() => openRegistry(place)).toThrow(unusable())
  })

  test('a folder, in words that are for people', () => {
    mkdirSync(path)
    const words = `The registry "${path}" can be neither opened nor set aside: no file can be opened there. Give another path.`
    expect(() => openRegistry(path)).toThrow(unusable(words))
  })

  afterEach(() => expect(asides()).toEqual([]))
})

test('an address is a file like any other: nothing is asked over the network', () => {
  const registry = openRegistry(join(folder, 'http://127.0.0.1:9/registry.db'))
  registry.close()
  expect(statSync(join(folder, 'http:/127.0.0.1:9/registry.db')).isFile()).toBe(true)
})

// Helpers

/** A registry of a hundred entries, all of it in its one file. */
function written(): void {
  const registry = openRegistry(path)
  for (let number = 0; number < 100; number++) registry.record(entry(number), 'x'.repeat(500))
  registry.close()
  alter(path, 'PRAGMA wal_checkpoint(TRUNCATE)')
  for (const suffix of ['-wal', '-shm']) if (existsSync(path + suffix)) rmSync(path + suffix)
}

function alter(file: string, statements: string): void {
  const database = new Database(file)
  database.exec(statements)
  database.close()
}
