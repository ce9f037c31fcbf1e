import { spawn } from 'node:child_process'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TribunalDocument } from '../../src/report/document.ts'

/** What a real Vitest left. */
export interface Outcome {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
  /** Folder of the report. */
  readonly report: string
  /** Reads one file of the report. */
  text(name: string): Promise<string>
  document(): Promise<TribunalDocument>
}

/**
 * Runs Vitest as a person would, on one of test/projects, in a process of its own.
 *
 * @param name - folder of test/projects
 * @param args - of the command line, after `vitest run`
 * @param env - gate, include and report folder of the project's config
 */
export async function runProject(
  name: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const report = env.REPORT ?? join(await mkdtemp(join(tmpdir(), 'tribunal-')), 'report')
  const child = spawn(process.execPath, [VITEST, 'run', '--pool=threads', ...args], {
    cwd: join(import.meta.dirname, '../projects', name),
    // Nothing of the Vitest that runs this test may reach the one under test.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: '1', TZ: 'UTC', ...env, REPORT: report },
  })
  const [stdout, stderr, exitCode] = await Promise.all([
    read(child.stdout),
    read(child.stderr),
    new Promise<number | null>((resolve) => child.on('close', resolve)),
  ])
  const text = (file: string): Promise<string> => readFile(join(report, file), 'utf8')
  return { exitCode, stdout, stderr, report, text, document: async () => JSON.parse(await text('tribunal.json')) }
}

/** An empty folder of its own. */
export const emptyFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'tribunal-'))

// Helpers

const VITEST = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs')

async function read(stream: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const chunk of stream) text += chunk
  return text
}
