import { describe, expect, test } from 'vitest'
import type { OutputReading } from '../2-extract/material.ts'
import type { Case } from './case.ts'
import { type Substance, substanceOf } from './substance.ts'

describe('an output of nothing but a stand-in', () => {
  test.each([
    ...['{}', '{ \n }', 'null', 'NULL', '""', "''", 'undefined', 'none', 'None', 'nil'],
    ...['TODO', 'todo', '# TODO', '> TBD', '- TBC', '* fixme', '_placeholder_', '**TODO**', 'FIXME: write this'],
    ...['to be done', 'To be written', 'to be determined', 'to be added', 'coming soon', 'WIP', 'n/a', 'N/A', 'xxx'],
    ...['xxxxx', 'Lorem ipsum dolor sit amet,\nconsectetur', '# Lorem ipsum', '> lorem ipsum'],
    ...['{{ title }}', '<your text>', '[insert title]', '[Content]', '[output goes here]', '[the rest of it]'],
    ...[
      '...',
      '…',
      '---',
      '***',
      '___',
      '. - _',
      '# Title',
      '# Title\n\n## Part\n',
      '# Title\n\nTODO',
      '# Title\n\n{}',
      'null\n# End',
    ],
    ...['  TBD  \n', `todo ${'x'.repeat(79)}`],
  ])('%j has no substance', (text) => {
    expect(judged({ text }).kind).toBe('hollow')
  })

  test('is told by its kind', () => {
    const whys = ['{}', 'TODO', 'Lorem ipsum', '{{ title }}', '...', '# Title'].map((text) => judged({ text }))
    expect(whys).toEqual(
      [
        'is an empty value',
        'announces content that is not there',
        'is filler',
        'is a template that nobody filled in',
        'holds only dots or dashes',
        'holds headings alone',
      ].map((why) => ({ kind: 'hollow', rule: 'placeholder', why })),
    )
  })
})

describe('an output that says something', () => {
  test.each([
    ...['{"a":1}', 'nullable', 'a null', 'none of these', '"a"', 'undefined behaviour', '{} and more'],
    ...['The TODO list is empty.', 'Todos: wash up', 'todo.\nThe rest is done.', 'To be or not to be', 'xx'],
    ...['WIPO treaty', 'todo2', 'todó', 'Not lorem ipsum', 'lorem ipsums', 'lorem'],
    ...['{{ title }} is set', 'a {{ title }}', '<p>text</p>', '<a', '[link](here)', '[1, 2]', '["insert"]'],
    ...['None # of the readers agreed', 'Todo: see\n# Part\n\nText'],
    ...['... and so on', 'a.', '# Title\n\nText', '#Title'],
    ...[`todo ${'x'.repeat(80)}`, `[here ${'y'.repeat(41)}]`, `[${'y'.repeat(41)} here]`, 'x [here]'],
    `{{${'x'.repeat(201)}}}`,
    `<${'x'.repeat(201)}>`,
  ])('%j has substance', (text) => {
    expect(judged({ text })).toEqual({ kind: 'substantial', rule: 'placeholder, parses, copy' })
  })

  test('is not searched for stand-ins from 2,000 characters on', () => {
    const dots = (length: number) => judged({ text: '.'.repeat(length) }).kind
    expect([dots(1_999), dots(2_000)]).toEqual(['hollow', 'substantial'])
  })
})

describe('an output has to parse as what its name says', () => {
  test.each([
    ['a.json', '{"a":1}'],
    ['a.json', '\uFEFF{"a":1}'],
    ['a.jsonl', '{"a":1}\n\n{"a":2}\n'],
    ['a.jsonl', '{"a":1}\n \t\n{"a":2}\n'],
    ['a.ndjson', '1\n2'],
    ['a.yaml', 'a: 1\nb: 2'],
    ['a.yml', 'a: 1'],
    ['a.yaml', '%YAML 1.2'],
    ['a.yaml.txt', 'not: [a map'],
    ['a.md', '{"a":'],
    ['json', '{"a":'],
    ['jsonl', '{"a":'],
  ])('%s with %j does', (path, text) => {
    expect(judged({ path, text }).kind).toBe('substantial')
  })

  test.each([
    ['a.json', '{"a":', /^is no JSON: ./],
    ['a.jsonl', '{"a":1}\n{"a":', /^is no JSON in its line 2$/],
    ['a.ndjson', '\n\n{', /^is no JSON in its line 1$/],
    ['a.yaml', 'not: [a map', /^is no YAML map$/],
    ['a.yml', 'just words', /^is no YAML map$/],
    ['a.yml', '"quoted', /^is no YAML map$/],
    ['a.yml', "'quoted", /^is no YAML map$/],
    ['a.yml', '- a list', /^is no YAML map$/],
    ['a.md', 'a\0b', /^is no text in UTF-8$/],
    ['a.txt', 'a\uFFFDb', /^is no text in UTF-8$/],
  ])('%s with %j does not', (path, text, why) => {
    expect(judged({ path, text })).toEqual({ kind: 'hollow', rule: 'parses', why: expect.stringMatching(why) })
  })

  test('unless it is too large for that', () => {
    const holders = `[${'[],'.repeat(60_000)}1]`
    expect(judged({ path: 'a.json', text: holders })).toEqual({ kind: 'undecided', rule: 'parses' })
    expect(judged({ path: 'a.json', text: `${'['.repeat(1_000)}` }).kind).toBe('hollow')
    const words = (length: number) => 'just words '.repeat(20_000).slice(0, length)
    for (const path of ['a.yaml', 'a.yml']) {
      expect(judged({ path, text: words(131_073) })).toEqual({ kind: 'undecided', rule: 'parses' })
      expect(judged({ path, text: words(131_072) }).kind).toBe('hollow')
    }
    expect(judged({ path: 'a.yaml.txt', text: words(131_073) }).kind).toBe('substantial')
  })

  test('unless only its start was read, or it is no text to begin with', () => {
    expect(judged({ path: 'a.json', text: '{"a":', cut: true })).toEqual({ kind: 'undecided', rule: 'not read whole' })
    expect(judged({ path: 'a.png', text: 'a\0b' })).toEqual({ kind: 'undecided', rule: 'parses' })
    expect(judged({ path: 'a.png', text: 'a\uFFFDb' })).toEqual({ kind: 'undecided', rule: 'parses' })
  })
})

describe('an output that copies what the service was given', () => {
  const copied = { kind: 'hollow', rule: 'copy', why: 'is a copy of the input "brief"' }

  test('has no substance, whether the caller or another service gave it', () => {
    expect(judged({ text: ' The brief. \n' }, { from: 'caller', path: null }, { caller: 'The brief.' })).toEqual(copied)
    const other = judged(
      { text: 'The brief.' },
      { from: 'editor', path: 'bindings/editor/brief.md' },
      { other: '\nThe brief.' },
    )
    expect(other).toEqual(copied)
    // What the caller bound may lie in a file of the run as well.
    expect(
      judged({ text: 'The brief.' }, { from: 'caller', path: 'bindings/editor/brief.md' }, { other: 'The brief.' }),
    ).toEqual(copied)
  })

  test('is one that holds all of it and nothing else', () => {
    for (const caller of ['The brie', 'The brief.!', '', ' '])
      expect(judged({ text: 'The brief.' }, { from: 'caller', path: null }, { caller }).kind).toBe('substantial')
    expect(judged({ text: 'The brief.' }, { from: 'editor', path: null }, { caller: 'The brief.' }).kind).toBe(
      'substantial',
    )
  })
})

test('an output is held against all inputs, and called a copy of the first that it equals', () => {
  const inputTexts = new Map(Object.entries({ one: 'abcd', two: 'abce', three: 'abce', four: ' ', five: 'abcdef' }))
  const inputs = [...inputTexts.keys(), 'gone'].map((name) => ({ name, from: 'caller', path: null }))
  const service = {
    name: 'writer',
    inputs: [...inputs, { name: 'lost', from: 'editor', path: 'bindings/editor/x.md' }],
  }
  const copied = (text: string) => {
    const output = { path: 'a', cut: false, text, service } as unknown as OutputReading
    const found = substanceOf(output, { material: { inputTexts }, outputs: new Map() } as unknown as Case)
    return found.kind === 'hollow' ? found.why : found.kind
  }
  expect(['abcd', 'abce', 'abcdef', 'abcf'].map(copied)).toEqual([
    'is a copy of the input "one"',
    'is a copy of the input "two"',
    'is a copy of the input "five"',
    'substantial',
  ])
})

test('an empty list may be what was asked for, and what was not read may be anything', () => {
  expect(judged({ text: ' [] ' })).toEqual({ kind: 'undecided', rule: 'an empty list' })
  expect(judged({ text: '[[]]' }).kind).toBe('substantial')
  expect(judged({ text: null })).toEqual({ kind: 'undecided', rule: 'not read' })
})

// Helpers

function judged(
  output: Partial<OutputReading>,
  input: { readonly from: string; readonly path: string | null } = { from: 'caller', path: null },
  given: { readonly caller?: string; readonly other?: string } = {},
): Substance {
  const service = { name: 'writer', inputs: [{ name: 'brief', ...input }] }
  const inputTexts = new Map(given.caller === undefined ? [] : [['brief', given.caller]])
  const outputs = new Map(given.other === undefined ? [] : [['bindings/editor/brief.md', { text: given.other }]])
  return substanceOf(
    { path: 'a', cut: false, text: '', service, ...output } as OutputReading,
    { material: { inputTexts }, outputs } as unknown as Case,
  )
}
