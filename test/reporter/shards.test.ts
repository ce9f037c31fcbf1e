import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder, runProject } from './run-project.ts'

test('eight shards merge into the same bytes as one run, and only the merge gates', { timeout: 120_000 }, async () => {
  const blobs = await emptyFolder()
  const whole = await runProject('shards')
  const shards = []
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8])
    shards.push(
      await runProject('shards', [`--shard=${n}/8`, '--reporter=blob', `--outputFile=${join(blobs, `${n}.json`)}`]),
    )
  const merged = await runProject('shards', [`--merge-reports=${blobs}`])

  expect(shards.map(({ exitCode }) => exitCode)).toEqual(shards.map(() => 0))
  await expect(shards[0]!.text('tribunal.json')).rejects.toThrow('ENOENT')
  expect(merged.exitCode).toBe(whole.exitCode)
  expect(await merged.text('tribunal.json')).toBe(await whole.text('tribunal.json'))
  expect(await merged.text('index.html')).toBe(await whole.text('index.html'))
  // What is too large for the document lies beside it, also after a merge.
  const [large] = (await merged.document()).inspections.flatMap(({ whole }) => whole ?? [])
  const text = await merged.text(large!.file)
  expect([Buffer.byteLength(text), text === (await whole.text(large!.file))]).toEqual([large!.bytes, true])
  expect(JSON.parse(text).inspection.summary).toHaveLength(300_000)
})

test('a merge knows which shards it has not seen, and is never green', { timeout: 60_000 }, async () => {
  const blobs = await emptyFolder()
  await runProject('shards', ['--shard=5/8', '--reporter=blob', `--outputFile=${join(blobs, '5.json')}`])
  // One blob eight times is no eight shards.
  for (const n of [1, 2, 3, 4, 6, 7, 8]) await copyFile(join(blobs, '5.json'), join(blobs, `${n}.json`))
  const { exitCode, stderr, document } = await runProject('shards', [`--merge-reports=${blobs}`])
  expect((await document()).files).toHaveLength(1)
  expect(exitCode).not.toBe(0)
  expect(stderr).toContain('7 of 8 test files are missing from the merge. Nothing came of shard 1, 2, 3, 4, 6, 7, 8.')
})

test('a merge knows that its parts were narrowed', { timeout: 60_000 }, async () => {
  const blobs = await emptyFolder()
  await runProject('shards', ['-t', 'nothing', '--reporter=blob', `--outputFile=${join(blobs, '1.json')}`])
  const merged = await runProject('shards', [`--merge-reports=${blobs}`])
  expect((await merged.document()).scope.narrowed).toBe('tests')
  expect(merged.exitCode).toBe(0)
})

test('retries and repeats count once, and a test whose tries disagree is flaky', { timeout: 60_000 }, async () => {
  const run = await runProject('basic', ['unsteady'])
  const { inspections, tests } = await run.document()
  expect(inspections.map(({ inspection }) => inspection.verdict)).toEqual(['pass', 'pass', 'pass'])
  expect(tests.map(({ test, flaky }) => [test, flaky])).toEqual([
    ['comes right on the second try', true],
    ['fails before it records anything, then passes', true],
    ['is the same every time', false],
  ])
})
