import fc from 'fast-check'
import { CORE_SCHEMA, load } from 'js-yaml'
import { expect, test } from 'vitest'
import { parseYaml } from './front-matter.ts'

test('what is read without the library is read as the library reads it', () => {
  const key = fc.constantFrom('name', 'kind', 'run_id', 'constructor', 'null', 'true')
  const word = fc.constantFrom(
    'worker',
    'worker-critic',
    'null',
    'True',
    'yes',
    'no',
    'off',
    'Inf',
    'e5',
    'a--b',
    '5',
    '0x1f',
    'a b',
  )
  const line = fc.oneof(
    { weight: 6, arbitrary: fc.tuple(key, word).map(([name, value]) => `${name}: ${value}`) },
    { weight: 1, arbitrary: fc.constantFrom('', '# a note', 'name:', 'shape:', '  - x', 'name:worker') },
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 5 }), (lines) => {
      expect(parseYaml(lines.join('\n'))).toEqual(read(lines.join('\n')))
    }),
    { seed: 31, numRuns: 2000 },
  )
})

test.each([
  ['the same key twice', 'name: a\nname: b'],
  ['an alias', 'name: &a x\nkind: *a'],
  ['no map', '- a'],
  ['nothing', ''],
])('%s is unreadable', (_, source) => {
  expect(parseYaml(source)).toBe(null)
})

test('a name of the prototype is a name like any other', () => {
  expect(parseYaml('constructor: x')).toEqual({ constructor: 'x' })
  expect(Object.getPrototypeOf(parseYaml('__proto__: x'))).toBe(Object.prototype)
})

// Helpers

/** What the library alone makes of it. */
function read(source: string): unknown {
  try {
    const value = load(source, { schema: CORE_SCHEMA, maxAliases: 0, maxDepth: 50 })
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}
