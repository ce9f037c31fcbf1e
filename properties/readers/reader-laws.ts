import fc from 'fast-check'
import type { Reply } from '../../src/composites/reply.ts'
import type { DecisionReader } from '../../src/decisions/reading.ts'
import { isObject, type Json } from '../../src/json/json.ts'
import type { Check } from '../check/check.ts'
import { Imports } from '../print/imports.ts'
import { literal } from '../print/literal.ts'
import { DENIALS, DOUBTS, LOOKALIKES, STATEMENTS, say, WORDS, WRAPPINGS } from './reply-pieces.ts'

/** What a reader decides between. */
export interface ReaderKind {
  /** The field of its reading that is the decision. */
  readonly field: string
  /** The decisions, from the least restrictive to the most. */
  readonly values: readonly string[]
  /** The one that must never be read on doubt. */
  readonly affirmative?: string
  /** Whether of several mentioned decisions the most restrictive holds; else they are none. */
  readonly mostRestrictive?: boolean
}

/** Where a test to paste imports a reader from. */
export interface ReaderOrigin {
  readonly module: string
  readonly name: string
}

/** One try: numbers that pick words and patterns. */
type ReaderTry = readonly [pattern: number, word: number, words: number, wrapping: number, other: number]

/** The laws of reading decisions, made ready to be tried on a reader. */
export function readerChecks(
  read: DecisionReader,
  kind: ReaderKind,
  origin: ReaderOrigin,
): readonly Check<ReaderTry>[] {
  const { affirmative } = kind
  return laws(kind)
    .filter(({ law }) => affirmative !== undefined || !AFFIRMING.includes(law))
    .map((law) => check(read, kind, origin, law))
}

// Helpers

const AFFIRMING = ['no-doubt', 'no-lookalike']

/** A reply, what may be read from it, and what the reading is called when it goes wrong. */
interface Claim {
  readonly reply: Pick<Reply, 'text' | 'data'>
  readonly may: (decision: string) => boolean
  readonly expected: string
  readonly saw: string
}

interface ReaderLaw {
  readonly law: string
  readonly statement: string
  claim(tried: ReaderTry): Claim
}

const SOURCE = 'issue "The whole path", 3; docs/information-flow.md'

function laws({ field, values, affirmative = '', mostRestrictive = false }: ReaderKind): readonly ReaderLaw[] {
  const value = (n: number) => values[n % values.length]!
  const pick = <T>(list: readonly T[], n: number) => list[n % list.length]!
  return [
    {
      law: 'one-reading',
      statement: 'Every reply has one reading, and a decision said plainly is read.',
      claim([pattern, word, words]) {
        const [decision, other] = [value(word), pick(WORDS, words)]
        // Every third try says anything at all, with data of any shape.
        if (pattern % 3 === 2)
          return {
            reply: { text: other, data: pick(DATA, pattern >> 2) },
            may: () => true,
            expected: 'any reading',
            saw: 'noise',
          }
        const text = say(pick(STATEMENTS, pattern), decision, field)
        return { reply: { text }, may: (read) => read === decision, expected: decision, saw: decision }
      },
    },
    {
      law: 'wrapping',
      statement: 'Fences, quotes, Markdown and white space around a reply do not change its reading.',
      claim([pattern, word, , wrapping, other]) {
        const decision = value(word)
        const [inner, outer] = [pick(WRAPPINGS, wrapping), pick(WRAPPINGS, other)]
        const wrapped = inner.wrap(say(pick(STATEMENTS.slice(0, 5), pattern), decision, field))
        const text = other % 3 === 0 ? outer.wrap(wrapped) : wrapped
        return { reply: { text }, may: (read) => read === decision, expected: decision, saw: inner.name }
      },
    },
    {
      law: 'no-negation',
      statement: 'A decision that is denied is not read.',
      claim([pattern, word, words, , other]) {
        const decision = value(word)
        const denial = say(pick(DENIALS, pattern), decision)
        const text = other % 2 === 0 ? denial : `${denial} ${pick(WORDS, words)}`
        return {
          reply: { text },
          may: (read) => read !== decision,
          expected: `anything but ${decision}`,
          saw: `not ${decision}`,
        }
      },
    },
    {
      law: 'no-doubt',
      statement: 'Accepting fails closed: on a condition, a contradiction or a question nothing is accepted.',
      claim([pattern]) {
        const text = say(pick(DOUBTS, pattern), affirmative)
        return {
          reply: { text },
          may: (read) => read !== affirmative,
          expected: `anything but ${affirmative}`,
          saw: 'doubt',
        }
      },
    },
    {
      law: 'no-lookalike',
      statement: 'Only the word itself accepts: no other word, no true, no 1.',
      claim([pattern]) {
        const text = say(pick(LOOKALIKES, pattern), affirmative, field)
        return {
          reply: { text },
          may: (read) => read !== affirmative,
          expected: `anything but ${affirmative}`,
          saw: 'lookalike',
        }
      },
    },
    {
      law: 'agreement',
      statement: mostRestrictive
        ? 'Of several decisions that are stated, the most restrictive holds.'
        : 'Two statements that differ are no decision.',
      claim([pattern, word, words, wrapping, other]) {
        const [one, two] = [value(word), value(word + 1 + (other % (values.length - 1)))]
        const strict = values.indexOf(one) > values.indexOf(two) ? one : two
        const text = say(pick(['{field}: {}', '{"{field}": "{}"}'], pattern), one, field)
        const second = say(pick(['{field}: {}', '{"{field}": "{}"}'], pattern + 1), two, field)
        const reply =
          wrapping % 2 === 0
            ? { text: `${text}\n\n${pick(WORDS.slice(0, 4), words)}\n\n${second}` }
            : { text, data: { [field]: two } }
        return mostRestrictive
          ? { reply, may: (read) => read === strict, expected: strict, saw: `${one} and ${two}` }
          : { reply, may: (read) => !values.includes(read), expected: 'no decision', saw: `${one} and ${two}` }
      },
    },
  ]
}

const DATA: readonly Json[] = [
  null,
  true,
  0,
  'x',
  [],
  {},
  { verdict: null },
  { decision: [] },
  { verdict: { verdict: 'accept' } },
  ['accept'],
]

function check(
  read: DecisionReader,
  kind: ReaderKind,
  { module, name }: ReaderOrigin,
  law: ReaderLaw,
): Check<ReaderTry> {
  const { field } = kind
  const decisionOf = (reply: Claim['reply']) =>
    String((read(reply) as unknown as { readonly [field: string]: unknown })[field])
  return {
    law: law.law,
    statement: law.statement,
    source: SOURCE,
    subject: name,
    origin: { kind: 'reader', from: { module, name } },
    arbitrary: fc.tuple(fc.nat(59), fc.nat(11), fc.nat(WORDS.length - 1), fc.nat(WRAPPINGS.length - 1), fc.nat(23)),
    declared: declared(law.law, kind),
    storable: { fits: `${law.law} ${kind.values.join(' ')}`, accepts: isTry },
    attempt(tried, tally) {
      const { reply, may, expected, saw } = law.claim(tried)
      const before = JSON.stringify(reply)
      const decision = decisionOf(reply)
      tally.saw(saw)
      tally.counted()
      const violations = []
      if (!may(decision)) violations.push(`${literal(reply)} reads "${decision}", not ${expected}`)
      if (decisionOf(reply) !== decision)
        violations.push(`${literal(reply)} reads "${decision}", and then something else`)
      const { readable } = read(reply)
      if (readable !== kind.values.includes(decision))
        violations.push(`${literal(reply)} reads "${decision}" and says that it is ${readable ? '' : 'un'}readable`)
      if (JSON.stringify(reply) !== before) violations.push(`${literal(JSON.parse(before))} is changed by being read`)
      return violations.map((message) => ({ invariant: law.law, event: 0, message, witness: [] }))
    },
    async print(tried) {
      const { reply, may } = law.claim(tried)
      const used = new Imports()
      used.add(module, name)
      const allowed = [...kind.values, 'unreadable'].filter(may)
      return [
        `${used}\n`,
        `test(${literal(`${name} keeps the law "${law.law}"`)}, () => {`,
        `  const reply = ${literal(reply)}`,
        `  const reading = ${name}(reply)`,
        `  expect(${literal(allowed)}).toContain(reading.${field})`,
        `  expect(reading.readable).toBe(${literal([...kind.values])}.includes(reading.${field}))`,
        `  expect(${name}(reply).${field}).toBe(reading.${field})`,
        `  expect(reply).toEqual(${literal(reply)})`,
        '})\n',
      ].join('\n')
    },
  }
}

function declared(law: string, { values }: ReaderKind): readonly string[] {
  if (law === 'one-reading') return [...values, 'noise']
  if (law === 'wrapping') return WRAPPINGS.map(({ name }) => name)
  if (law === 'no-negation') return values.map((value) => `not ${value}`)
  if (law === 'agreement')
    return values.flatMap((one) => values.filter((two) => two !== one).map((two) => `${one} and ${two}`))
  return [law === 'no-doubt' ? 'doubt' : 'lookalike']
}

const isTry = (value: unknown): value is ReaderTry =>
  Array.isArray(value) &&
  value.length === 5 &&
  value.every((one) => Number.isInteger(one) && one >= 0) &&
  !isObject(value)
