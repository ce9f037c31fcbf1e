import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { emptyFolder } from './run-project.ts'

/** A Vitest that keeps running. */
export interface Watched {
  /** Folder of its report. */
  readonly report: string
  readonly folder: string
  /** Waits for words among what it has printed since the last time, and gives that. */
  said(words: RegExp): Promise<string>
  end(): Promise<void>
}

/**
 * Starts Vitest as a person would who keeps it open.
 *
 * @param name - folder of test/projects
 * @param args - of the command line
 */
export async function watchProject(name: string, args: readonly string[] = []): Promise<Watched> {
  const report = join(await emptyFolder(), 'report')
  const folder = join(import.meta.dirname, '../projects', name)
  const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, '--watch', '--pool=threads', ...args], {
    cwd: folder,
    // Without a pipe that stays open it would end at once.
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: '1', TZ: 'UTC', REPORT: report },
  })
  let heard = ''
  const listen = (chunk: Buffer): void => {
    heard += stripVTControlCharacters(chunk.toString())
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  return {
    report,
    folder,
    async said(words) {
      for (let tries = 0; tries < 600; tries += 1) {
        if (words.test(heard)) {
          const text = heard
          heard = ''
          return text
        }
        if (child.exitCode !== null) break
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      throw new Error(`It never said ${words}, but: ${heard}`)
    },
    end: () =>
      new Promise((resolve) => {
        child.on('close', () => resolve())
        child.kill('SIGKILL')
      }),
  }
}
