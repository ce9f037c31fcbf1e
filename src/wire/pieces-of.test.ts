import fc from 'fast-check'
import { expect, test } from 'vitest'
import { piecesOf } from './pieces-of.ts'

test('pieces make up the text, are few, and never begin inside a character', () => {
  const texts = fc.string({ unit: 'grapheme', size: 'max', maxLength: 900 })
  fc.assert(
    fc.property(texts, (text) => {
      const pieces = piecesOf(text)
      expect(pieces.join('')).toBe(text)
      expect(pieces.length).toBeLessThanOrEqual(32)
      for (const piece of pieces) expect(piece).not.toMatch(/^[\udc00-\udfff]/)
    }),
  )
})

test('no text has no pieces', () => {
  expect(piecesOf('')).toEqual([])
})
