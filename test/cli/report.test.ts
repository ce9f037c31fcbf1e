import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeDocument } from '../../src/report/assemble.ts'
import { docket } from '../reporter/docket.ts'
import { emptyFolder } from '../reporter/run-project.ts'
import { tryCommand } from './try-command.ts'

async function setting() {
  const folder = await emptyFolder()
  const file = join(folder, 'tribunal.json')
  await writeFile(file, writeDocument(docket()))
  return { folder, file }
}

test('everything is rendered later from tribunal.json, and nothing is gated', async () => {
  const { folder, file } = await setting()
  const at = (name: string) => join(folder, 'out', name)
  const args = ['--html', at('a.html'), '--junit', at('a.xml'), '--markdown', at('a.md')]
  const { code, stdout, stderr } = await tryCommand(['report', file, ...args])
  expect([code, stdout]).toEqual([0, ''])
  expect(stderr.trimEnd().split('\n')).toHaveLength(3)
  expect(await readFile(at('a.html'), 'utf8')).toContain('<!doctype html>')
  expect(await readFile(at('a.xml'), 'utf8')).toContain('<testsuites name="tribunal"')
  expect(await readFile(at('a.md'), 'utf8')).toContain('## ❌ Tribunal: under the gate')
})

test('for a GitHub job, annotations go to standard output and the summary is added to', async () => {
  const { folder, file } = await setting()
  const summary = join(folder, 'summary.md')
  await writeFile(summary, 'before\n')
  const { code, stdout } = await tryCommand(['report', file, '--github'], { env: { GITHUB_STEP_SUMMARY: summary } })
  expect(code).toBe(0)
  expect(stdout).toMatch(/^(::error .*\n)+$/)
  expect(await readFile(summary, 'utf8')).toMatch(/^before\n<!-- tribunal -->\n## ❌ Tribunal/)
})

test.each([
  ['summary', false, true],
  ['annotations', true, false],
] as const)('only the %s where only that is asked for', async (part, annotated, summarized) => {
  const { folder, file } = await setting()
  const summary = join(folder, 'summary.md')
  await writeFile(summary, '')
  const { stdout } = await tryCommand(['report', file, '--github', part], { env: { GITHUB_STEP_SUMMARY: summary } })
  expect(stdout !== '').toBe(annotated)
  expect((await readFile(summary, 'utf8')) !== '').toBe(summarized)
})

test('outside of GitHub it says that there is no summary', async () => {
  const { file } = await setting()
  const { code, stderr } = await tryCommand(['report', file, '--github'])
  expect([code, stderr]).toEqual([0, 'GITHUB_STEP_SUMMARY is not set, so there is no summary to add to.\n'])
})

test.each([
  ['a document that is missing', 'no/such.json', 'there is no such file. Name the tribunal.json of a report folder.'],
  ['a document that is none', 'package.json', 'package.json is no tribunal.json of this version'],
])('%s is 2', async (_, file, message) => {
  const { code, stderr } = await tryCommand(['report', file, '--github'])
  expect(code).toBe(2)
  expect(stderr).toContain(message)
})

test('no form is misuse, and so is a file that cannot be written', async () => {
  const { file } = await setting()
  const nothing = await tryCommand(['report', file])
  expect([nothing.code, nothing.stderr]).toEqual([
    2,
    'error: Nothing to write. Give --html, --junit, --markdown or --github.\n',
  ])
  expect((await tryCommand(['report', file, '--registry', 'none'])).code).toBe(2)
  expect((await tryCommand(['report', file, '--registry', 'none', '--github'])).code).toBe(2)
  const { code, stderr } = await tryCommand(['report', file, '--junit', `${file}/below.xml`])
  expect(code).toBe(2)
  expect(stderr).toContain('was not written')
})

test.each([
  ['what it reads', ['--junit', 'tribunal.json'], '--junit would write over'],
  ['what it reads, by another way', ['--html', 'out/../tribunal.json'], 'which is read'],
  ['another form', ['--junit', 'a', '--markdown', './a'], 'which --junit writes'],
])('never writes over %s', async (_, args, message) => {
  const { folder, file } = await setting()
  const before = await readFile(file, 'utf8')
  const at = args.map((arg) => (arg.startsWith('--') ? arg : `${folder}/${arg}`))
  const { code, stderr } = await tryCommand(['report', file, ...at])
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  expect(await readFile(file, 'utf8')).toBe(before)
})

test('a registry that is not there is none, and is not made', async () => {
  const { folder, file } = await setting()
  const registry = join(folder, 'typo.db')
  const { code, stderr } = await tryCommand(['report', file, '--html', join(folder, 'a.html'), '--registry', registry])
  expect([code, existsSync(registry)]).toEqual([2, false])
  expect(stderr).toContain(`There is no registry ${registry}.`)
})
