import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, posix } from 'node:path'
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

/** What a test imports, from the project's root → what a user writes instead. */
const ADDRESSES: { readonly [path: string]: string } = {
  'src/index.ts': 'vitest-tribunal',
  'src/wire/index.ts': 'vitest-tribunal/wire',
  'src/wire/scripted-handlers.ts': 'vitest-tribunal/wire/msw',
  'src/wire/cassettes/open-recording.ts': 'vitest-tribunal/wire/nock',
  'properties/wire-faults.ts': 'vitest-tribunal/properties',
  'fixtures/index.ts': 'vitest-tribunal/fixtures',
}

/** What the tests share, unless it is of no use to a user, or rests on what is not; there it lies beside them. */
let shared = readdirSync(join(root, 'test/wire'))
for (let before = 0; before !== shared.length; ) {
  before = shared.length
  shared = shared.filter((name) => writtenFrom('test/wire', name) !== undefined)
}

const folder = mkdtempSync(join(tmpdir(), 'tribunal-wire-'))
try {
  run(root, ['npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', folder])
  const tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '')
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  const testsIn = (path: string) => readdirSync(join(root, path)).filter((name) => name.endsWith('.test.ts'))
  for (const [from, names] of [
    ['src/wire', testsIn('src/wire')],
    ['src/wire/cassettes', testsIn('src/wire/cassettes')],
    ['test/wire', shared],
    ['test/projects/fixtures/scenarios', ['wire-fits.test.ts']],
  ] as const)
    for (const name of names) {
      const text = writtenFrom(from, name)
      if (text !== undefined) writeFileSync(join(folder, name), text)
    }
  console.log(
    `Tests: ${readdirSync(folder)
      .filter((name) => name.endsWith('.test.ts'))
      .join(' ')}`,
  )

  const { vitest, msw, nock, openai } = values
  const peers = [`vitest@${vitest}`, `msw@${msw}`, `nock@${nock}`, `openai@${openai}`]
  const others = ['@anthropic-ai/sdk', '@copilotkit/aimock', 'undici', 'fast-check'].map(
    (name) => `${name}@${versionOf(name)}`,
  )
  const install = ['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', '-D', ...peers, ...others, tarball]
  run(folder, [...underNode, 'node', '--version'])
  run(folder, [...underNode, ...install])
  // A busy machine is slow, not wrong.
  run(folder, [...underNode, 'node_modules/.bin/vitest', 'run', '--testTimeout', '60000', '--hookTimeout', '60000'])
} finally {
  if (values.keep) console.log(`Kept: ${folder}`)
  else rmSync(folder, { recursive: true, force: true })
}

// Helpers

function versionOf(name: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'))
  return version
}

function writtenFrom(from: string, name: string): string | undefined {
  return asUserWrites(readFileSync(join(root, from, name), 'utf8'), from)
}

/** A test with the addresses that a user has; undefined where it imports what no user can. */
function asUserWrites(text: string, from: string): string | undefined {
  let foreign = false
  const written = text.replace(/(\bfrom |\bimport )'(\.[^']+)'/g, (_, before: string, relative: string) => {
    const path = posix.join(from, relative)
    const isShared = posix.dirname(path) === 'test/wire' && shared.includes(basename(path))
    const address = ADDRESSES[path] ?? (isShared ? `./${basename(path)}` : undefined)
    foreign ||= address === undefined
    return `${before}'${address}'`
  })
  return foreign ? undefined : written
}
