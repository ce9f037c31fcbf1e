import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decisionTable } from './read-decision.table.ts'
import { readDecision } from './read-decision.ts'
import { verdictTable } from './read-verdict.table.ts'
import { readVerdict } from './read-verdict.ts'

const runs = { seed: 20, numRuns: 400 }

describe('every reply', () => {
  test('has exactly one reading, with any text and any data', () => {
    fc.assert(
      fc.property(fc.oneof(noise, reply), fc.option(fc.jsonValue(), { nil: undefined }), (text, data) => {
        const given = { text, ...(data === undefined ? {} : { data: data as never }) }
        const verdict = readVerdict(given)
        expect(['accept', 'reject', 'unreadable']).toContain(verdict.verdict)
        expect(verdict.readable).toBe(verdict.verdict !== 'unreadable')
        const decision = readDecision(given)
        expect(['continue', 'adjust', 'abort', 'unreadable']).toContain(decision.decision)
        expect(decision.readable).toBe(decision.decision !== 'unreadable')
        expect([readVerdict(given), readDecision(given)]).toEqual([verdict, decision])
      }),
      runs,
    )
  })

  test('reads the same in capitals and in small letters', () => {
    fc.assert(
      fc.property(reply, (text) => {
        const raised = text.replace(/[a-z]/g, (letter) => letter.toUpperCase())
        const lowered = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
        expect(decisionsOf(raised)).toEqual(decisionsOf(lowered))
      }),
      runs,
    )
  })

  test('reads the same inside fences, quotation marks, emphasis, block quotes and white space', () => {
    fc.assert(
      fc.property(reply, fc.array(wrapping, { minLength: 1, maxLength: 3 }), (text, wrappings) => {
        const wrapped = wrappings.reduce((inner, wrap) => wrap(inner), text)
        expect(decisionsOf(wrapped)).toEqual(decisionsOf(text))
      }),
      runs,
    )
  })
})

describe('an acceptance', () => {
  test('never comes about by putting a negation in', () => {
    fc.assert(
      fc.property(reply, fc.nat(), negation, (text, at, denial) => {
        // Between words, and not on the line of a fence, where words are markup.
        const places = [...text.matchAll(/(?<=^|\s)|(?=\s|$)/g)]
          .map(({ index }) => index)
          .filter((index) => !lineAround(text, index).includes('```'))
        const place = places[at % places.length] ?? 0
        const denied = `${text.slice(0, place)} ${denial} ${text.slice(place)}`
        if (readVerdict({ text: denied }).verdict === 'accept') expect(readVerdict({ text }).verdict).toBe('accept')
      }),
      { ...runs, numRuns: 2000 },
    )
  })

  test('does not survive a negation right before or after its word', () => {
    const accepting = rowsOf(verdictTable).filter(
      ([text, reads]) => reads.startsWith('accept by l') && !text.includes('`'),
    )
    expect(accepting.length).toBeGreaterThan(20)
    for (const [text] of accepting)
      for (const denial of ['not', 'never', 'no, not'])
        for (const denied of [text.replace(/accept/i, `${denial} accept`), text.replace(/accept\w*/i, `$& ${denial}`)])
          expect([denied, readVerdict({ text: denied }).verdict]).toEqual([denied, 'unreadable'])
  })

  test('says accept', () => {
    fc.assert(
      fc.property(fc.oneof(noise, reply), (text) => {
        if (readVerdict({ text }).verdict === 'accept') expect(text).toMatch(/accept/i)
      }),
      runs,
    )
  })
})

test('an abort never comes about by putting a negation in front of the only abort', () => {
  const aborting = rowsOf(decisionTable).filter(([text]) => text.match(/abort/gi)?.length === 1 && !/["`_]/.test(text))
  expect(aborting.length).toBeGreaterThan(15)
  for (const [text] of aborting) {
    const denied = text.replace(/abort/i, 'do not $&')
    expect([denied, readDecision({ text: denied }).decision]).not.toEqual([denied, 'abort'])
  }
})

// Helpers

// Long for its lists: every word that a rule turns on is in the replies that are tried.

const decisionsOf = (text: string) => [readVerdict({ text }).verdict, readDecision({ text }).decision]

const lineAround = (text: string, at: number) =>
  text.slice(text.lastIndexOf('\n', at - 1) + 1, (text.indexOf('\n', at) + 1 || text.length + 1) - 1)

const rowsOf = (table: Readonly<Record<string, readonly (readonly [unknown, string, string?])[]>>) =>
  Object.values(table).flatMap((rows) =>
    rows.flatMap(([reply, reads]) => (typeof reply === 'string' ? [[reply, reads] as const] : [])),
  )

const noise = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 }).map((units) => String.fromCharCode(...units)),
)

const negation = fc.constantFrom(
  'not',
  'no',
  'never',
  'do not',
  'cannot',
  "don't",
  'No.',
  'Not',
  'nothing',
  'none',
  'without',
  'nor',
  'NOT',
)

const piece = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ...[
        'Accept',
        'accept',
        'accepted',
        'reject',
        'Rejected',
        'Verdict: ',
        '**Verdict:** ',
        'Decision: ',
        '## Verdict\n',
        'verdict',
      ],
      ...[
        'continue',
        'adjust',
        'abort',
        'aborting',
        'adjustment',
        'it',
        'this',
        'the draft',
        'issues',
        'further',
        'only',
        'if',
        'but',
      ],
      ...[
        'However',
        'with',
        'or',
        'and',
        'no',
        'not',
        'I',
        'would',
        'is',
        'because',
        'wrong',
        'all criteria are met',
        'instead of',
      ],
      ...['on second thought', 'well', 'Actually', 'no issues', '不', 'é', '\ud800', '\u0000', '✅', '👎'],
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...[
        '{"verdict":"accept"}',
        '{"verdict":"reject"}',
        '{"decision":"abort"}',
        '{"decision":"continue"}',
        '{"a":1}',
        '{}',
        '{"',
        '{',
      ],
      ...['[{"verdict":"accept"}]', '{"verdict":"accept","verdict":"reject"}', '{"verdict":"accept",}', '}'],
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '\n```\nVerdict: accept\n```\n',
      '\n> Verdict: accept\n',
      '\n> abort\n',
      '\n```json\n',
      '\n```\n',
    ),
  },
)

const glue = fc.constantFrom(' ', ' ', ' ', '. ', ', ', ': ', '? ', '! ', '\n', '\n\n', ' — ', '; ', '/', '')

/** Replies put together from the words that the rules turn on. */
const reply = fc
  .array(fc.tuple(piece, glue), { minLength: 1, maxLength: 7 })
  .map((parts) => parts.map(([words, join]) => words + join).join(''))

const wrapping = fc.constantFrom<(text: string) => string>(
  (text) => `\n  ${text}\n\n`,
  (text) => `"${text}"`,
  (text) => `“${text}”`,
  (text) => `'${text}'`,
  (text) => `**${text}**`,
  (text) => `_${text}_`,
  (text) => `${fenceFor(text, '`')}text\n${text}\n${fenceFor(text, '`')}`,
  (text) => `${fenceFor(text, '~')}\n${text}\n${fenceFor(text, '~')}`,
  (text) => text.replace(/^/gm, '> '),
)

/** A fence longer than any run of its mark inside, as Markdown asks for. */
const fenceFor = (text: string, mark: string) => {
  const runs = text.match(mark === '`' ? /`+/g : /~+/g) ?? []
  return mark.repeat(Math.max(3, ...runs.map((run) => run.length + 1)))
}
