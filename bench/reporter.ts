import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { startVitest, type Vite } from 'vitest/node'
// For the compiler only, which then makes of these what the tests below, and the plugin, load.
import type {} from '../fixtures/publish.ts'
import type {} from '../matchers/setup.ts'
import type { tribunal } from '../src/plugin.ts'
import type {} from '../test/reporter/records.ts'
import type { Bench, Comparison } from './bench.ts'

const FILES = 20
const TESTS = 50

/** The same tests in the same Vitest, with the plugin and without it: setup file, reporter, document and page. */
export const reporter: Bench = {
  name: 'reporter',
  about: `a Vitest run of ${FILES * TESTS} tests with the plugin, against the same run without it.`,
  open() {
    install()
    const folders = [folderOf(RECORDING), folderOf(PLAIN)] as const
    return {
      comparisons: [
        comparison('tests that record an inspection each', folders[0]),
        comparison('tests that record nothing', folders[1]),
      ],
      close: () => {
        for (const folder of folders) rmSync(folder, { recursive: true, force: true })
      },
    }
  },
}

// Helpers

const comparison = (name: string, folder: string): Comparison => ({
  name,
  per: `run of ${FILES * TESTS} tests`,
  baseline: { name: 'Vitest', work: () => runIn(folder, false) },
  ours: { name: 'Vitest with the plugin', work: () => runIn(folder, true) },
  reach: 1.1,
})

/** Where the compiled sources are; the folders of tests lie beside them, so that they find Vitest. */
const ROOT = join(import.meta.dirname, '..')

/** As users have it: what lies in node_modules is loaded by Node itself, not by Vite. */
const INSTALLED = join(ROOT, 'node_modules/vitest-tribunal')

function install(): void {
  for (const folder of ['src', 'matchers', 'fixtures', 'reporters', 'test/reporter'])
    cpSync(join(ROOT, folder), join(INSTALLED, folder), { recursive: true })
  writeFileSync(join(INSTALLED, 'package.json'), '{ "name": "vitest-tribunal", "type": "module" }')
}

const PLAIN = `import { expect, test } from 'vitest'
for (let n = 0; n < ${TESTS}; n += 1) test('case ' + n, () => expect(n + 1).toBeGreaterThan(n))
`
const RECORDING = `import { test } from 'vitest'
import { publish } from '${INSTALLED}/fixtures/publish.js'
import { inspectionRecord } from '${INSTALLED}/test/reporter/records.js'
for (let n = 0; n < ${TESTS}; n += 1)
  test('case ' + n, ({ task }) => publish(task, inspectionRecord({ run_id: 'run-' + n })))
`

function folderOf(text: string): string {
  const folder = mkdtempSync(join(ROOT, 'tests-'))
  mkdirSync(join(folder, 'tests'))
  for (let n = 0; n < FILES; n += 1) writeFileSync(join(folder, `tests/${n}.test.ts`), text)
  return folder
}

async function runIn(root: string, plugged: boolean): Promise<number> {
  const { tribunal: make } = (await import(`${INSTALLED}/src/plugin.js`)) as { tribunal: typeof tribunal }
  const plugins: Vite.Plugin[] = plugged ? [make({ include: 'tests/**' })] : []
  const sink = new Writable({ write: (_chunk, _encoding, done) => done() })
  const vitest = await startVitest(
    'test',
    [],
    { root, config: false, watch: false, pool: 'threads', include: ['tests/**'], reporters: [{}] },
    { plugins },
    { stdout: sink as NodeJS.WriteStream, stderr: sink as NodeJS.WriteStream },
  )
  const count = vitest.state.getCountOfFailedTests()
  const passed = vitest.state
    .getTestModules()
    .reduce((sum, module) => sum + [...module.children.allTests('passed')].length, 0)
  await vitest.close()
  // What the gate has to say is not what is measured.
  process.exitCode = 0
  if (count > 0 || passed !== FILES * TESTS) throw new Error(`${passed} of ${FILES * TESTS} tests passed.`)
  return passed
}
