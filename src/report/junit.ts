import { type Case, casesOf } from './cases-of.ts'
import type { TribunalDocument } from './document.ts'
import { visible, visibleLine } from './visible.ts'

/**
 * Writes what was found as JUnit XML: a suite per test file, a case per inspection, trial, law and arbitration, a property per fact.
 * Our reading of that loose format: src/schemas/junit.xsd.
 *
 * @param document - what one run of the tests found
 * @returns XML 1.0
 */
export function junit(document: TribunalDocument): string {
  const cases = casesOf(document)
  const suites = grouped(cases)
  const { gate, seed } = document
  const facts = [
    ['gate.level', gate.level],
    ['gate.status', gate.status],
    ['gate.exit_code', gate.exit_code],
    ...(seed === null ? [] : [['seed', seed] as const]),
  ] as const
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="tribunal" ${counts(cases)}>`,
    ...[...suites].flatMap(([name, own]) => [
      `  <testsuite name=${named(name)} ${counts(own)}>`,
      ...properties(facts, '    '),
      ...own.flatMap(testCase),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n')
}

// Helpers

const suiteOf = ({ origin }: Case): string => {
  if (origin === null) return 'tribunal'
  return origin.project === undefined ? origin.file : `[${origin.project}] ${origin.file}`
}

function grouped(cases: readonly Case[]): Map<string, Case[]> {
  const groups = new Map<string, Case[]>()
  for (const one of cases) {
    const own = groups.get(suiteOf(one)) ?? []
    own.push(one)
    groups.set(suiteOf(one), own)
  }
  return groups
}

/** What cannot be inspected is an error, all else that the gate refuses a failure. */
const isError = ({ refusals }: Case): boolean => refusals.some(({ status }) => status === 'cannot-inspect')
const isFailure = (one: Case): boolean => one.refusals.length > 0 && !isError(one)

const counts = (cases: readonly Case[]): string =>
  `tests="${cases.length}" failures="${cases.filter(isFailure).length}" errors="${cases.filter(isError).length}" skipped="0"`

function testCase(one: Case): string[] {
  const { kind, name, origin, line, facts, refusals } = one
  const place = origin === null ? '' : ` file=${named(origin.file)}${line === null ? '' : ` line="${line}"`}`
  const tag = isError(one) ? 'error' : 'failure'
  return [
    `    <testcase name=${named(`${kind}: ${name}`)} classname=${named(origin?.test || suiteOf(one))}${place}>`,
    ...properties(facts, '      '),
    ...refusals
      // A case holds one outcome: the format has no room for two.
      .slice(0, 1)
      .map(({ rule, message }) => {
        const all = refusals.map((refusal) => refusal.message).join('\n')
        return `      <${tag} type=${quoted(rule)} message=${quoted(message)}>${escaped(all)}</${tag}>`
      }),
    '    </testcase>',
  ]
}

const properties = (facts: Case['facts'], indent: string): string[] =>
  facts.length === 0
    ? []
    : [
        `${indent}<properties>`,
        ...facts.map(([name, value]) => `${indent}  <property name=${quoted(name)} value=${quoted(String(value))}/>`),
        `${indent}</properties>`,
      ]

const ENTITIES: { readonly [sign: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** XML 1.0 has no way to write most controls, halves of a character, U+FFFE and U+FFFF; `visible` names all but the last two. */
const escaped = (text: string): string =>
  visible(text)
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign]!)

const quoted = (text: string): string =>
  `"${escaped(text).replace(/[\n\t]/g, (sign) => (sign === '\n' ? '&#10;' : '&#9;'))}"`

/** Names are one line: what shows them in a list has no room for more. */
const named = (text: string): string => quoted(visibleLine(text))
