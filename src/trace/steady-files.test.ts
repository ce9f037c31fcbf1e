import { describe, expect, test } from 'vitest'
import { memoryFiles } from './memory-files.ts'
import type { RunFiles } from './run-files.ts'
import { steadyFiles } from './steady-files.ts'

const FILES = memoryFiles({ 'a.md': 'first', 'b/c.md': 'second' })
const refusing = (part: Partial<RunFiles>): RunFiles => ({ ...FILES, ...part })
const fails = () => {
  throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' })
}

describe('files held still', () => {
  test('are those that were given', () => {
    const files = steadyFiles(FILES)
    expect(files.list()).toEqual(FILES.list())
    expect(files.stat('a.md')).toEqual({ path: 'a.md', size: 5, kind: 'file' })
    expect(files.stat('none.md')).toBeUndefined()
    expect([files.hasFolder?.('b'), files.hasFolder?.('a.md')]).toEqual([true, false])
    expect(String(files.read('a.md', 3))).toBe('fir')
    expect([...files.pieces!('a.md', 3)].map(String)).toEqual(['fir'])
  })

  test('stay as they were when they were first looked at', () => {
    let size = 0
    const files = steadyFiles(
      refusing({
        list: () => Array.from({ length: ++size }, (_, index) => ({ path: `${index}`, size: 1, kind: 'file' })),
        stat: (path) => (++size > 4 ? undefined : { path, size, kind: 'file' }),
      }),
    )
    expect([files.list(), files.list(), files.list()].map((list) => list.length)).toEqual([1, 1, 1])
    expect([files.stat('x')?.size, files.stat('x')?.size, files.stat('x')?.size]).toEqual([2, 2, 2])
  })

  test('are in order, and never more than was asked for, whatever they promise', () => {
    const files = steadyFiles(
      refusing({
        list: () => ['b', 'ä', 'a', 'B'].map((path) => ({ path, size: 1, kind: 'file' as const })),
        read: () => Buffer.from('all of it'),
      }),
    )
    expect(files.list().map(({ path }) => path)).toEqual(['B', 'a', 'b', 'ä'])
    expect(String(files.read('a', 3))).toBe('all')
  })

  test.each<[string, (files: RunFiles) => unknown]>([
    ['list', (files) => files.list()],
    ['stat', (files) => files.stat('a.md')],
    ['hasFolder', (files) => files.hasFolder?.('b')],
    ['read', (files) => files.read('a.md', 9)],
    ['pieces', (files) => [...files.pieces!('a.md', 9)]],
    ['pieces, once walked', (files) => [...files.pieces!('a.md', 9)]],
  ])('that fail to %s are one typed error, whatever they throw', (part, use) => {
    const isLater = part.includes(',')
    const failing = isLater ? { pieces: () => ({ [Symbol.iterator]: fails }) } : { [part]: fails }
    const files = steadyFiles(refusing(failing))
    expect(() => use(files)).toThrow(
      expect.objectContaining({ code: 'unreadable-run', message: expect.stringContaining('permission denied') }),
    )
  })
})
