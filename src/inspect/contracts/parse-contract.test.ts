import { describe, expect, test } from 'vitest'
import { parseContract } from './parse-contract.ts'

describe('a contract', () => {
  test('keeps clauses with their lines in the file, front matter counted', () => {
    const text =
      '---\nname: a\nkind: service\n---\n\n# A\n\n### Ensures\n\n- `x`: text\n- y: a list\n  that goes on\n\n### Errors\n\n- `gone`: it left\n'
    const { name, kind, clauses, errors } = parseContract('a.prose.md', text)
    expect({ name, kind, errors }).toEqual({ name: 'a', kind: 'service', errors: ['gone'] })
    expect(clauses.map(({ name: clause, line, text: said }) => [clause, line, said])).toEqual([
      ['x', 10, '`x`: text'],
      ['y', 11, 'y: a list that goes on'],
    ])
  })

  test('is the same with CRLF', () => {
    const text = '---\nname: a\n---\n\n### Ensures\n\n- `x`: text\n'
    expect(parseContract('a', text.replaceAll('\n', '\r\n'))).toEqual(parseContract('a', text))
  })

  test('may put its sections under plain lines', () => {
    const { clauses, requires, shape, services } = parseContract(
      'program.md',
      '---\nservices: [one, two]\nshape:\n  self: [think]\n  delegates:\n    one: [work]\n  prohibited: [paying]\n---\n\nrequires:\n- task: what to do\n\nensures:\n- output: a plan\n- if it fails: nothing\n\n### Execution\n\n- not: a clause\n',
    )
    expect(clauses.map(({ name }) => name)).toEqual(['output', ''])
    expect({ requires, services, shape }).toEqual({
      requires: ['task'],
      services: ['one', 'two'],
      shape: { self: ['think'], delegates: ['one'], onCondition: [], prohibited: ['paying'] },
    })
  })

  test('has promises under the headings of their parts, and under no other', () => {
    const named = (text: string) => parseContract('x', text).clauses.map(({ name, text: said }) => name || said)
    const parts =
      '### Maintains\n\n- `all`: text\n\n#### funding\n\n- `events`: a list\n\n#### hiring\n\nRoles by department.\n'
    expect(named(`${parts}\n### Errors\n\n- \`ink-out\`: none\n`)).toEqual(['all', 'events', 'Roles by department.'])
    expect(named(parts.replace('### Maintains\n\n- `all`: text\n', '### Ensures\n'))).toEqual([
      'events',
      'Roles by department.',
    ])
    // Names that a function returns are outputs, and what follows a line that opens a section is none of it.
    expect(named(parts.replace('Maintains', 'Returns'))).toEqual(['all'])
    expect(named('ensures:\n- all: text\n\n### Notes\n\n- `no`: text\n')).toEqual(['all'])
    expect(named('## Description\n\nx\n\n### Ensures\n\n- `all`: text\n\n### Notes\n\n- `no`: text\n')).toEqual(['all'])
  })

  test('counts neither invariants nor strategies nor what a fence quotes as promises', () => {
    const text =
      '### Invariants\n\n- `x`: text\n\n### Strategies\n\n- when in doubt: ask\n\n### Ensures\n\n```\n- `y`: text\n```\n\n- `z`: text\n'
    const { clauses, invariants } = parseContract('a', text)
    expect(clauses.map(({ name }) => name)).toEqual(['z'])
    expect(invariants.map(({ name, line }) => [name, line])).toEqual([['x', 3]])
  })

  test('ends where the next unit of the file begins', () => {
    const text = '### Returns\n\n- `x`: text\n\n---\n\n## helper\n\n### Returns\n\n- `y`: text\n'
    expect(parseContract('a', text).clauses.map(({ name }) => name)).toEqual(['x'])
  })

  test('takes prose without a list as one clause', () => {
    const { clauses } = parseContract('a', '### Maintains\n\nA list of all\nships in the harbour.\n')
    expect(clauses.map(({ text, line }) => [text, line])).toEqual([['A list of all ships in the harbour.', 3]])
  })

  test('survives an alias bomb, a repeated key and tags in its front matter', () => {
    for (const yaml of [
      'a: &a [x, x]\nb: [*a, *a]',
      'name: a\nname: b',
      'name: !!js/function "x"',
      '? [1]\n: 2',
      '['.repeat(10_000),
    ])
      expect(parseContract('a', `---\n${yaml}\n---\n\n### Ensures\n\n- \`x\`: text\n`).clauses).toHaveLength(1)
  })

  test('survives lists nested without end', () => {
    const deep = Array.from({ length: 2_000 }, (_, depth) => `${'  '.repeat(depth)}- a${depth}`).join('\n')
    expect(parseContract('a', `### Ensures\n\n${deep}\n`).clauses[0]?.name).toBe('a0')
  })
})
