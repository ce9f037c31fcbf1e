import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tsBlocksIn } from '../exports/doc-comment.ts'
import { publicNamesOf } from '../exports/public-names.ts'

/** One TypeScript block of the documentation. */
export interface Snippet {
  /** Where it stands: `README.md:12`, or `src/errors.ts TribunalError`. */
  readonly origin: string
  readonly code: string
  /** False when its fence says `no-run`: it is compiled only. */
  readonly runs: boolean
}

/** Every block of the pages, and of the examples of every public name. */
export function snippetsOf(root: string, pages: readonly string[], entries: readonly string[]): Snippet[] {
  const fromPages = pages.flatMap((page) =>
    tsBlocksIn(readFileSync(join(root, page), 'utf8')).map((block) => toSnippet(`${page}:${block.line}`, block)),
  )
  const documented = new Map(
    entries.flatMap((entry) => publicNamesOf(root, entry)).map((it) => [`${it.file} ${it.name}`, it]),
  )
  const fromNames = [...documented].flatMap(([origin, { doc }]) =>
    (doc?.examples ?? []).map((example, index) => toSnippet(index === 0 ? origin : `${origin} ${index + 1}`, example)),
  )
  return [...fromPages, ...fromNames]
}

/** The Markdown pages that a reader is meant to read. */
export const pagesOf = (root: string): string[] => [
  ...['README.md', 'AGENTS.md', 'CHANGELOG.md'],
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .sort()
    .map((path) => `docs/${path}`),
]

/**
 * Writes the snippets into a folder in which they can be compiled and run: a test as it stands, anything else behind a
 * test that imports it. What a snippet says it prints (`console.log(x) // 3`) is held against what it prints.
 */
export function writeSnippets(folder: string, snippets: readonly Snippet[]): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'printed.ts'), PRINTED)
  for (const [i, { origin, code, runs }] of snippets.entries()) {
    // A type and a function may differ in case alone, which not every disk can tell.
    const name = `${origin.replace(/[^A-Za-z0-9]+/g, '-').toLowerCase()}-${i}`
    const isTest = runs && /^\s*(?:test|it|describe)(?:\.\w+)?\(/m.test(code)
    writeFileSync(join(folder, `${name}.${isTest ? 'test.' : ''}ts`), holdingPrints(code))
    if (runs && !isTest)
      writeFileSync(
        join(folder, `${name}.test.ts`),
        `import { test } from 'vitest'\n\ntest(${JSON.stringify(origin)}, () => import('./${name}.ts').then(() => {}))\n`,
      )
  }
}

// Helpers

/** What stands in for console.log where a snippet says what comes out; wide, so that an object is one line. */
const PRINTED = `import { formatWithOptions } from 'node:util'
import { expect } from 'vitest'

export const printed = (said: string, ...values: readonly unknown[]): void =>
  expect(formatWithOptions({ breakLength: Number.POSITIVE_INFINITY, compact: 10, depth: null }, ...values)).toBe(said)
`

function holdingPrints(code: string): string {
  const held = code.replace(
    /^( *)console\.log\((.*)\) \/\/ (.*)$/gm,
    (_, indent: string, values: string, said: string) => `${indent}printed(${JSON.stringify(said)}, ${values})`,
  )
  // On the first line, so that lines keep their numbers.
  return held === code ? code : `import { printed } from './printed.ts'; ${held}`
}

const toSnippet = (origin: string, { code, info }: { code: string; info: string }): Snippet => ({
  origin,
  code,
  runs: !info.split(/\s+/).includes('no-run'),
})
