import { expect, test } from 'vitest'
import { loneWord } from './fields.ts'

test('a lone word loses quotation marks, emphasis and full stop', () => {
  expect(['"Accept."', ' **reject** ', '“Abort!”', '`adjust`'].map(loneWord)).toEqual([
    'accept',
    'reject',
    'abort',
    'adjust',
  ])
})

test('what is not one word of ASCII letters is none', () => {
  expect(['two words', 'accept2', '', 'accepté', 'accept?', true, null, ['accept']].map(loneWord)).toEqual(
    Array.from({ length: 8 }, () => ''),
  )
})
