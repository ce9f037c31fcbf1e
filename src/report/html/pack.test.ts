import { expect, test } from 'vitest'
import { Packer } from './pack.ts'

test('names are written once, and values keep their order', () => {
  const packer = new Packer()
  const packed = packer.pack([{ a: 1, b: [true, null] }, { a: 'x', b: [] }, { b: { a: 2, b: undefined } }])
  expect(packed).toEqual([-1, [0, 1, [-1, true, null]], [0, 'x', [-1]], [1, [2, 2]]])
  expect(packer.shapes).toEqual([['a', 'b'], ['b'], ['a']])
})
