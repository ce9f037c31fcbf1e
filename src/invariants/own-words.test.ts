import { describe, expect, test } from 'vitest'
import type { ModelRequest } from '../providers/model.ts'
import { formsOf, givesAway, newsIn, ownWords, toldBy } from './own-words.ts'
import type { JudgedCall } from './run-scope.ts'

const calling = (request: Partial<ModelRequest>) =>
  ({ request: { slot: 'worker', component: 'model', brief: 'Go.', ...request } }) as JudgedCall['called']

const judged = (brief: string, must: readonly string[], sees: readonly string[] = []) =>
  ({
    called: calling({ brief }),
    allowance: { must: [{ label: 'm', words: must }], sees: [{ label: 's', words: sees }], unborn: [] },
  }) as unknown as JudgedCall

describe('what a call tells its slot', () => {
  test('is the brief, and neither who is asked nor what fills it', () => {
    expect(toldBy(calling({}))).toBe('Go.')
  })

  test('is everything else that is sent as well: keys and texts, a line each', () => {
    const told = toldBy(
      calling({
        system: 'Be brief.',
        messages: [{ role: 'user', content: 'Hello' }],
        schema: { type: 'object', enum: ['a', null, 1] },
        temperature: 0,
        headers: { brief: 'x' },
      }),
    )
    expect(told.split('\n')).toEqual([
      ...['Go.', 'system', 'Be brief.', 'messages', 'role', 'user', 'content', 'Hello', 'temperature'],
      ...['headers', 'brief', 'x', 'schema', 'type', 'object', 'enum', 'a'],
    ])
  })

  test('holds the same schema each time', () => {
    const schema = { type: 'object' }
    expect(toldBy(calling({ schema }))).toBe(toldBy(calling({ schema })))
  })
})

describe('the words of a template', () => {
  test('are what is left of a request without what the slot may have', () => {
    const brief = 'Task: Write about the tides. Answer: The moon pulls, I heard. End'
    expect(ownWords(judged(brief, ['Write about the tides.'], ['The moon pulls, I heard.']), undefined)).toBe(
      '\nTask: _ Answer: _ End\n',
    )
  })

  test('lose a short value only where it has a line for itself', () => {
    expect(ownWords(judged('a\nTell a tale.\na', ['a']), undefined)).toBe('\n_\nTell a tale.\n_\n')
    expect(ownWords(judged('Say twelve chars!', ['twelve chars']), undefined)).toBe('\nSay _!\n')
    expect(ownWords(judged('Say eleven char!', ['eleven char']), undefined)).toBe('\nSay eleven char!\n')
    expect(ownWords(judged('Say eleven char!', ['eleven char']), undefined, 11)).toBe('\nSay _!\n')
  })

  test('are worked out for each length and with or without criteria, for the same call', () => {
    const call = judged('Say eleven char! [withheld], please', [
      'eleven char',
      'Cite a source and no blogs at all, please',
    ])
    expect(ownWords(call, undefined)).toBe('\nSay eleven char! [withheld], please\n')
    expect(ownWords(call, undefined, 11)).toBe('\nSay _! [withheld], please\n')
    expect(ownWords(call, 'Cite a source and no blogs at all', 11)).toBe('\nSay _! _\n')
  })

  test('lose the longest value first, and nothing for an empty one', () => {
    const values = ['', 'the moon pulls', 'as the moon pulls them']
    expect(ownWords(judged('Tides go as the moon pulls them.\n\nSo', values), undefined)).toBe('\nTides go _.\n\nSo\n')
  })
})

test('a text gives away a value that it holds whole, or 24 code points of it; one under 12 characters never', () => {
  const long = 'Nobody will ever look at the sources.'
  expect(givesAway('twelve chars', 'twelve chars')).toBe(true)
  expect(givesAway('eleven char', 'eleven char')).toBe(false)
  expect(givesAway(`… ${long.slice(3, 27)} …`, long)).toBe(true)
  expect(givesAway(`… ${long.slice(3, 26)} …`, long)).toBe(false)
})

test('news is what was not told: all of it, the parts between quotes, or nothing', () => {
  const told = 'Write about the tides, and name each source.'
  expect(newsIn('The moon pulls.', told)).toEqual(['The moon pulls.'])
  expect(newsIn('about the tides', told)).toEqual([])
  expect(newsIn(`So I ${told} Fine.`, told)).toEqual(['So I ', ' Fine.'])
  expect(newsIn(`${told}!`, told)).toEqual(['!'])
})

describe('the forms of a value', () => {
  const criteria = 'Rules:\n- cite a source\n- no blogs at all'
  const forms = (word: string, text: string) => [...formsOf(word, criteria, text)]

  test('are itself alone where nothing was withheld, or nothing can be', () => {
    expect(forms('cite a source', 'anything')).toEqual(['cite a source'])
    expect([...formsOf('word', undefined, '[withheld]')]).toEqual(['word'])
  })

  test('are what withholding leaves of it, and that without what may have gone with its neighbours', () => {
    expect(forms('no blogs at all, please!', '[withheld]')).toEqual([
      'no blogs at all, please!',
      'no blogs at all, please!',
      ', please!',
    ])
    expect(forms('Mind the Rules:', '[withheld]')).toEqual(['Mind the Rules:', 'Mind the Rules:', 'Mind the '])
    expect(forms(`You broke ${criteria}, friend`, '[withheld]')).toEqual([
      `You broke ${criteria}, friend`,
      'You broke [withheld], friend',
      'You broke [withheld], friend',
    ])
  })
})
