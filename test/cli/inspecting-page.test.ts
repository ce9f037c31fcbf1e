import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tryCommand } from './try-command.ts'

const scratch = mkdtempSync(join(tmpdir(), 'tribunal-page-'))
const registry = join(scratch, 'registry.db')
afterAll(() => rmSync(scratch, { recursive: true }))

/** What stands on record where the page shows a history. */
beforeAll(async () => {
  for (const run of ['cut-off', 'perfect', 'stale-binding'])
    await tryCommand(['inspect', `fixtures/runs/${run}`, '--registry', registry])
})

const page = readFileSync('docs/inspecting.md', 'utf8')
const SHOWN = [...page.matchAll(/^```console\n\$ tribunal (.+)\n([\s\S]*?)^```$/gm)].map(
  ([, command = '', output = '']) => [command, output] as const,
)

test.each(SHOWN)('tribunal %s prints what the page shows', async (command, output) => {
  const args = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain = '']) => quoted ?? plain)
  const isReading = args[0] === 'history'
  const { stdout, stderr } = await tryCommand([
    ...args.map((arg) => (arg === 'registry.db' ? registry : arg)),
    ...(isReading ? [] : ['--registry', 'none']),
  ])
  expect((stdout + stderr).trimEnd()).toBe(output.trimEnd())
})

test('the page shows each command that inspects', () => {
  const commands = new Set(SHOWN.map(([command]) => command.split(' ', 1)[0]))
  expect([...commands]).toEqual(['inspect', 'history', 'diff', 'explain'])
})
