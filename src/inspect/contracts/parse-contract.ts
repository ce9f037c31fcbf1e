import { isObject } from '../../json/json.ts'
import type { Clause, Contract, Shape } from './contract.ts'
import { readFrontMatter } from './front-matter.ts'
import { saysNothing } from './says-nothing.ts'
import { type ListItem, type Section, sectionsOf } from './sections.ts'
import { splitName } from './split-name.ts'

/** Reads the contract out of a source file; a file without any section promises nothing. */
export function parseContract(path: string, text: string): Contract {
  const read = firstLines(text)
  const { data, body, bodyLine } = readFrontMatter(read)
  const sections = sectionsOf(body, bodyLine)
  const named = (...titles: string[]) => sections.filter(({ title }) => titles.includes(title))
  const said = (key: string) => (typeof data?.[key] === 'string' ? (data[key] as string).slice(0, LONGEST_NAME) : '')
  const listed = strings(data?.services)
  return {
    path,
    name: said('name'),
    kind: said('kind'),
    clauses: named('ensures', 'returns', 'maintains').flatMap(clausesOf),
    invariants: named('invariants').flatMap(clausesOf),
    errors: named('errors').flatMap(namesOf),
    services: listed.length > 0 ? listed : named('services').flatMap(namesOf),
    requires: named('requires', 'parameters').flatMap(namesOf),
    shape: shapeOf(data?.shape, named('shape')),
    isCut: read.length < text.length,
  }
}

// Helpers

/** A contract of more lines is none that anybody reads; parsed Markdown takes fifty times the memory of its text. */
const MOST_LINES = 5_000
const LONGEST_NAME = 200
const LONGEST_TEXT = 4_000

function firstLines(text: string): string {
  let at = -1
  for (let line = 0; line < MOST_LINES; line++) {
    at = text.indexOf('\n', at + 1)
    if (at === -1) return text
  }
  return text.slice(0, at)
}

/** A section of prose without a list is one clause; with a list, its items are the clauses. */
function clausesOf({ items, paragraphs }: Section): readonly Clause[] {
  if (items.length > 0) return items.map(clauseOf)
  return paragraphs.map(({ text, line }) => ({ text, line, ...splitName(text), fields: [] }))
}

const clauseOf = ({ text, line, items }: ListItem): Clause => ({
  text,
  line,
  ...splitName(text),
  fields: items.map(clauseOf),
})

const namesOf = ({ items }: Section): readonly string[] =>
  items
    .map(({ text }) => splitName(text).name || text.replaceAll('`', '').trim())
    .filter((name) => name !== '' && name.length <= LONGEST_NAME)

const strings = (value: unknown): readonly string[] =>
  Array.isArray(value)
    ? value.filter((item): item is string => typeof item === 'string' && item.length <= LONGEST_TEXT)
    : []

const NO_SHAPE: Shape = { self: [], delegates: [], onCondition: [], prohibited: [] }

function shapeOf(data: unknown, sections: readonly Section[]): Shape {
  if (data === undefined && sections.length === 0) return NO_SHAPE
  const front = isObject(data) ? data : {}
  const under = (key: string) =>
    sections.flatMap(({ items }) => items.filter((item) => splitName(item.text).name === key))
  const delegates = [
    ...(isObject(front.delegates)
      ? Object.entries(front.delegates).map(([name, what]) => ({ name, description: [what].flat().join('; ') }))
      : strings(front.delegates).map((name) => ({ name, description: '' }))),
    ...under('delegates').flatMap(({ text, items }) =>
      items.length > 0 ? items.map((item) => splitName(item.text)) : listedIn(splitName(text).description),
    ),
  ].filter(({ name }) => name !== '')
  const prohibited = [
    ...strings(front.prohibited),
    ...under('prohibited').flatMap(({ text, items }) =>
      items.length > 0 ? items.map((item) => item.text) : [splitName(text).description],
    ),
  ]
  return {
    self: [...strings(front.self), ...under('self').map((item) => splitName(item.text).description)],
    delegates: delegates.map(({ name }) => name),
    onCondition: delegates.flatMap(({ name, description }) => (CONDITION.test(description) ? name : [])),
    prohibited: prohibited
      .flatMap((text) => text.split(';'))
      .map((text) => text.trim())
      .filter((text) => !saysNothing(text)),
  }
}

/** What makes a duty to hand work over one that may never arise. */
const CONDITION =
  /\b(?:if|when|whenever|where|unless|until|optional|optionally|only|as needed|may|might|can|fallback|otherwise|on (?:failure|error|demand|request)|in case)\b/iu

/** Names on one line, in code: prose there describes and names nobody. */
function listedIn(text: string): readonly { readonly name: string; readonly description: string }[] {
  if (!/^`[^`]{1,200}`(?:(?:[ ]*[,;]|[ ]+and)[ ]*`[^`]{1,200}`)*\.?$/u.test(text)) return []
  return [...text.matchAll(/`([^`]*)`/gu)].flatMap(([, name = '']) =>
    saysNothing(name) ? [] : { name, description: '' },
  )
}
