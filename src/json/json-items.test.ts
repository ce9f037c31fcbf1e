import { expect, test } from 'vitest'
import { jsonItems } from './json-items.ts'

const read = (text: string) => [...jsonItems(text, 3)].map(({ value, fault }) => fault?.message ?? value)

test.each([
  ['[]', []],
  [' [ ] ', []],
  ['\uFEFF[1]', [1]],
  ['[1, "a", {"b": [2]}, null]', [1, 'a', { b: [2] }, null]],
])('the items of %j are those of the array', (text, items) => {
  expect(read(text)).toEqual(items)
})

test.each([
  ['', ['Expected an array, at offset 0']],
  ['{}', ['Expected an array, at offset 0']],
  ['[1 2]', [1, 'Expected a comma or the end of the array, at offset 3']],
  ['[1,]', [1, 'Expected a JSON value, at offset 3']],
  ['[1', [1, 'Expected a comma or the end of the array, at offset 2']],
  ['[1] x', [1, 'More text after the array, at offset 4']],
  ['[{"a":1,"a":2},3]', ['Key "a" appears more than once', 3]],
  ['[[[[[]]]],3]', ['Nesting is deeper than 3 levels, at offset 4']],
])('of %j those before a fault are read, and the fault told', (text, said) => {
  expect(read(text)).toEqual(said)
})
