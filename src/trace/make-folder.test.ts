import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'tribunal-folder-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a folder is made with those above it, and may be there already', () => {
  const deep = join(folder, 'a/b/c')
  makeFolder(deep)
  makeFolder(deep)
  expect(statSync(deep).isDirectory()).toBe(true)
})

// Node's own recursive way never returns from the last of them.
test.each([
  ['under a file', () => join(folder, 'file/a/b')],
  ['where a file is', () => join(folder, 'file')],
  ['in a place that takes no folders', () => '/proc/tribunal/a/b'],
])('a folder that cannot be is an error: %s', (_, place) => {
  writeFileSync(join(folder, 'file'), '')
  expect(() => makeFolder(place())).toThrow(expect.objectContaining({ code: expect.stringMatching(/^E[A-Z]+$/) }))
})
