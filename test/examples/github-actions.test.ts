import { spawn } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { afterEach, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const WORKFLOW = join(ROOT, 'examples/github-actions/tribunal.yml')

interface Step {
  readonly name?: string
  readonly run?: string
  readonly env?: { readonly [name: string]: string }
}
interface Workflow {
  readonly jobs: {
    readonly [job: string]: {
      readonly steps: readonly Step[]
      readonly strategy?: { readonly matrix: { readonly shard: readonly number[] } }
    }
  }
}

const { jobs } = load(await readFile(WORKFLOW, 'utf8')) as Workflow
const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

test('the steps shard, merge, render and gate, as they stand', async () => {
  const job = await checkout()
  await shards(job)
  expect(await job.step('verdict', 'merge')).toMatchObject({ code: 0 })
  const rendered = await job.step('verdict', 'render')
  expect(rendered).toMatchObject({ code: 0, stdout: '' })
  expect(await job.step('verdict', 'gate')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('The gate (pass) is satisfied: 2 inspections.'),
  })
  expect(await job.text('summary.md')).toContain('## ✅ Tribunal: the gate is satisfied')
  expect(await job.text('tribunal-report/comment.md')).toContain('2 inspections (2 pass)')
  expect(await job.text('tribunal-report/junit.xml')).toContain('tests="2" failures="0"')
  expect(await job.text('tribunal-report/index.html')).toContain('<!doctype html>')
})

test('the gate ends the job where the policy refuses, at the line of each test', async () => {
  const job = await checkout({ EFFECTIVENESS: '84' })
  await shards(job)
  expect(await job.step('verdict', 'merge')).toMatchObject({ code: 0 })
  expect(await job.step('verdict', 'render')).toMatchObject({ code: 0 })
  const { code, stdout } = await job.step('verdict', 'gate')
  expect(code).toBe(1)
  expect(stdout).toMatch(/^::error file=scenarios\/one\.test\.ts,line=6,title=Tribunal%3A floor::bulletin \(one\)/m)
  expect(stdout).toContain(
    'bulletin (one): task effectiveness 84 is under the floor of system bulletin, which asks for 90.',
  )
  expect(await job.text('summary.md')).toContain('## ❌ Policy: under the gate')
})

test('a merge without a report ends the job', async () => {
  const job = await checkout()
  await mkdir(join(job.folder, 'blobs'))
  // Not even where an older one lies.
  await mkdir(join(job.folder, 'tribunal-report'))
  await writeFile(join(job.folder, 'tribunal-report/tribunal.json'), '{}')
  expect((await job.step('verdict', 'merge')).code).not.toBe(0)
})

// Helpers

interface Job {
  readonly folder: string
  step(job: string, name: string, matrix?: number): Promise<{ code: number | null; stdout: string; stderr: string }>
  text(file: string): Promise<string>
}

async function shards(job: Job): Promise<void> {
  for (const shard of jobs.scenarios!.strategy!.matrix.shard)
    expect(await job.step('scenarios', 'shard', shard)).toMatchObject({ code: 0 })
}

/** A fresh copy of a project, in which `npx` finds what `npm ci` would have installed. */
async function checkout(env: { readonly [name: string]: string } = {}): Promise<Job> {
  const folder = await mkdtemp(join(ROOT, 'test/projects/tmp-'))
  folders.push(folder)
  await cp(join(ROOT, 'test/projects/actions'), folder, { recursive: true })
  await mkdir(join(folder, '.bin'))
  await writeFile(join(folder, '.bin/npx'), NPX)
  await chmod(join(folder, '.bin/npx'), 0o755)
  const summary = join(folder, 'summary.md')
  return {
    folder,
    text: (file) => readFile(join(folder, file), 'utf8'),
    async step(job, name, matrix) {
      const step = jobs[job]!.steps.find((one) => one.name === name)
      const own = Object.entries(step!.env ?? {}).map(([key, value]) => [
        key,
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is GitHub's
        value.replaceAll('${{ matrix.shard }}', String(matrix)),
      ])
      return shell(step!.run!, folder, {
        PATH: `${join(folder, '.bin')}:${process.env.PATH}`,
        HOME: folder,
        ROOT,
        NODE: process.execPath,
        NO_COLOR: '1',
        GITHUB_STEP_SUMMARY: summary,
        ...env,
        ...Object.fromEntries(own),
      })
    },
  }
}

const NPX = `#!/usr/bin/env bash
tool=$1; shift
case $tool in
  vitest) exec "$NODE" "$ROOT/node_modules/vitest/vitest.mjs" "$@" --pool=threads ;;
  tribunal) exec "$NODE" --import "$ROOT/node_modules/tsx/dist/loader.mjs" --conditions=vitest-tribunal-source "$ROOT/src/cli/main.ts" "$@" ;;
esac
echo "npx: no $tool here" >&2; exit 127
`

/** As GitHub runs a step: bash, which ends at the first command that fails. */
function shell(
  script: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = spawn('bash', ['-e', '-c', script], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString()
    })
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
}
