import { expect, test } from 'vitest'
import { loneWordAt, saidAfter } from './said-after.ts'

const after = (text: string) => saidAfter(text, text, 'verdict'.length)
const wordIn = (text: string, start = 0) => loneWordAt(text, start).word

test('a word that is joined to more than a word is none', () => {
  expect(wordIn('accept this')).toBe('accept')
  expect(['accept-all', 'accept/reject', "accept'em", 'accept2', 'accepté'].map((text) => wordIn(text))).toEqual(
    Array.from({ length: 5 }, () => ''),
  )
  expect([wordIn('a-accept', 2), wordIn('- accept', 2), wordIn('2.accept', 2)]).toEqual(['', 'accept', ''])
})

test('a label needs a colon, a dash or an equals sign, unless its line ends there', () => {
  expect(['verdict: accept', 'verdict is - accept', 'verdict = accept'].map(after)).toEqual(
    Array.from({ length: 3 }, () => expect.objectContaining({ word: 'accept' })),
  )
  expect(['verdict accept', 'verdict of mine: accept', 'verdict(a): accept'].map(after)).toEqual(
    Array.from({ length: 3 }, () => 'no-label'),
  )
  expect(['verdict', 'verdict \naccept', 'verdict:', 'verdict:\naccept', 'verdict: …'].map(after)).toEqual(
    Array.from({ length: 5 }, () => 'nothing'),
  )
})

test('what is quoted after a label is read elsewhere', () => {
  expect(saidAfter('verdict:     accept', 'verdict: {a} accept', 7)).toBe('nothing')
})
