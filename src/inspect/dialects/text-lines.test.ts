import { expect, test } from 'vitest'
import { decodeText, textLines } from './text-lines.ts'

const TEXT = '# run:r s\r\n\n1→ reader ✓ (é)\n\r\nlast\r'
const LINES = ['# run:r s', '', '1→ reader ✓ (é)', '', 'last']

const ENCODED: { readonly [encoding: string]: Buffer } = {
  'UTF-8': Buffer.from(TEXT),
  'UTF-8 with a mark': Buffer.from(`\uFEFF${TEXT}`),
  'UTF-16': Buffer.from(`\uFEFF${TEXT}`, 'utf16le'),
  'UTF-16, big end first': Buffer.from(`\uFEFF${TEXT}`, 'utf16le').swap16(),
}

/** Pieces that share one buffer, as those of a file do. */
const inPieces = (bytes: Buffer, size: number): Iterable<Uint8Array> => ({
  *[Symbol.iterator]() {
    const shared = Buffer.alloc(size)
    for (let at = 0; at < bytes.length; at += size) yield shared.subarray(0, bytes.copy(shared, 0, at, at + size))
  },
})

test.each(Object.keys(ENCODED))('lines in %s are the same, whole or in pieces of any size', (encoding) => {
  const bytes = ENCODED[encoding]!
  expect(decodeText(bytes)).toBe(TEXT.replaceAll('\r\n', '\n'))
  for (const source of [bytes, ...[1, 2, 3, 5, 7, 64].map((size) => inPieces(bytes, size))])
    expect(Array.from(textLines(source), ({ text }) => text)).toEqual(LINES)
})

test('a line is cut at the same byte, whole or in pieces', () => {
  const bytes = Buffer.from(`${'x'.repeat(30)}\r\n${'y'.repeat(20)}\r\nz`)
  for (const source of [bytes, inPieces(bytes, 4), inPieces(bytes, 21)])
    expect(Array.from(textLines(source, 20), ({ text }) => text)).toEqual(['x'.repeat(20), 'y'.repeat(20), 'z'])
})
