import { expect, test } from 'vitest'
import { findSpoken } from './find-spoken.ts'

const found = (text: string) => findSpoken(text, text, 'verdict').map(({ via, word }) => `${word} by ${via}`)

test('nothing is found in nothing', () => {
  expect([found(''), found('\n \n')]).toEqual([[], []])
})

test('the leading word is the first of the first line that has one', () => {
  expect([found('accept this'), found('\n\n  **Accept**\nreject')]).toEqual([
    ['accept by leading-word'],
    ['accept by leading-word'],
  ])
})

test('labels are found in every line, in their order', () => {
  expect(found('So:\nVerdict: accept\nFinal verdict:\n\nreject\nverdict')).toEqual([
    'so by leading-word',
    'accept by label',
    'reject by label',
    ' by label',
  ])
})
