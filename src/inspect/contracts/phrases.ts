import { isObject } from '../../json/json.ts'
import { type ClauseValue, fieldValue, isBlank, listOf, scalarOf } from './clause-value.ts'
import { readList, readShape } from './phrase-list.ts'

/** What a rule found: `partly` when some of several things hold, `unknown` when it cannot tell. */
export type Finding = 'held' | 'partly' | 'broken' | 'unknown'

/** A part of a clause that a rule decides. */
export interface Phrase {
  /** Which rule; docs/scoring.md lists them. */
  readonly rule: 'present' | 'parses' | 'enumeration' | 'range' | 'count' | 'fields' | 'literal'
  readonly test: (value: ClauseValue) => Finding
  /** Where the phrase ends in the text. */
  readonly end: number
}

/** Reads the phrase that begins at an offset; undefined when no rule knows it. */
export function readPhrase(text: string, from: number): Phrase | undefined {
  for (const [pattern, read] of GRAMMAR) {
    pattern.lastIndex = from
    const match = pattern.exec(text)
    const phrase = match ? read(match, text, pattern.lastIndex) : undefined
    if (phrase) return phrase
  }
  return undefined
}

// Helpers

type Read = (match: RegExpExecArray, text: string, end: number) => Phrase | undefined

const held = (holds: boolean): Finding => (holds ? 'held' : 'broken')
/** Whether words explain, no rule can tell; that there are some beside the headings, one can. */
const explains = (value: ClauseValue): Finding =>
  known(
    value,
    held(
      value.text
        .replace(/^#{1,6}[ \t].*$/gmu, '')
        .split(/\s+/u)
        .filter((word) => word !== '').length >= 5,
    ),
  )

const filled = (value: ClauseValue): Finding => held(!isBlank(value))

const GRAMMAR: readonly (readonly [pattern: RegExp, read: Read])[] = [
  [
    /(?:is\s+)?(?:present|non-empty|non-blank|not empty|exists)(?![\w-])/iuy,
    (_, __, end) => ({ rule: 'present', test: filled, end }),
  ],
  [
    /(?:an?\s+)?(non-empty\s+)?(?:valid\s+)?(?:markdown|plain text|text|string)(?:\s+(?:file|document))?(?![\w-])/iuy,
    ([, full], _, end) => ({ rule: 'parses', test: (value) => (full ? filled(value) : held(isText(value))), end }),
  ],
  [
    /(?:an?\s+)?(non-empty\s+)?(?:valid\s+)?(json\s+)?(object|array|list)(?:\s+of\s+(?:strings|texts|numbers|objects|items))?(?![\w-])/iuy,
    ([, full, json, kind], _, end) => ({
      rule: 'parses',
      test: (value) => isKind(value, kind!.toLowerCase(), full !== undefined, json !== undefined),
      end,
    }),
  ],
  [
    /(?:valid\s+)?json(?:\s+(?:file|document))?(?![\w-])/iuy,
    (_, __, end) => ({ rule: 'parses', test: (value) => known(value, held(value.json !== undefined)), end }),
  ],
  [
    /(?:an?\s+)?(?:https?\s+)?url(?![\w-])/iuy,
    (_, __, end) => ({ rule: 'parses', test: scalarTest((word) => /^https?:\/\/[^\s/]+\S*$/u.test(word)), end }),
  ],
  [
    /(?:a\s+)?boolean(?![\w-])|true or false(?![\w-])/iuy,
    (_, __, end) => ({ rule: 'enumeration', test: scalarTest((word) => word === 'true' || word === 'false'), end }),
  ],
  [
    /(?:that\s+)?(?:explain|say|stat)(?:ing|es|s)\s+(?:why|the reason|what happened|what went wrong)(?![\w-])/iuy,
    (_, __, end) => ({ rule: 'count', test: explains, end }),
  ],
  [/(?:one of|either)\s+/iuy, (_, text, end) => listed(text, end, 'enumeration', oneOf)],
  [
    /(?:an?\s+)?(number|integer|whole number)?\s*(?:(?:from|between|in)\s+|\()\[?(-?\d+(?:\.\d+)?)\s*(?:to|and|-|–|,)\s*(-?\d+(?:\.\d+)?)[\])]?(?![\w.])/iuy,
    ([, kind, low, high], _, end) => ({
      rule: 'range',
      test: numberTest((number) => number >= Number(low) && number <= Number(high) && fits(kind, number)),
      end,
    }),
  ],
  [
    /(at least|no fewer than|at most|no more than|up to|exactly|more than|fewer than|less than|≥|>=|≤|<=|>|<)\s*(-?\d+(?:\.\d+)?)(?:\s+(items?|entries|entry|rows?|elements?|records?|words?|lines?|characters?))?(?![\w.])/iuy,
    ([, relation, limit, unit], _, end) => bound(relation!.toLowerCase(), Number(limit), unit?.toLowerCase(), end),
  ],
  [
    /(?:an?\s+)?(number|integer|whole number)(?![\w-])/iuy,
    ([, kind], _, end) => ({ rule: 'range', test: numberTest((number) => fits(kind, number)), end }),
  ],
  [
    /(?:each|every)\s+(?:item|entry|row|element|record)\s+(?:has|with|having)\s+(?:the\s+)?(?:(?:fields?|keys?)\s+)?/iuy,
    (_, text, end) => listed(text, end, 'fields', everyItem),
  ],
  [
    /(?:with|having|has|containing)\s+(?:the\s+)?(?:fields?|keys?)\s+|(?:with|having|has)\s+(?=`)/iuy,
    (_, text, end) => listed(text, end, 'fields', fields),
  ],
  [
    /(?:with|having|has)\s+(?:an?\s+|the\s+)?(?:headings?|sections?)\s+/iuy,
    (_, text, end) => listed(text, end, 'literal', headings),
  ],
  [
    /(?:shaped as|of the shape|shape)?:?\s*(?=`?\{)/iuy,
    (_, text, end) => {
      const shape = readShape(text, end)
      return (
        shape && { rule: 'fields', test: fields(shape.names.filter((name) => !name.endsWith('?'))), end: shape.end }
      )
    },
  ],
  [
    /(containing|contains|mentions|mentioning|starting with|starts with|ending with|ends with)\s+/iuy,
    ([, verb], text, end) => {
      const { names, end: after } = /["`]/u.test(text[end] ?? '') ? readList(text, end) : { names: [], end }
      return names.length === 0 ? undefined : { rule: 'literal', test: literal(verb!.toLowerCase(), names), end: after }
    },
  ],
]

function listed(
  text: string,
  from: number,
  rule: Phrase['rule'],
  test: (names: readonly string[]) => Phrase['test'],
): Phrase | undefined {
  const { names, end } = readList(text, from)
  return names.length === 0 ? undefined : { rule, test: test(names), end }
}

/** What was cut off may hold what is missing. */
const known = (value: ClauseValue, finding: Finding): Finding => (value.cut && finding !== 'held' ? 'unknown' : finding)

const isText = ({ text, json, isField }: ClauseValue) =>
  !(isField && typeof json !== 'string') && !text.includes('\0') && !text.includes('\u{FFFD}')

/** What Markdown has of lists and maps, no rule reads, unless JSON is asked for. */
function isKind(value: ClauseValue, kind: string, full: boolean, asJson: boolean): Finding {
  const { json } = value
  if (json === undefined && !asJson) return 'unknown'
  const list = asJson && !Array.isArray(json) ? undefined : listOf(value)
  const content = kind === 'object' ? (isObject(json) ? json : undefined) : list
  return known(value, held(content !== undefined && (!full || Object.keys(content).length > 0)))
}

/** A value of several lines without a label of the right name is prose that no rule reads. */
const scalarTest =
  (holds: (word: string) => boolean) =>
  (value: ClauseValue): Finding => {
    const word = scalarOf(value)
    if (word === undefined) return isObject(value.json) || Array.isArray(value.json) ? 'broken' : 'unknown'
    // Several words may say it all the same: "Accept, as all is there."
    if (!holds(word) && !value.isField && /\s/u.test(word)) return 'unknown'
    return held(holds(word))
  }

const numberTest = (holds: (number: number) => boolean) =>
  scalarTest((word) => /^-?\d+(?:\.\d+)?$/u.test(word) && holds(Number(word)))

const fits = (kind: string | undefined, number: number) =>
  kind === undefined || kind.toLowerCase() === 'number' || Number.isInteger(number)

const oneOf = (names: readonly string[]) =>
  scalarTest((word) => names.some((name) => name.toLowerCase() === word.toLowerCase().replace(/[.!]$/u, '')))

function bound(relation: string, limit: number, unit: string | undefined, end: number): Phrase {
  const holds = (count: number) =>
    ({
      exactly: count === limit,
      '>': count > limit,
      'more than': count > limit,
      '<': count < limit,
      'fewer than': count < limit,
      'less than': count < limit,
      '≤': count <= limit,
      '<=': count <= limit,
      'at most': count <= limit,
      'no more than': count <= limit,
      'up to': count <= limit,
    })[relation] ?? count >= limit
  if (unit === undefined) return { rule: 'range', test: numberTest(holds), end }
  return {
    rule: 'count',
    end,
    test: (value) => {
      const count = countOf(value, unit)
      return count === undefined ? 'unknown' : known(value, held(holds(count)))
    },
  }
}

/** Undefined where no rule can tell what an item is: in tables, prose, and objects. */
function countOf(value: ClauseValue, unit: string): number | undefined {
  const { json, text } = value
  if (unit.startsWith('word')) return text.split(/\s+/u).filter((word) => word !== '').length
  if (unit.startsWith('line')) return text.trim() === '' ? 0 : text.trim().split('\n').length
  if (unit.startsWith('character')) return [...text.trim()].length
  const list = listOf(value)
  if (list || json !== undefined) return list?.length
  const lines = text.split('\n')
  const bullets = lines.filter((line) => /^(?:[-*+]|\d{1,9}[.)])\s/u.test(line)).length
  if (bullets > 0 && !lines.some((line) => line.startsWith('|'))) return bullets
  return /^\S+$/u.test(text.trim()) ? 1 : undefined
}

const share = (value: ClauseValue, holding: number, of: number): Finding =>
  known(value, holding === of ? 'held' : holding === 0 ? 'broken' : 'partly')

const fields =
  (names: readonly string[]) =>
  (value: ClauseValue): Finding =>
    value.json === undefined && !/^\s*[[{]/u.test(value.text)
      ? 'unknown'
      : share(value, names.filter((name) => fieldValue(value, name.split('.')) !== undefined).length, names.length)

const everyItem =
  (names: readonly string[]) =>
  (value: ClauseValue): Finding => {
    const list = listOf(value)
    if (!list || list.length === 0) return value.json === undefined || list ? 'unknown' : 'broken'
    const good = list.filter((item) => isObject(item) && names.every((name) => Object.hasOwn(item, name))).length
    return share(value, good, list.length)
  }

/** `2. **Tides**:` → `tides` */
const bareTitle = (title: string): string =>
  title
    .replace(/[*_`]/gu, '')
    .trim()
    .replace(/^\d{1,3}(?:\.\d{1,3}){0,4}[.):]?[ \t]+/u, '')
    .replace(/[ \t]?[#:]{1,7}$/u, '')
    .trim()
    .toLowerCase()

const headings =
  (names: readonly string[]) =>
  (value: ClauseValue): Finding => {
    const found = new Set(
      value.text.split('\n').flatMap((line) => {
        const title = /^#{1,6}\s+(.*)$/u.exec(line)?.[1]
        return title === undefined ? [] : [title.trim().toLowerCase(), bareTitle(title)]
      }),
    )
    return share(value, names.filter((name) => found.has(name.toLowerCase())).length, names.length)
  }

const literal =
  (verb: string, names: readonly string[]) =>
  (value: ClauseValue): Finding => {
    const text = value.text.trim()
    if (verb.startsWith('start')) return held(names.some((name) => text.startsWith(name)))
    if (verb.startsWith('end')) return known(value, held(names.some((name) => text.endsWith(name))))
    if (!verb.startsWith('mention'))
      return share(value, names.filter((name) => text.includes(name)).length, names.length)
    const words = text.toLowerCase()
    return share(value, names.filter((name) => words.includes(name.toLowerCase())).length, names.length)
  }
