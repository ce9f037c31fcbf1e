import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Says of each module that is loaded where it is from, whichever of Node's two loaders takes it. */
const TOLD = `
import { createRequire, register } from 'node:module'
const hooks = "import { writeSync } from 'node:fs'; export const load = (url, context, next) => (writeSync(1, url + '\\\\n'), next(url, context))"
register('data:text/javascript,' + encodeURIComponent(hooks))
await import(process.argv[1])
for (const path of Object.keys(createRequire(import.meta.url).cache)) console.log(path)
`

/** Packages, by name, that a process has loaded once it has imported an address of ours; and how many modules of ours. */
async function loadedBy(address: string): Promise<{ readonly packages: readonly string[]; readonly ours: number }> {
  const args = [
    '--import',
    'tsx',
    '--conditions=vitest-tribunal-source',
    '--input-type=module',
    '--eval',
    TOLD,
    address,
  ]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: 2 ** 24 })
  const paths = stdout.split('\n').map((path) => path.replaceAll('\\', '/'))
  const packages = paths.flatMap((path) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? [])
  return { packages: [...new Set(packages)].sort(), ours: paths.filter((path) => /\/src\/.*\.ts/.test(path)).length }
}

// tsx, which makes our source run here, is not ours to answer for.
const LOADER = ['tsx', 'esbuild', 'get-tsconfig', 'resolve-pkg-maps']

test.each(['vitest-tribunal', 'vitest-tribunal/wire'])(
  'a process that imports %s has loaded no SDK, no interceptor, no framework and no compiler of schemas',
  async (address) => {
    const { packages, ours } = await loadedBy(address)
    expect(ours).toBeGreaterThan(20)
    const foreign = packages.filter((name) => !LOADER.includes(name))
    expect(
      foreign.filter((name) => /^(?:msw|nock|ai|ajv|openai|undici|vitest|fast-check|handlebars|@)/.test(name)),
    ).toEqual([])
  },
)

test('what is loaded is told for both loaders: msw and what it needs', async () => {
  const { packages } = await loadedBy('vitest-tribunal/wire/msw')
  expect(packages).toEqual(expect.arrayContaining(['msw', '@mswjs/interceptors']))
})
