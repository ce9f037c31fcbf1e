import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const scratch = mkdtempSync(join(tmpdir(), 'tribunal-bin-'))
afterAll(() => rmSync(scratch, { recursive: true }))

test('its exit code reaches the shell', async () => {
  expect((await bin(['inspect', 'fixtures/runs/perfect'])).code).toBe(0)
  expect((await bin(['inspect', 'fixtures/runs/cut-off'])).code).toBe(1)
  expect((await bin(['inspect', '--what'])).code).toBe(2)
})

test('a pipe whose reader is slow gets all of a large document', async () => {
  const run = join(scratch, 'large')
  cpSync('fixtures/runs/perfect', run, { recursive: true })
  // The root source is carried whole up to 1 MiB.
  const source = '\n\nA note that nobody will read.'.repeat(24_000)
  writeFileSync(join(run, 'root.prose.md'), source, { flag: 'a' })
  const { stdout, code } = await bin(['inspect', '--json', run, run], { slow: true })
  expect(Buffer.byteLength(stdout)).toBeGreaterThan(1_400_000)
  expect(JSON.parse(stdout).gate.exit_code).toBe(code)
})

test('a reader that goes away early is no failure', async () => {
  const many = Array.from({ length: 40 }, () => 'fixtures/runs/perfect')
  const { stderr, code } = await bin(['inspect', '--json', ...many], { leaves: true })
  expect(stderr).not.toContain('EPIPE')
  expect(code).toBe(0)
})

test('the data folder of the user has the registry', async () => {
  const env = { XDG_DATA_HOME: join(scratch, 'data') }
  const args = ['inspect', '--json', 'fixtures/runs/cut-off']
  await bin(args, { env, registry: true })
  const { stdout } = await bin(['inspect', '--json', 'fixtures/runs/perfect'], { env, registry: true })
  expect(JSON.parse(stdout).runs[0].inspection.summary).toContain('Trend: ')
})

test('a data folder that cannot be used costs a warning and no verdict', async () => {
  const file = join(scratch, 'file')
  writeFileSync(file, '')
  const { stderr, code } = await bin(['inspect', 'fixtures/runs/perfect'], {
    env: { XDG_DATA_HOME: file },
    registry: true,
  })
  expect(stderr).toMatch(
    /^warning: The registry ".*" can be neither opened nor set aside: .*\. .*nothing is remembered\.\n$/,
  )
  expect(code).toBe(0)
})

test('a registry that cannot be read is no empty history; what needs none goes on without', async () => {
  mkdirSync(join(scratch, 'broken/tribunal/registry.db'), { recursive: true })
  const env = { XDG_DATA_HOME: join(scratch, 'broken') }
  const history = await bin(['history'], { env, registry: true })
  expect([history.code, history.stdout, history.stderr]).toEqual([
    2,
    '',
    expect.stringMatching(/^error: The registry ".*" can be neither opened nor set aside/),
  ])
  const explained = await bin(['explain', 'fixtures/runs/perfect'], { env, registry: true })
  expect([explained.code, explained.stderr]).toEqual([
    0,
    expect.stringMatching(/^warning: The registry ".*" can be neither/),
  ])
})

// Helpers

interface Reader {
  /** Reads a little at a time. */
  readonly slow?: boolean
  /** Closes the pipe after the first bytes. */
  readonly leaves?: boolean
  readonly registry?: boolean
  readonly env?: Record<string, string>
}

/** The real command in a process of its own, from its source. */
function bin(args: readonly string[], { slow, leaves, registry, env }: Reader = {}) {
  const own = registry ? args : [...args, '--registry', 'none']
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--conditions=vitest-tribunal-source', 'src/cli/main.ts', ...own],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, ...env },
    },
  )
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve, reject) => {
    const [stdout, stderr]: Buffer[][] = [[], []]
    child.stdout.on('data', (chunk: Buffer) => {
      stdout!.push(chunk)
      if (leaves) child.stdout.destroy()
      if (slow) {
        child.stdout.pause()
        setTimeout(() => child.stdout.resume(), 5)
      }
    })
    child.stderr.on('data', (chunk: Buffer) => stderr!.push(chunk))
    child.on('error', reject)
    child.on('close', (code) =>
      resolve({ code, stdout: Buffer.concat(stdout!).toString(), stderr: Buffer.concat(stderr!).toString() }),
    )
  })
}
