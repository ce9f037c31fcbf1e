import MarkdownIt from 'markdown-it'
import { describe, expect, test } from 'vitest'
import { docket } from '../../test/reporter/docket.ts'
import { hostile, PAYLOADS } from '../../test/reporter/hostile.ts'
import { flag, inspectionRecord } from '../../test/reporter/records.ts'
import { assemble } from './assemble.ts'
import { githubSummary } from './github-summary.ts'
import { markdown } from './markdown.ts'
import { markdownCode, markdownText } from './markdown-text.ts'

const many = assemble({
  seed: 3,
  scope: { include: null, narrowed: 'no' },
  level: 'pass',
  records: Array.from({ length: 2_000 }, (_, index) =>
    inspectionRecord({
      run_id: `run-${index}-${'x'.repeat(150)}`,
      verdict: 'fail',
      flags: [flag('incomplete-run', 'critical', 'y'.repeat(3_000))],
    }),
  ),
})

test('says the gate, what it refuses and the inspections, the worst first', () => {
  const text = markdown(docket())
  expect(text.split('\n').slice(0, 10).join('\n')).toMatchInlineSnapshot(`
    "<!-- tribunal -->
    ## ❌ Tribunal: under the gate

    12 inspections (2 fail, 1 partial, 9 pass), 9 laws (7 held), 4 trials, 1 arbitration. Gate: pass. Exit code 1. Seed 7.

    ### Refused

    | case | rule | why | test |
    | --- | --- | --- | --- |
    | \`noninterference of support-pipeline\` | law | noninterference of support\\-pipeline is broken \\(41 tries\\, seed 7\\)\\. | \`scenarios/laws.test.ts\` our pipeline keeps its laws |"
  `)
  expect(text).toContain('| ❌ fail | 38 | 21 | `incident-review (20260412-221904-c0ffee)` | `incomplete-run` |')
  expect(text).toContain('fail (expected fail)')
})

test('says so when nothing was checked', () => {
  const nothing = assemble({ seed: null, scope: { include: null, narrowed: 'no' }, level: 'pass', records: [] })
  expect(markdown(nothing)).toContain('Nothing was checked.')
})

test('a comment fits into what GitHub takes, and a summary too', () => {
  expect(Buffer.byteLength(markdown(many))).toBeLessThan(60_000)
  expect(markdown(many)).toContain('… and 1985 more')
  expect(Buffer.byteLength(githubSummary(many))).toBeLessThan(900_000)
  expect(githubSummary(many)).toContain('… and 1800 more')
})

test('gives way in rows where cells are long', () => {
  expect(Buffer.byteLength(markdown(many, { rows: 15, bytes: 4_000 }))).toBeLessThan(4_000)
})

describe('hostile text', () => {
  const renderer = new MarkdownIt({ html: true, linkify: true })
  const plain = renderer.render(markdown(docket()))
  const tags = (html: string) => new Set([...html.matchAll(/<([a-z0-9]+)/g)].map(([, name]) => name))

  test.each(PAYLOADS.map((_, offset) => offset))('adds nothing that the plain one lacks (%i)', (offset) => {
    const html = renderer.render(markdown(hostile(docket(), offset)))
    expect([...tags(html)].filter((name) => !tags(plain).has(name))).toEqual([])
    expect(html.match(/<tr>/g)).toHaveLength(plain.match(/<tr>/g)!.length)
  })

  test.each([
    ['[a](http://evil.example)', /<a/],
    ['![a](http://evil.example/a.png)', /<img/],
    ['http://evil.example www.evil.example', /<a/],
    ['**bold** _em_ ~~del~~ `code`', /<(strong|em|s|code)/],
    ['<b>x</b> <!-- y', /<b>/],
    ['a | b | c', /<td/],
    ['@everyone #12', /@everyone|#12/],
    ['# head\n- item', /<(h1|li)/],
  ])('%j shows as it is', (text, not) => {
    expect(renderer.render(`x ${markdownText(text)}`)).not.toMatch(not)
    expect(renderer.render(`| a |\n| --- |\n| ${markdownText(text)} |`).match(/<td/g)).toHaveLength(1)
    expect(renderer.render(`| a |\n| --- |\n| ${markdownCode(text)} |`).match(/<td/g)).toHaveLength(1)
  })
})
