import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { pagesOf, snippetsOf, writeSnippets } from './snippets.ts'

/** The condition under which our name leads to the source; one of its own, since other packages have a `source` as well. */
const SOURCE = 'vitest-tribunal-source'
const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const folder = join(root, '.tribunal/snippets')
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const entries = Object.values<Record<string, string>>(exports).flatMap(({ [SOURCE]: source }) =>
  source ? [source.slice(2)] : [],
)
const pages = pagesOf(root)
const snippets = snippetsOf(root, pages, entries)

describe('the TypeScript in the documentation', () => {
  beforeAll(() => {
    writeSnippets(folder, snippets)
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: '../../tsconfig.json',
        compilerOptions: { noUnusedLocals: false, noUnusedParameters: false, rootDir: '../..' },
        include: ['*.ts'],
        exclude: [],
      }),
    )
  })

  test('is there', () => {
    expect(snippets.filter(({ origin }) => origin.startsWith('README.md'))).not.toEqual([])
    expect(new Set(snippets.map(({ origin }) => origin)).size).toBe(snippets.length)
  })

  test('compiles', async () => {
    const { code, output } = await run(join(root, 'node_modules/typescript/bin/tsc'), [
      '-p',
      folder,
      '--pretty',
      'false',
    ])
    expect({ code, output }).toEqual({ code: 0, output: '' })
  })

  test('runs', { timeout: 300_000 }, async () => {
    const results = join(folder, 'results.json')
    await run(join(root, 'node_modules/vitest/vitest.mjs'), [
      ...['run', '--config', 'test/docs/vitest.config.ts', '--reporter', 'json', '--outputFile', results],
    ])
    const { testResults } = JSON.parse(readFileSync(results, 'utf8')) as { testResults: FileResult[] }
    const bad = testResults.filter(
      ({ assertionResults, status }) => status !== 'passed' || assertionResults.length === 0,
    )
    expect(bad.map(({ name, message, assertionResults }) => [posix.basename(name), message, assertionResults])).toEqual(
      [],
    )
    expect(testResults).toHaveLength(snippets.filter(({ runs }) => runs).length)
  })
})

test('links within the documentation lead somewhere', () => {
  const broken = pages.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(root, posix.dirname(page), target)))
      .map((target) => `${page} → ${target}`),
  )
  expect(broken).toEqual([])
})

// Helpers

interface FileResult {
  readonly name: string
  readonly status: string
  readonly message: string
  readonly assertionResults: readonly { readonly title: string; readonly failureMessages: readonly string[] }[]
}

/** Runs a script with this Node; what it prints, and its exit code. */
async function run(script: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  const { VITEST: _, ...env } = process.env
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, ...args], {
      cwd: root,
      env,
      maxBuffer: 2 ** 26,
    })
    return { code: 0, output: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, output: stdout + stderr }
  }
}
