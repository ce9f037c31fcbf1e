import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { run } from './run.ts'

// Packs the package, installs the tarball beside given versions of Vitest, msw, nock and the official clients, and there runs
// the tests of src/wire, which then import the package by its name.

const root = fileURLToPath(new URL('../..', import.meta.url))
const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const { values } = parseArgs({
  options: {
    node: { type: 'string', default: '' },
    vitest: { type: 'string', default: devDependencies.vitest },
    msw: { type: 'string', default: devDependencies.msw },
    nock: { type: 'string', default: devDependencies.nock },
    openai: { type: 'string', default: devDependencies.openai },
    keep: { type: 'boolean', default: false },
  },
})
const underNode = values.node === '' ? [] : ['npx', '-y', '-p', `node@${values.node}`, '--']

/** What a test beside the source imports → what a user writes instead. */
const ADDRESSES: { readonly [relative: string]: string } = {
  '../index.ts': 'vitest-tribunal',
  './index.ts': 'vitest-tribunal/wire',
  './scripted-handlers.ts': 'vitest-tribunal/wire/msw',
  '../../properties/wire-faults.ts': 'vitest-tribunal/properties',
  '../../src/index.ts': 'vitest-tribunal',
  '../../src/wire/index.ts': 'vitest-tribunal/wire',
  '../../../../fixtures/index.ts': 'vitest-tribunal/fixtures',
  '../../../../src/index.ts': 'vitest-tribunal',
  '../../../../src/wire/index.ts': 'vitest-tribunal/wire',
}

/** What the tests share; there it lies beside them. */
const shared = readdirSync(join(root, 'test/wire'))

const folder = mkdtempSync(join(tmpdir(), 'tribunal-wire-'))
try {
  run(root, ['npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', folder])
  const tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '')
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  const tests = readdirSync(join(root, 'src/wire')).filter((name) => name.endsWith('.test.ts'))
  for (const [from, names] of [
    ['src/wire', tests],
    ['test/wire', shared],
    ['test/projects/fixtures/scenarios', ['wire-fits.test.ts']],
  ] as const)
    for (const name of names) {
      const text = asUserWrites(readFileSync(join(root, from, name), 'utf8'))
      if (text !== undefined) writeFileSync(join(folder, name), text)
    }
  console.log(
    `Tests: ${readdirSync(folder)
      .filter((name) => name.endsWith('.test.ts'))
      .join(' ')}`,
  )

  const { vitest, msw, nock, openai } = values
  const peers = [`vitest@${vitest}`, `msw@${msw}`, `nock@${nock}`, `openai@${openai}`]
  const others = ['@anthropic-ai/sdk', 'undici', 'fast-check'].map((name) => `${name}@${versionOf(name)}`)
  const install = ['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', '-D', ...peers, ...others, tarball]
  run(folder, [...underNode, 'node', '--version'])
  run(folder, [...underNode, ...install])
  run(folder, [...underNode, 'node_modules/.bin/vitest', 'run'])
} finally {
  if (values.keep) console.log(`Kept: ${folder}`)
  else rmSync(folder, { recursive: true, force: true })
}

// Helpers

function versionOf(name: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'))
  return version
}

/** A test with the addresses that a user has; undefined where it imports what no user can. */
function asUserWrites(text: string): string | undefined {
  let foreign = false
  const written = text.replace(/(\bfrom |\bimport )'(\.[^']+)'/g, (_, before: string, relative: string) => {
    const name = basename(relative)
    const address = ADDRESSES[relative] ?? (shared.includes(name) ? `./${name}` : undefined)
    foreign ||= address === undefined
    return `${before}'${address}'`
  })
  return foreign ? undefined : written
}
