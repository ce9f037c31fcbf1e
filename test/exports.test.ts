import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readDocComment } from './exports/doc-comment.ts'
import { type PublicName, publicNamesOf } from './exports/public-names.ts'

/** The condition under which our name leads to the source; one of its own, since other packages have a `source` as well. */
const SOURCE = 'vitest-tribunal-source'
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const modules = Object.entries<Record<string, string>>(manifest.exports).filter(([, target]) => target[SOURCE])
const entries = modules.map(([address, { [SOURCE]: source = '' }]) => ({
  address: address.replace('.', 'vitest-tribunal'),
  names: publicNamesOf(root, source.slice(2)),
}))

describe('every address of the package', () => {
  test.each(modules)('%s leads to a source and to what is built from it', (_, target) => {
    const stem = target[SOURCE]?.replace(/^\.\/(.*)\.ts$/, '$1')
    expect(target).toEqual({ [SOURCE]: `./${stem}.ts`, types: `./dist/${stem}.d.ts`, default: `./dist/${stem}.js` })
    expect(existsSync(join(root, `${stem}.ts`))).toBe(true)
  })

  test('has the names that the snapshot lists', async () => {
    const list = entries.map(({ address, names }) => [address, ...names.map(({ kind, name }) => `  ${kind} ${name}`)])
    await expect(`${list.flat().join('\n')}\n`).toMatchFileSnapshot('./exports/public-names.txt')
  })

  test.each(entries)('$address exports at run time what its source says', async ({ address, names }) => {
    const values = names.filter(({ kind }) => kind !== 'type').map(({ name }) => name)
    expect(Object.keys(await import(address)).sort()).toEqual(values)
  })

  test('runs nothing on import, but for the setup of the matchers', () => {
    expect(manifest.sideEffects).toEqual(['./dist/matchers/setup.js', './matchers/setup.ts'])
  })
})

describe('every public name', () => {
  const names = entries.flatMap((entry) => entry.names)

  test('is documented', () => {
    expect(names.flatMap(faultsOf)).toEqual([])
  })

  test.each([
    ['no docstring', undefined, ['no docstring']],
    ['no sentence', '* @param run - the run', ['its docstring does not begin with a sentence', 'no @example']],
    ['no parameter', '* Counts.\n * @example\n * ```ts\n * 1\n * ```', ['no "@param run - …"']],
    ['an empty parameter', '* Counts.\n * @param run\n * @example\n * ```ts\n * 1\n * ```', ['no "@param run - …"']],
    ['no example', '* Counts.\n * @param run - the run', ['no @example']],
    ['nothing missing', '* Counts.\n * @param run - the run\n * @example\n * ```ts\n * 1\n * ```', []],
  ])('would be caught with %s', (_, comment, faults) => {
    const doc = comment === undefined ? undefined : readDocComment(comment)
    const name = { name: 'count', kind: 'function', file: 'x.ts', line: 1, parameters: ['run'], doc } as const
    expect(faultsOf(name).map((fault) => fault.replace('x.ts:1 count: ', ''))).toEqual(faults)
  })
})

test('every schema is a 2020-12 schema with an address of its own', () => {
  const schemas = readdirSync(join(root, 'src/schemas')).filter((file) => file.endsWith('.json'))
  const heads = schemas.map((file) => JSON.parse(readFileSync(join(root, 'src/schemas', file), 'utf8')))
  expect(schemas).not.toEqual([])
  expect(heads.map(({ $schema }) => $schema)).toEqual(heads.map(() => 'https://json-schema.org/draft/2020-12/schema'))
  expect(new Set(heads.map(({ $id }) => $id)).size).toBe(schemas.length)
})

test('the command starts from the built file, by its first line', () => {
  expect(manifest.bin).toEqual({ tribunal: './dist/src/cli/main.js' })
  expect(readFileSync(join(root, 'src/cli/main.ts'), 'utf8').split('\n')[0]).toBe('#!/usr/bin/env node')
})

// Helpers

/** What a public name's docstring lacks: a sentence, its parameters, and for values an example. */
function faultsOf({ name, kind, file, line, parameters, doc }: PublicName): string[] {
  const faults: string[] = []
  if (doc === undefined) faults.push('no docstring')
  else {
    if (!/^[^\s][\s\S]*?[.:](?:\s|$)/.test(doc.summary)) faults.push('its docstring does not begin with a sentence')
    if (kind === 'function' && doc.params.size < parameters.length)
      for (const parameter of parameters)
        if (parameter === undefined || !doc.params.has(parameter))
          faults.push(`no "@param ${parameter ?? '(an object)'} - …"`)
    for (const param of doc.params.keys())
      if (!parameters.includes(param) && !parameters.includes(undefined))
        faults.push(`"@param ${param}" is no parameter`)
    if (kind !== 'type' && doc.examples.length === 0) faults.push('no @example')
  }
  return faults.map((fault) => `${file}:${line} ${name}: ${fault}`)
}
