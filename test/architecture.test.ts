import { basename, dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { ambientUsesOf } from './architecture/ambient.ts'
import { breachesOf } from './architecture/import-table.ts'
import { importsOf, sourceFiles } from './architecture/source-file.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const files = sourceFiles(root)
const engine = files.filter(({ path }) => path.startsWith('src/') && !path.startsWith('src/cli/') && !isTest(path))

describe('imports', () => {
  test('follow the import table', () => {
    expect(files.flatMap(breachesOf)).toEqual([])
  })

  test.each([
    ['src/run/x.ts', "import { inspectRun } from '../inspect/inspect-run.ts'"],
    ['src/inspect/x.ts', "export * from '../run/run-composite.ts'"],
    ['src/composites/x.ts', "import 'vitest'"],
    ['src/decisions/x.ts', "import { call } from '../composites/composite.ts'"],
    ['src/report/x.ts', "import { inspectRun } from '../inspect/inspect-run.ts'"],
    ['src/run/x.ts', "import '../index.ts'"],
    ['src/run/x.ts', "const run = await import('../cli/main.ts')"],
    ['src/run/x.ts', 'const run = await import(name)'],
    ['src/run/x.ts', "const { parse } = requires('js-yaml')"],
    ['src/run/x.ts', "import type { Run } from '../trace/run'"],
    ['scenarios/oversight/x.test.ts', "import { scripted } from '../../src/index.ts'"],
    ['matchers/x.ts', "import fc from 'fast-check'"],
  ])('of %s may not be: %s', (path, text) => {
    expect(breachesOf({ path, text })).toHaveLength(1)
  })

  test.each([
    ['src/report/x.ts', "import type { Inspection } from '../inspect/inspection.ts'"],
    ['src/run/x.ts', "import { isObject } from '../json/json.ts'"],
    ['src/run/x.test.ts', "import '../inspect/inspect-run.ts'"],
    ['scenarios/oversight/x.test.ts', "import { test } from 'vitest-tribunal/fixtures'"],
  ])('of %s may be: %s', (path, text) => {
    expect(breachesOf({ path, text })).toEqual([])
  })

  test('form no circle', () => {
    const edges = new Map(
      files.map((file) => [
        file.path,
        importsOf(file)
          .filter(({ specifier, types }) => specifier.startsWith('.') && !types)
          .map(({ specifier }) => posix.join(dirname(file.path), specifier)),
      ]),
    )
    expect(circleIn(edges)).toBeUndefined()
    expect(
      circleIn(
        new Map([
          ['a', ['b']],
          ['b', ['a']],
        ]),
      ),
    ).toEqual(['a', 'b', 'a'])
  })
})

describe('the engine', () => {
  test('reads no clock, random, environment or locale', () => {
    const uses = engine.flatMap((file) => ambientUsesOf(file).map(({ what, line }) => `${file.path}:${line} ${what}`))
    expect(uses).toEqual([])
  })

  test.each([
    'const at = Date.now()',
    'const at = new Date()',
    'const at = Date()',
    'const seed = Math.random()',
    "import { randomUUID } from 'node:crypto'",
    'const id = crypto.randomUUID()',
    'const home = process.env.HOME',
    "const home = process['env'].HOME",
    'const { env } = process',
    "import { env } from 'node:process'",
    'const text = count.toLocaleString()',
    'names.sort((a, b) => a.localeCompare(b))',
    'new Intl.NumberFormat()',
    'performance.now()',
  ])('would be caught by: %s', (text) => {
    expect(ambientUsesOf({ path: 'src/x.ts', text })).not.toEqual([])
  })

  test('may parse a date that it was given, and speak of clocks', () => {
    const text = '// not Date.now()\nconst at = new Date(Date.parse(stamp)).toISOString() + "Math.random()"'
    expect(ambientUsesOf({ path: 'src/x.ts', text })).toEqual([])
  })
})

describe('files', () => {
  test('have at most 300 lines', () => {
    const long = files.map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
    expect(long.filter(({ lines }) => lines > 300)).toEqual([])
  })

  test('have kebab-case names', () => {
    const kebab = /^\.?[a-z0-9]+(?:-[a-z0-9]+)*(?:\/[a-z0-9]+(?:-[a-z0-9]+)*)*(?:\.(?:test|table|config))?\.m?ts$/
    expect(files.map(({ path }) => path).filter((path) => !kebab.test(path))).toEqual([])
  })

  test('are not named for being useful', () => {
    const useful = /(?:^|[/-])(?:utils?|helpers?|managers?|common|misc|executor)(?:[/.-])/
    expect(files.map(({ path }) => path).filter((path) => useful.test(path))).toEqual([])
  })

  test('that hold a matcher are named for it', () => {
    const matchers = files.filter(({ path }) => path.startsWith('matchers/to-') && !isTest(path))
    const misnamed = matchers.filter(
      ({ path, text }) => !text.includes(`export function ${camel(basename(path, '.ts'))}(`),
    )
    expect(misnamed.map(({ path }) => path)).toEqual([])
  })
})

// Helpers

function isTest(path: string): boolean {
  return path.endsWith('.test.ts')
}

const camel = (kebab: string): string => kebab.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())

/** The first circle of a graph, as the names along it. */
function circleIn(edges: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>()
  const walk = (name: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name]
    if (done.has(name)) return undefined
    for (const next of edges.get(name) ?? []) {
      const circle = walk(next, [...path, name])
      if (circle) return circle
    }
    done.add(name)
    return undefined
  }
  for (const name of edges.keys()) {
    const circle = walk(name, [])
    if (circle) return circle
  }
  return undefined
}
