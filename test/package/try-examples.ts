import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { run } from './run.ts'

// Packs the package, and for each example named (all of them by default): copies its folder as a user would, installs what it asks for
// with the tarball in place of the published package, compiles it and runs its tests. `--set ai@7.0.173` takes another version of
// what an example has.

const root = fileURLToPath(new URL('../..', import.meta.url))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    node: { type: 'string', default: '' },
    set: { type: 'string', multiple: true, default: [] },
    tarball: { type: 'string', default: '' },
    keep: { type: 'string', default: '' },
  },
})
const underNode = values.node === '' ? [] : ['npx', '-y', '-p', `node@${values.node}`, '--']
const names = positionals.length > 0 ? positionals : examples()

const folder = values.keep || mkdtempSync(join(tmpdir(), 'tribunal-examples-'))
try {
  const tarball = values.tarball || packed()
  for (const name of names) {
    console.log(`\nexample: ${name}`)
    const own = join(folder, name)
    cpSync(join(root, 'examples', name), own, { recursive: true, filter: (path) => !path.includes('node_modules') })
    const manifest = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'))
    replace(manifest, 'vitest-tribunal', `file:${tarball}`)
    if (values.node !== '') replace(manifest, '@types/node', values.node)
    for (const given of values.set) {
      const at = given.lastIndexOf('@')
      replace(manifest, given.slice(0, at), given.slice(at + 1))
    }
    writeFileSync(join(own, 'package.json'), JSON.stringify(manifest, null, 2))
    run(own, [...underNode, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund'])
    run(own, [...underNode, 'npm', 'run', 'typecheck'])
    run(own, [...underNode, 'npm', 'test'])
  }
} finally {
  if (!values.keep) rmSync(folder, { recursive: true, force: true })
}

// Helpers

/** The folders that have programs; others hold what is no package. */
function examples(): string[] {
  return readdirSync(join(root, 'examples'))
    .filter((name) => readdirSync(join(root, 'examples', name)).includes('package.json'))
    .sort()
}

function packed(): string {
  run(root, ['npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', folder])
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '')
}

/** Takes another version of a dependency that a manifest has. */
function replace(manifest: Record<string, Record<string, string>>, name: string, version: string): void {
  for (const kind of ['dependencies', 'devDependencies'])
    if (manifest[kind]?.[name] !== undefined) manifest[kind][name] = version
}
