import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { inspectRun } from '../../src/inspect/inspect-run.ts'
import type { Depth } from '../../src/inspect/inspection.ts'
import { memoryFiles } from '../../src/trace/memory-files.ts'
import { evaluationInLines } from './evaluation-in-lines.ts'
import { sampleFiles } from './sample-files.ts'

export type Files = { [path: string]: string | Uint8Array }

/** A change to a sample run, and how deep is looked afterwards: deep unless told otherwise. */
export type Alteration = readonly [what: string, run: string, change: (files: Files) => void, depth?: Depth]

/** Tests that each change alters the evaluation as it is kept: `vitest -u` rewrites that, and its difference is to be read. */
export function testAlterations(alterations: readonly Alteration[]): void {
  const rows = alterations.map(([what, run, alter, depth = 'deep']) => [what, run, alter, depth] as const)
  test.each(rows)('%s', async (what, run, alter, depth) => {
    const name = what.replaceAll(',', '').replaceAll(' ', '-')
    await expect(changedLines(run, alter, depth)).toMatchFileSnapshot(
      fileURLToPath(new URL(`evaluations/altered/${name}.txt`, import.meta.url)),
    )
  })
}

/** What a change to a sample run changes in its evaluation: the lines that go, and those that come. */
export function changedLines(run: string, change: (files: Files) => void, depth: Depth = 'deep'): string {
  const files = sampleFiles(run)
  const before = linesOf(files, depth)
  change(files)
  const after = linesOf(files, depth)
  const gone = before.filter((line) => !after.includes(line)).map((line) => `- ${line}`)
  const come = after.filter((line) => !before.includes(line)).map((line) => `+ ${line}`)
  return `${[...gone, ...come].join('\n')}\n`
}

/** Replaces a part of a file, which has to be there. */
export function edit(files: Files, path: string, from: string | RegExp, to: string): void {
  const before = String(files[path])
  files[path] = before.replace(from, to)
  expect(files[path]).not.toBe(before)
}

/** Writes a file, or takes it away. */
export function put(files: Files, path: string, content: string | Uint8Array | null): void {
  if (content === null) delete files[path]
  else files[path] = content
}

/** Changes what a JSON file holds. */
// biome-ignore lint/suspicious/noExplicitAny: whoever changes it knows what it holds
export function change(files: Files, path: string, how: (value: any) => void): void {
  const value: unknown = JSON.parse(String(files[path]))
  how(value)
  put(files, path, JSON.stringify(value))
}

/** Writes an output to where it is published and to its workspace. */
export function both(files: Files, path: string, content: string | Uint8Array): void {
  for (const top of ['bindings', 'workspace']) put(files, `${top}/${path}`, content)
}

// Helpers

const linesOf = (files: Files, depth: Depth) =>
  evaluationInLines(inspectRun(memoryFiles(files), { partial: true, depth }).evaluation)
    .trimEnd()
    .split('\n')
