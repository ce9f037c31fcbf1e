import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { SUBJECT_LAWS } from '../laws/subject-laws.ts'
import { planted } from './kill-table.ts'
import { tableIn, timeless } from './kill-table-page.ts'
import { killTableMarkdown, renderKillTable } from './render-kill-table.ts'

describe('the planted faults', () => {
  test('are many, and no two the same', () => {
    expect(planted.length).toBeGreaterThan(150)
    expect(new Set(planted.map(({ subject, name }) => `${subject}: ${name}`)).size).toBe(planted.length)
  })

  test('leave no law without one, for any composite of ours and for programs', () => {
    const covered = (subject: string) => new Set(planted.filter((one) => one.subject === subject).map(({ law }) => law))
    for (const subject of ['worker-critic', 'oversight', 'proposer-adversary'])
      expect([...covered(subject)].sort()).toEqual([...SUBJECT_LAWS.map(({ name }) => name), 'model'].sort())
    expect([...covered('an async program')].sort()).toEqual(
      SUBJECT_LAWS.map(({ name }) => name)
        .filter((name) => name !== 'results')
        .sort(),
    )
  })

  test('each have the law that they were made for', () => {
    expect(planted.map(({ law, check }) => [law, check().law])).toEqual(planted.map(({ law }) => [law, law]))
  })
})

describe('the kill table', () => {
  const kills = [
    { subject: 'a', name: 'leaks', law: 'taint', tries: 3 },
    { subject: 'a', name: 'leaks | loudly', law: 'taint', tries: null },
  ]

  test('shows a survivor as one', () => {
    expect(renderKillTable(kills)).toBe('a  leaks           taint  3\na  leaks | loudly  taint  SURVIVED')
    expect(killTableMarkdown(kills)).toContain('| a | taint | 1/2 | 3 | leaks; leaks \\| loudly |')
  })

  test('of docs/laws.md is that of these faults', () => {
    const found = planted.map(({ check: _, ...one }) => ({ ...one, tries: 1 }))
    expect(tableIn(readFileSync('docs/laws.md', 'utf8'))).toBe(timeless(killTableMarkdown(found)))
  })

  test('is told from one that is out of date, whatever try a fault was found in', () => {
    const page = (table: string) => `A page.\n<!-- kill table -->\n${table}\n<!-- end of kill table -->\n`
    const table = killTableMarkdown([kills[0]!])
    const later = killTableMarkdown([{ ...kills[0]!, tries: 9 }])
    expect(tableIn(page(later))).toBe(timeless(table))
    expect(tableIn(page(killTableMarkdown(kills)))).not.toBe(timeless(table))
    expect(() => tableIn('A page.')).toThrow('has no place for the kill table')
  })
})
