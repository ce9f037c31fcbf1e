import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { memoryRegistry } from './memory-registry.ts'
import { setAside } from './set-aside.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tribunal-'))
  path = join(folder, 'registry.db')
  writeFileSync(path, 'somebody’s')
})
afterEach(() => rmSync(folder, { recursive: true }))

const unusable = (cause: unknown) => new Error('unusable', { cause })
const ours = { registry: memoryRegistry() }
const strange = { why: 'It is none', cause: undefined }

test('a file is looked at again first: what another process has put in order stays where it is', () => {
  expect(setAside(path, () => ours, unusable)).toEqual({ opening: ours, aside: null })
  expect(readFileSync(path, 'utf8')).toBe('somebody’s')
})

test('meanwhile no other process can do the same', () => {
  const open = () => {
    const other = new Database(`${path}.lock`)
    other.exec('PRAGMA busy_timeout = 0')
    expect(() => other.exec('BEGIN EXCLUSIVE')).toThrow('locked')
    other.close()
    return existsSync(path) ? strange : ours
  }
  expect(setAside(path, open, unusable)).toEqual({ opening: ours, aside: `${path}.aside-1` })
  const after = new Database(`${path}.lock`)
  after.exec('BEGIN EXCLUSIVE; COMMIT')
  after.close()
})

test('what cannot be opened afterwards is told, and stays aside', () => {
  expect(setAside(path, () => strange, unusable)).toEqual({ opening: strange, aside: `${path}.aside-1` })
  expect(readFileSync(`${path}.aside-1`, 'utf8')).toBe('somebody’s')
})
