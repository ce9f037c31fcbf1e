import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder, runProject } from './run-project.ts'

test('each test says beside itself what it found, and repeats do not break it', { timeout: 60_000 }, async () => {
  const file = join(await emptyFolder(), 'notes.json')
  const { exitCode, stdout, stderr, document } = await runProject('notes', [], { NOTES: file })
  expect(exitCode, stdout + stderr).toBe(0)
  const notes = JSON.parse(await readFile(file, 'utf8')) as Record<string, string[]>
  expect(notes.records).toEqual([
    'tribunal: research-digest 20260412-101500-a1b2c3: verdict partial, fidelity 69, effectiveness 98, worst flag empty-output (critical)',
    'tribunal: presence of worker-critic: held over 300 tries, seed 7',
  ])
  expect(notes['a trial']).toEqual([
    expect.stringMatching(/^tribunal: proposer-adversary \S+: completed, 2 calls, no law broken$/),
  ])
  expect(notes.repeats).toEqual(['tribunal: presence of worker-critic: held over 300 tries, seed 1'])
  // Where a test made its first record, through what it awaits.
  const source = (await readFile(join(import.meta.dirname, '../projects/notes/scenarios/notes.test.ts'), 'utf8')).split(
    '\n',
  )
  const { tests } = await document()
  expect(tests.map(({ line = 0 }) => /(trial|publish)\(/.exec(source[line - 1] ?? '')?.[1])).toEqual([
    'trial',
    'publish',
    'publish',
    'publish',
  ])
  expect(notes.many).toHaveLength(9)
  expect(notes.many!.at(-1)).toBe('tribunal: More is in the report.')
})

test('a registry remembers each run, and the next page shows the trend', { timeout: 60_000 }, async () => {
  const REGISTRY = join(await emptyFolder(), 'registry.db')
  const first = await runProject('notes', [], { REGISTRY })
  expect(await first.text('index.html')).not.toContain('Earlier runs, then this one')
  const second = await runProject('notes', [], { REGISTRY })
  expect(await second.text('index.html')).toContain('fidelity from 69 to 69 over 1 earlier inspection<')
  expect(await second.text('tribunal.json')).toBe(await first.text('tribunal.json'))
})
