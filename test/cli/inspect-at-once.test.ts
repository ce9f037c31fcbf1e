import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openRegistry } from '../../src/inspect/1-index/open-registry.ts'
import { runsFolder } from './runs-folder.ts'

const scratch = mkdtempSync(join(tmpdir(), 'tribunal-at-once-'))
const runs = runsFolder()
afterAll(() => {
  rmSync(scratch, { recursive: true })
  runs.remove()
})

test('several processes give the same bytes as one, in the same order, with the same trends, and the same is on record', async () => {
  const results = await Promise.all(
    ['1', '3'].map(async (concurrency) => {
      const registry = join(scratch, `${concurrency}.db`)
      const args = ['inspect', 'fixtures/runs', 'no/such', 'fixtures/runs/perfect', '--json', '--registry', registry]
      const { stdout, code } = await command([...args, '--concurrency', concurrency]).end
      const opened = openRegistry(registry)
      const entries = opened.entries().map(({ timestamp: _, ...entry }) => entry)
      const reports = entries.map(({ content_hash, depth }) => opened.report(content_hash, depth))
      opened.close()
      return { stdout, code, entries, reports }
    }),
  )
  expect(results[1]).toEqual(results[0])
  expect([results[0]!.code, results[0]!.stdout.includes('Trend: '), results[0]!.entries.length > 20]).toEqual([
    2,
    true,
    true,
  ])
})

test('a process that dies takes one run with it, which is an error, and another takes its place', async () => {
  const many = Array.from({ length: 12 }, () => 'fixtures/runs/perfect')
  const { child, end } = command(['inspect', ...many, '--jsonl', '--registry', 'none', '--concurrency', '2'])
  process.kill(await firstChildOf(child), 'SIGKILL')
  const { stdout, code } = await end
  const outcomes = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const lost = outcomes.filter(({ error }) => error)
  expect([code, outcomes.length, lost.map(({ error }) => error.code)]).toEqual([2, 12, ['internal']])
  expect(lost[0].error.message).toContain('has died')
})

test('--jsonl holds no more than a run: many large ones fit into little memory', async () => {
  const run = runs.run('large')
  const root = join(run, 'root.prose.md')
  // In a fence, as reading it is not what this is about.
  const note = `\n\n~~~\n${'A note that nobody will read.\n'.repeat(33_000)}~~~\n`
  writeFileSync(root, readFileSync(root, 'utf8') + note)
  const many = Array.from({ length: 140 }, () => run)
  const { stdout, code } = await command(
    ['inspect', ...many, '--jsonl', '--registry', 'none'],
    ['--max-old-space-size=48'],
  ).end
  expect([code, stdout.split('\n').length, stdout.length > 30_000_000]).toEqual([0, 141, true])
}, 60_000)

// Helpers

/** The real command in a process of its own, from its source. */
function command(args: readonly string[], flags: readonly string[] = []) {
  const source = ['--import', 'tsx', '--conditions=vitest-tribunal-source', 'src/cli/main.ts']
  const child = spawn(process.execPath, [...flags, ...source, ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env.PATH },
  })
  const end = new Promise<{ stdout: string; code: number | null }>((resolve, reject) => {
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ stdout: Buffer.concat(chunks).toString(), code }))
  })
  return { child, end }
}

/** Waits for an inspector's process: it has been asked something as soon as it is there. */
async function firstChildOf({ pid }: ChildProcess): Promise<number> {
  for (;;) {
    const ids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    for (const id of ids.filter((one) => one !== ''))
      if (readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('inspector-process')) return Number(id)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
