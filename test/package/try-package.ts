import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { run } from './run.ts'

// Packs the package, installs the tarball in an empty folder as a user would, and there runs the first scenario,
// compiles the types of the matchers with every library checked, and starts the command.

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const { values } = parseArgs({
  options: {
    node: { type: 'string', default: '' },
    vitest: { type: 'string', default: devDependencies.vitest },
    scenario: { type: 'string', default: 'scenarios/worker-critic/accepts-the-second-draft.test.ts' },
  },
})
const underNode = values.node === '' ? [] : ['npx', '-y', '-p', `node@${values.node}`, '--']

const folder = mkdtempSync(join(tmpdir(), 'tribunal-consumer-'))
try {
  run(root, ['npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', folder])
  const tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '')

  cpSync(join(root, 'test/package/consumer'), folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  mkdirSync(join(folder, 'scenarios'))
  cpSync(join(root, values.scenario), join(folder, 'scenarios', basename(values.scenario)))

  const tools = [`vitest@${values.vitest}`, `typescript@${devDependencies.typescript}`]
  const types = `@types/node@${values.node || devDependencies['@types/node']}`
  const install = ['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', '-D', ...tools, types, tarball]
  run(folder, [...underNode, 'node', '--version'])
  run(folder, [...underNode, ...install])
  run(folder, [...underNode, 'node_modules/.bin/vitest', 'run'])
  run(folder, [...underNode, 'node_modules/.bin/tsc'])
  run(folder, [...underNode, 'node_modules/.bin/tribunal', '--help'])
} finally {
  rmSync(folder, { recursive: true, force: true })
}
