import { expect, test } from 'vitest'
import { memoryFiles } from './memory-files.ts'

test('lists files in code-unit order of their paths, with their size in bytes', () => {
  expect(memoryFiles({ 'b.md': 'x', 'B.md': 'ä', 'a/c.md': new Uint8Array(3) }).list()).toEqual([
    { path: 'B.md', size: 2, kind: 'file' },
    { path: 'a/c.md', size: 3, kind: 'file' },
    { path: 'b.md', size: 1, kind: 'file' },
  ])
})

test('reads at most as many bytes as allowed', () => {
  const files = memoryFiles(new Map([['a.md', 'text']]))
  expect(Buffer.from(files.read('a.md', 2)).toString()).toBe('te')
  expect(Buffer.from(files.read('a.md', 99)).toString()).toBe('text')
})

test('has no file by a name that every object has', () => {
  const files = memoryFiles({})
  expect(files.stat('constructor')).toBeUndefined()
  expect(() => files.read('constructor', 9)).toThrow(expect.objectContaining({ code: 'unreadable-run' }))
})

test.each(['', '/etc/passwd', '../up.md', 'a/../b.md', './a.md', 'a//b.md', 'a/'])('refuses the path %j', (path) => {
  expect(() => memoryFiles({ [path]: '' })).toThrow(
    expect.objectContaining({ code: 'invalid-input', details: { path } }),
  )
})

test('takes a file called __proto__ for a file', () => {
  expect(memoryFiles(new Map([['__proto__', 'x']])).stat('__proto__')).toEqual({
    path: '__proto__',
    size: 1,
    kind: 'file',
  })
})
