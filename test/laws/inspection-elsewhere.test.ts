import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { directoryOf } from '../../properties/arbitraries/run-directories.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const folder = mkdtempSync(join(tmpdir(), 'elsewhere-'))
afterAll(() => rmSync(folder, { recursive: true }))

const services = [0, 1, 2, 3].map((clause) => ({ clause, needs: 1, state: clause === 2 ? 4 : 0 }))
const files = [...directoryOf({ kind: 'pipeline', pipeline: { services, arrow: 0, end: 3 } })]

test('a run inspected in another place, time zone, locale and order of files, with other times, gives equal bytes', {
  timeout: 60_000,
}, async () => {
  const here = await inspected('here', files, 1_000, { TZ: 'UTC', LC_ALL: 'C' })
  const there = await inspected('there/deep/down', [...files].reverse(), 1_900_000_000, {
    TZ: 'Pacific/Kiritimati',
    LC_ALL: 'tr_TR.UTF-8',
    LANG: 'sv_SE.UTF-8',
  })
  expect(here.length).toBeGreaterThan(1_000)
  expect(there).toBe(here)
})

// Helpers

/** Writes the run, and inspects it in a process of its own, which the environment is read by when it starts. */
async function inspected(
  name: string,
  contents: readonly (readonly [string, string])[],
  time: number,
  env: { readonly [name: string]: string },
): Promise<string> {
  const run = join(folder, name)
  for (const [path, text] of contents) {
    mkdirSync(dirname(join(run, path)), { recursive: true })
    writeFileSync(join(run, path), text)
    utimesSync(join(run, path), time, time)
  }
  const script = `import { inspectRun } from './src/inspect/inspect-run.ts'
import { canonicalInspection } from './src/inspect/canonical-inspection.ts'
process.stdout.write(canonicalInspection(inspectRun(${JSON.stringify(run)}, { partial: true })))`
  const args = ['--import', 'tsx', '--conditions=vitest-tribunal-source', '--input-type=module', '--eval', script]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env: { ...process.env, ...env } })
  return stdout
}
