import { expect, test } from 'vitest'
import { splitSentences } from './split-sentences.ts'

/** Words, with `?` for a sentence that asks and `+` for one that goes on where a line was wrapped. */
const split = (prose: string) =>
  splitSentences(prose).map(
    ({ words, asks, continues }) =>
      `${continues ? '+' : ''}${words.map(({ text }) => text).join(' ')}${asks ? '?' : ''}`,
  )

test.each<[string, readonly string[]]>([
  ['', []],
  [' .?! ', []],
  ['One two', ['one two']],
  ['One. Two; three! Four…five', ['one', 'two', 'three', 'four', 'five']],
  ['One? Two？ Three؟', ['one?', 'two?', 'three?']],
  ['One?! Two', ['one?', 'two']],
  ['One.\n? Two', ['one?', 'two']],
  ['One\n?', ['one?']],
  ['? One', ['one']],
  ['One. ? Two', ['one?', 'two']],
  ['One? . Two', ['one?', 'two']],
  ['One. . Two', ['one', 'two']],
  ['One\ntwo\nthree', ['one', '+two', '+three']],
  ['One\n\ntwo', ['one', 'two']],
  ['One.\ntwo', ['one', 'two']],
  ['\none', ['one']],
  ["Don't we’ll 'em 2x", ["don't we'll em x"]],
  ['ÉA İB', ['a b']],
])('%j is %j', (prose, sentences) => {
  expect(split(prose)).toEqual(sentences)
})

test('a word knows where it stands', () => {
  expect(splitSentences('“Don’t!”')[0]?.words).toEqual([{ text: "don't", start: 1, end: 6 }])
})
