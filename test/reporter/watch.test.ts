import { readFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { TribunalDocument } from '../../src/report/document.ts'
import { type Watched, watchProject } from './watch-project.ts'

let watched: Watched | undefined
afterEach(async () => {
  await watched?.end()
  watched = undefined
})

test('a rerun of one file rewrites the report and keeps the tests of the others', { timeout: 90_000 }, async () => {
  watched = await watchProject('watch')
  await watched.said(/Waiting for file changes/)
  const file = join(watched.report, 'tribunal.json')
  const runs = async () =>
    (JSON.parse(await readFile(file, 'utf8')) as TribunalDocument).inspections.map(
      ({ inspection }) => inspection.run_id,
    )
  expect(await runs()).toEqual(['one', 'two'])
  const now = new Date()
  await utimes(join(watched.folder, 'scenarios/one.test.ts'), now, now)
  expect(await watched.said(/RERUN[\s\S]*Waiting for file changes/)).toMatch(/Test Files {2}1 passed/)
  expect(await runs()).toEqual(['one', 'two'])
})

test('the report is served on the port of the user interface, to those who have the token', {
  timeout: 90_000,
}, async () => {
  watched = await watchProject('watch', ['--ui', '--open=false', '--api.port=0'])
  const text = await watched.said(/Report: [\s\S]*__tribunal__\S+/)
  const address = new URL(/http:\S+__tribunal__\S+/.exec(text)![0])
  const answer = await fetch(address)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(await answer.text()).toContain('<h1>The gate is satisfied</h1>')
  const json = new URL(address)
  json.pathname = '/__tribunal__/tribunal.json'
  expect(await (await fetch(json)).json()).toMatchObject({ format: 'tribunal' })

  const status = async (change: (url: URL) => void, init?: RequestInit) => {
    const url = new URL(address)
    change(url)
    return (await fetch(url, init)).status
  }
  expect(await status((url) => url.searchParams.delete('token'))).toBe(403)
  expect(await status((url) => url.searchParams.set('token', 'x'.repeat(32)))).toBe(403)
  expect(await status(() => {}, { method: 'POST' })).toBe(405)
  expect(
    await status((url) => {
      url.pathname = '/__tribunal__/..%2f..%2fpackage.json'
    }),
  ).toBe(404)
})
