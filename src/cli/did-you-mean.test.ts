import { expect, test } from 'vitest'
import { didYouMean } from './did-you-mean.ts'

const many = Array.from({ length: 20 }, (_, index) => `completely-different-${index}`)

test.each([
  ['stale-bindin', ['stale-binding', 'missing-output', ...many], ' Did you mean stale-binding?'],
  ['HARBOUR', ['harbour-bulletin', ...many], ' Did you mean harbour-bulletin?'],
  ['harbor', ['harbour', 'harper', ...many], ' Did you mean harbour?'],
  ['ab', ['ax', 'ay'], ' Did you mean ax?'],
  ['zzz', ['b', 'a', 'a'], ' There are: a, b.'],
  ['zzz', many, ''],
  ['zzz', [], ''],
  ['', ['a'], ' Did you mean a?'],
])('for "%s" among what there is', (name, known, sentence) => {
  expect(didYouMean(name, known)).toBe(sentence)
})

test('a name that acts on a terminal is shown, not obeyed', () => {
  expect(didYouMean('ru', ['run\u001b[2J'])).toBe(' Did you mean run⟨ESC⟩[2J?')
})
