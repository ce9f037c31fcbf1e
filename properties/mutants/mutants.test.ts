import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { SUBJECT_LAWS } from '../laws/subject-laws.ts'
import { planted } from './kill-table.ts'
import { killTableMarkdown, renderKillTable } from './render-kill-table.ts'

describe('the planted faults', () => {
  test('are many, and no two the same', () => {
    expect(planted.length).toBeGreaterThan(150)
    expect(new Set(planted.map(({ subject, name }) => `${subject}: ${name}`)).size).toBe(planted.length)
  })

  test('leave no law without one, for any composite of ours', () => {
    const covered = (subject: string) => new Set(planted.filter((one) => one.subject === subject).map(({ law }) => law))
    for (const subject of ['worker-critic', 'oversight'])
      expect([...covered(subject)].sort()).toEqual([...SUBJECT_LAWS.map(({ name }) => name), 'model'].sort())
    expect([...covered('proposer-adversary')].sort()).toEqual([
      'bounds',
      'model',
      'noninterference',
      'presence',
      'results',
      'taint',
    ])
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

  test('of docs/laws.md names every planted fault', () => {
    const page = readFileSync('docs/laws.md', 'utf8')
    expect(planted.filter(({ name }) => !page.includes(name.replaceAll('|', '\\|'))).map(({ name }) => name)).toEqual(
      [],
    )
  })
})
