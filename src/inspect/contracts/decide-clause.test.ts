import { describe, expect, test } from 'vitest'
import { fileValue } from './clause-value.ts'
import { type ClauseScope, decideClause } from './decide-clause.ts'
import { parseContract } from './parse-contract.ts'

const FILES: { readonly [name: string]: string | null } = {
  draft: '# Plan\n\nSome words on it.\n\n## Costs\n\n- one\n- two\n',
  verdict: 'Accept',
  mumble: 'On the whole\nI would rather not say.',
  labelled: '**Score:** 7\n\nBecause it is short.',
  report: '{ "added": 3, "kept": [1, 2], "status": "done", "inner": { "id": "x" }, "url": "https://a.example/b" }',
  rows: '[{ "id": 1, "name": "a" }, { "id": 2 }]',
  numbered: '# Note\n\n## 1. Tides\n\nHigh at six.\n\n## **Berths**\n\nThree.\n',
  table: '| berth | ship |\n| --- | --- |\n| 1 | Anna |\n| 2 | Berta |\n',
  ruling: 'Accept, as the draft covers all points.',
  hollow: '{ "list": [], "map": {}, "nil": null, "count": 5 }',
  wrapped: '{ "wrapped": [{ "id": 1 }, { "id": 2 }], "total": 2 }',
  empties: '[]',
  nothing: '   ',
  lost: null,
}

const SCOPE: ClauseScope = {
  output: (name) => {
    if (!Object.hasOwn(FILES, name)) return undefined
    const text = FILES[name] ?? null
    return text === null
      ? null
      : fileValue(
          name === 'labelled' ? 'score' : name,
          ['report', 'rows', 'hollow', 'wrapped', 'empties'].includes(name) ? `${name}.json` : `${name}.md`,
          text,
          false,
        )
  },
  input: (name) => (name === 'wanted' ? '2\n' : undefined),
  exists: (path) => (path.startsWith('..') ? undefined : path === 'workspace/a/report.json'),
  service: (name) => (({ reader: 'failed', writer: 'completed', printer: 'skipped' }) as const)[name],
  error: (name) => ({ 'gauge-silent': true, 'ink-out': false })[name],
}

/** Clause, outcome, and what this row is about where that is not plain. */
const TABLE = [
  // present and absent
  ['`draft`: text, non-empty', 'satisfied'],
  ['`draft`', 'satisfied'],
  ['draft: present', 'satisfied'],
  ['`draft` exists', 'satisfied'],
  ['`lost`: text', 'violated'],
  ['`lost`: a moving description of the sea', 'violated'],
  ['`nothing`: non-empty', 'violated'],
  // a word too many
  ['`draft`: a fair summary of the meeting', 'unevaluable'],
  ['`draft`: text, non-empty, and pleasant to read', 'unevaluable'],
  ['`draft`: JSON, and pleasant to read', 'violated'],
  ['every reader is content', 'unevaluable'],
  ['`unknown`: text', 'unevaluable'],
  ['Success is likely: `draft` exists', 'unevaluable'],
  // parses
  ['`report`: a JSON object', 'satisfied'],
  ['`report`: JSON', 'satisfied'],
  ['`rows`: a JSON list', 'satisfied'],
  ['`rows`: a JSON object', 'violated'],
  ['`draft`: JSON', 'violated'],
  ['`report.url`: a URL', 'satisfied'],
  ['`report.status`: a URL', 'violated'],
  // enumerations
  ['`verdict`: one of accept, reject', 'satisfied'],
  ['`verdict`: one of `reject`, `revise` or `abort`', 'violated'],
  ['`report.status`: one of "open", "done"', 'satisfied'],
  ['`mumble`: one of accept, reject', 'unevaluable'],
  // ranges
  ['`labelled`: number from 0 to 10', 'satisfied'],
  ['`labelled`: integer (1-5)', 'violated'],
  ['`report.added`: integer, at least 3', 'satisfied'],
  ['`report.added`: > 3', 'violated'],
  ['`report.added` is between 1 and 5', 'satisfied'],
  ['`verdict`: a number', 'violated'],
  ['`mumble`: a number', 'unevaluable'],
  // counts
  ['`rows`: at least 2 items', 'satisfied'],
  ['`rows` has exactly 3 entries', 'violated'],
  ['`draft`: at most 2 items', 'satisfied'],
  ['`draft`: at least 100 words', 'violated'],
  ['`verdict`: exactly 1 line', 'satisfied'],
  ['`verdict`: at least 2 items', 'violated'],
  // fields
  ['`report`: a JSON object with fields `added`, `kept` and `status`', 'satisfied'],
  ['`report`: with fields `added` and `gone`', 'partial'],
  ['`report`: with fields `gone` and `lost`', 'violated'],
  ['`report`: shaped as `{ added, kept[], missing? }`', 'satisfied'],
  ['`report`: `workspace/a/report.json` shaped as `{ added }`', 'satisfied'],
  ['`report`: `workspace/b/report.json` shaped as `{ added }`', 'partial'],
  ['`report`: `../etc/passwd` shaped as `{ added }`', 'unevaluable'],
  ['`report.inner`: with fields `id`', 'satisfied'],
  ['`rows`: each item has `id`', 'satisfied'],
  ['`rows`: each item has `id` and `name`', 'partial'],
  ['`rows`: each item has `price`', 'violated'],
  // what Markdown holds of lists, maps and rows, no rule reads
  ['`draft`: list of what to do, each with a date', 'unevaluable'],
  ['`draft`: an object of beauty', 'unevaluable'],
  ['`table`: at least 2 rows', 'unevaluable'],
  ['`numbered`: at least 2 items', 'unevaluable'],
  ['`table`: each row has `berth`', 'unevaluable'],
  ['`draft`: with fields `day` and `harbour`', 'unevaluable'],
  ['`ruling`: one of accept, reject', 'unevaluable'],
  ['`ruling`: a number', 'unevaluable'],
  ['`wrapped`: at least 2 items', 'satisfied'],
  ['`wrapped`: each item has `id`', 'satisfied'],
  ['`wrapped`: list of ids', 'unevaluable'],
  ['`report`: at least 3 items', 'unevaluable'],
  // a value that holds nothing
  ['`hollow.list`: non-empty', 'violated'],
  ['`hollow.list`: a list', 'satisfied'],
  ['`hollow.map`: not empty', 'violated'],
  ['`hollow.nil`: present', 'violated'],
  ['`hollow.count`: string', 'violated'],
  ['`hollow.count`: present', 'satisfied'],
  ['`empties`: a list', 'satisfied'],
  ['`empties`: non-empty', 'violated'],
  ['`empties`: each item has `id`', 'unevaluable'],
  // literals
  ['`numbered`: with sections `Tides` and `Berths`', 'satisfied'],
  ['`numbered`: mentions `high`', 'satisfied'],
  ['`draft`: Markdown with sections `Plan` and `Costs`', 'satisfied'],
  ['`draft`: with section `Risks`', 'violated'],
  ['`draft`: starting with "# Plan"', 'satisfied'],
  ['`draft`: mentions `words`', 'satisfied'],
  // alternatives
  ['exactly one of `draft`, `lost` exists', 'satisfied'],
  ['exactly one of `draft`, `report` exists', 'violated'],
  ['at least one of `lost` or `report` exists', 'satisfied'],
  ['either `draft` or `unknown` exists', 'unevaluable'],
  ['`lost` exists OR `draft` exists', 'satisfied'],
  ['`lost` exists OR `nothing` exists', 'violated'],
  ['`lost` exists OR all are content', 'unevaluable'],
  ['len(lost) ≥ wanted OR draft.md exists explaining why', 'satisfied'],
  ['len(lost) ≥ wanted OR verdict.md exists explaining why', 'violated'],
  ['len(rows) ≥ wanted', 'satisfied'],
  ['len(`rows`) > 2', 'violated'],
  ['len(rows) ≥ unheard', 'unevaluable'],
  ['`rows.json` has exactly 2 items', 'satisfied'],
  // conditions
  ['if `reader` fails: `draft`: text', 'satisfied'],
  ['if `reader` fails with `gauge-silent`: `draft`: text', 'satisfied'],
  ['if `reader` fails with `ink-out`: `lost`: text', 'not-applicable'],
  ['on `gauge-silent`: `lost`: text', 'violated'],
  ['on `ink-out`: `lost`: text', 'not-applicable'],
  ['when `writer` fails: `lost`: text', 'not-applicable'],
  ['when `printer` is skipped: `draft`: text', 'satisfied'],
  ['if `lost` is missing: `draft` is non-empty', 'satisfied'],
  ['if the bug cannot be reproduced: `draft`: text', 'unevaluable'],
  ['if `reader` fails: somebody is told', 'unevaluable'],
] as const

describe('a clause', () => {
  test.each(TABLE)('%s → %s', (text, outcome) => {
    const [clause] = parseContract('root.prose.md', `### Ensures\n\n- ${text}\n`).clauses
    expect(decideClause(clause!, SCOPE).outcome).toBe(outcome)
  })

  test('names what its condition covers', () => {
    const [clause] = parseContract(
      'x',
      '### Ensures\n\n- if `reader` fails with `gauge-silent`: `draft`: text\n',
    ).clauses
    expect(decideClause(clause!, SCOPE).covers).toEqual(['reader', 'gauge-silent'])
  })

  test('asks for the fields that are nested under it', () => {
    const decide = (nested: string) =>
      decideClause(parseContract('x', `### Returns\n\n- \`report\`: a JSON object with:\n${nested}`).clauses[0]!, SCOPE)
        .outcome
    expect(decide('  - `added`: integer\n  - `status`: one of open, done\n')).toBe('satisfied')
    expect(decide('  - `added`: integer\n  - `gone`: integer\n')).toBe('partial')
    expect(decide('  - `added`: one of many, few\n')).toBe('violated')
    expect(decide('  - `added`: how many were added\n')).toBe('unevaluable')
  })

  test('of any length is decided or left open, in time that does not run away', () => {
    const pieces = ['`', '(', ' a', ', ', '"', '{', ' exists', '1', '`a`, ', ' ', 'and ', '- ']
    const starts = [
      '`draft`: ',
      '`draft` ',
      'if `reader` fails: ',
      'either ',
      'draft: one of ',
      '`draft`: with fields ',
    ]
    for (const start of starts)
      for (const piece of pieces)
        for (const length of [900, 100_000]) {
          const { clauses } = parseContract('x', `### Ensures\n\n- ${start}${piece.repeat(length / piece.length)}\n`)
          for (const clause of clauses)
            expect(decideClause(clause, SCOPE).outcome).toMatch(/^(?:satisfied|violated|unevaluable)$/)
        }
  })
})
