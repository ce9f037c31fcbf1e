import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { QUOTE_LENGTH, withhold } from './withhold.ts'

const CRITERIA = 'Every claim names a source, and no source is a blog.'

describe('withhold', () => {
  test('a quote of the criteria becomes [withheld]', () => {
    expect(withhold('It fails "Every claim names a source" twice.', CRITERIA)).toBe('It fails "[withheld]" twice.')
  })

  test('23 code points are no quote, 24 are one', () => {
    expect(withhold(CRITERIA.slice(0, 23), CRITERIA)).toBe('Every claim names a sou')
    expect(withhold(CRITERIA.slice(0, 24), CRITERIA)).toBe('[withheld]')
  })

  test('criteria of 24 code points are withheld as a whole', () => {
    const criteria = CRITERIA.slice(0, 24)
    expect(withhold(`It fails: ${criteria}`, criteria)).toBe('It fails: [withheld]')
  })

  test('what stands around a quote stays, to the character', () => {
    expect(withhold(`a${CRITERIA}b`, CRITERIA)).toBe('a[withheld]b')
  })

  test('a long quote and a short one leave the same mark, so that no length shows', () => {
    expect(withhold(CRITERIA, CRITERIA)).toBe(withhold(CRITERIA.slice(5, 30), CRITERIA))
  })

  test('quotes that touch become one mark, quotes that do not stay two', () => {
    const [first, second] = [CRITERIA.slice(0, 24), CRITERIA.slice(20)]
    expect(withhold(`${first}${second}`, CRITERIA)).toBe('[withheld]')
    expect(withhold(`${first};${second}`, CRITERIA)).toBe('[withheld];[withheld]')
  })

  test('a mark that is there already and touches a quote goes with it', () => {
    expect(withhold(`[withheld]${CRITERIA}[withheld]!`, CRITERIA)).toBe('[withheld]!')
  })

  test('a mark does not complete a quote with what stands beside it', () => {
    const criteria = `- [x] two dozen of characters here. ${CRITERIA}`
    const text = `${CRITERIA} two dozen of character`
    expect(withhold(text.slice(CRITERIA.length), criteria)).toBe(' two dozen of character')
    expect(withhold(text, criteria)).toBe('[withheld]')
  })

  test('case and white space count: what is quoted otherwise is a stated limit', () => {
    expect(withhold(CRITERIA.toUpperCase(), CRITERIA)).toBe(CRITERIA.toUpperCase())
    expect(withhold(CRITERIA.replaceAll(' ', '  '), CRITERIA)).toBe(CRITERIA.replaceAll(' ', '  '))
  })

  test('characters outside the basic plane count as one', () => {
    const faces = '😀😁😂🤣😃😄😅😆😉😊😋😎😍😘🥰😗😙😚🙂🤗🤩🤔🤨😐😑'
    expect(withhold(faces.slice(0, 2 * 23), faces)).toBe(faces.slice(0, 2 * 23))
    expect(withhold(`x${faces.slice(0, 2 * 24)}x`, faces)).toBe('x[withheld]x')
  })

  test('half of a surrogate pair is never torn off', () => {
    const criteria = `\ude00${'a'.repeat(30)}`
    expect(withhold(`\ud83d\ude00${'a'.repeat(30)}`, criteria)).toBe('\ud83d\ude00[withheld]')
    expect(withhold(`\ude00${'a'.repeat(30)}`, criteria)).toBe('[withheld]')
  })

  test('criteria under 24 code points are never withheld', () => {
    expect(withhold('It is above 10. '.repeat(9), 'It is above 10.')).toBe('It is above 10. '.repeat(9))
    expect(withhold('😀'.repeat(40), '😀'.repeat(20))).toBe('😀'.repeat(40))
  })
})

describe('for every text and criteria', () => {
  test('no run of 24 code points of the criteria is left', () => {
    fc.assert(
      fc.property(quoting, ([text, criteria]) => {
        expect(runsOf(withhold(text, criteria), criteria)).toEqual([])
      }),
    )
  })

  test('withholding twice changes nothing', () => {
    fc.assert(
      fc.property(quoting, ([text, criteria]) => {
        const once = withhold(text, criteria)
        expect(withhold(once, criteria)).toBe(once)
      }),
    )
  })

  test('a text without a quote comes back as it is', () => {
    fc.assert(
      fc.property(quoting, ([text, criteria]) => {
        fc.pre(runsOf(text, criteria).length === 0)
        expect(withhold(text, criteria)).toBe(text)
      }),
    )
  })

  test('how much of the criteria a text quotes does not show', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 60, maxLength: 90, unit: fc.constantFrom(...'abcdefgh') }),
        fc.tuple(fc.nat({ max: 20 }), fc.integer({ min: 24, max: 40 })),
        fc.tuple(fc.nat({ max: 20 }), fc.integer({ min: 24, max: 40 })),
        (criteria, [from, length], [otherFrom, otherLength]) => {
          const around = (quote: string) => withhold(`Here it is: ${quote}.`, criteria)
          expect(around(criteria.slice(from, from + length))).toBe(
            around(criteria.slice(otherFrom, otherFrom + otherLength)),
          )
        },
      ),
    )
  })

  test('two marks never stand side by side', () => {
    fc.assert(
      fc.property(quoting, ([text, criteria]) => {
        fc.pre(!text.includes('[withheld][withheld]'))
        expect(withhold(text, criteria)).not.toContain('[withheld][withheld]')
      }),
    )
  })
})

// Helpers

const unit = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', 'b') },
  { weight: 1, arbitrary: fc.constantFrom('[', ']', '\n', '[withheld]', '😀', '\ud83d', '\ude00') },
)

const fragment = fc.string({ unit, maxLength: 40 })

/** A text that is stitched together from pieces of the criteria and others, over a small alphabet so that runs meet. */
const quoting = fc.string({ unit, minLength: 1, maxLength: 60 }).chain((criteria) =>
  fc
    .array(
      fc.oneof(
        fragment,
        fc.tuple(fc.nat({ max: 60 }), fc.nat({ max: 60 })).map(([from, length]) => criteria.slice(from, from + length)),
      ),
      { maxLength: 5 },
    )
    .map((pieces) => [pieces.join(''), criteria] as const),
)

/** The same question, asked in the plainest way there is. */
function runsOf(text: string, criteria: string): readonly string[] {
  const [points, wanted] = [Array.from(text), Array.from(criteria)]
  const runs = new Set(
    wanted
      .map((_, i) => wanted.slice(i, i + QUOTE_LENGTH))
      .filter(isWhole)
      .map(written),
  )
  return points
    .map((_, i) => points.slice(i, i + QUOTE_LENGTH))
    .filter((run) => isWhole(run) && runs.has(written(run)))
    .map(written)
}

const isWhole = (run: readonly string[]): boolean => run.length === QUOTE_LENGTH

/** Joined in a way that keeps a lone surrogate apart from its neighbour. */
const written = (run: readonly string[]): string => run.join('|')
