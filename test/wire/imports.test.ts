import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { importsOf } from '../architecture/source-file.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Every package and every module of Node that an entry loads, by whatever way it leads there. */
function loadedBy(entry: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(entry) || entry.endsWith('.json')) return seen
  seen.add(entry)
  for (const { specifier, types } of importsOf({ path: entry, text: readFileSync(join(root, entry), 'utf8') })) {
    if (types) continue
    if (specifier.startsWith('.')) loadedBy(posix.join(posix.dirname(entry), specifier), seen)
    else seen.add(specifier)
  }
  return seen
}

const OPTIONAL = /^(?:msw|nock|ai|openai|@openai|@anthropic-ai|undici|@copilotkit|vitest|fast-check)(?:\/|$)/

describe('what an entry loads', () => {
  test.each(['src/index.ts', 'src/wire/index.ts'])('is there without any optional package: %s', (entry) => {
    const loaded = [...loadedBy(entry)]
    expect(loaded.length).toBeGreaterThan(10)
    expect(loaded.filter((specifier) => OPTIONAL.test(specifier))).toEqual([])
  })

  test('is msw for the handlers of msw alone, and no other package', () => {
    const packages = [...loadedBy('src/wire/scripted-handlers.ts')].filter((name) => !/^src\/|^node:/.test(name))
    expect(packages).toEqual(['msw'])
  })

  test.each([
    ['src/wire/ai/index.ts', 'ai'],
    ['src/wire/agents/index.ts', '@openai/agents'],
  ])('is for a framework that framework alone: %s', (entry, framework) => {
    expect([...loadedBy(entry)].filter((name) => !/^src\/|^node:/.test(name))).toEqual([framework])
  })

  test('is for recordings nock, what writes a file and what shows a difference', () => {
    const packages = [...loadedBy('src/wire/cassettes/open-recording.ts')].filter((name) => !/^src\/|^node:/.test(name))
    expect(packages.sort()).toEqual(['diff', 'nock', 'write-file-atomic'])
  })

  test('is for the wire nothing but Node', () => {
    expect([...loadedBy('src/wire/index.ts')].filter((name) => !/^src\/|^node:/.test(name))).toEqual([])
  })

  test('of the engine does not reach the wire', () => {
    expect([...loadedBy('src/index.ts')].filter((name) => name.startsWith('src/wire/'))).toEqual([])
  })
})
