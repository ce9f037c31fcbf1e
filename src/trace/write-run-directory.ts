import { lstatSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { TribunalError } from '../errors.ts'
import { makeFolder } from './make-folder.ts'
import { renderRunFiles } from './render-run-files.ts'
import type { Run } from './run.ts'

/**
 * Writes a run as an OpenProse-style run directory: all of it, or nothing.
 *
 * @param run - a finished run
 * @param directory - where; it must not exist, or be empty
 * @param options - `endedAt`, an ISO 8601 time with a zone, for the log's terminator
 * @returns the directory as an absolute path
 * @throws TribunalError `run-directory-exists` when something is there already
 *
 * @example
 * ```ts
 * import { mkdtempSync } from 'node:fs'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { inspectRun, proposerAdversary, runCompositeSync, scripted, writeRunDirectory } from 'vitest-tribunal'
 *
 * const model = scripted({ proposer: ['9'], adversary: ['It is 3 × 3.'] })
 * const run = runCompositeSync(proposerAdversary, { input: { task_brief: 'Name a prime.' }, model })
 * const directory = writeRunDirectory(run, join(mkdtempSync(join(tmpdir(), 'runs-')), 'first'))
 * console.log(inspectRun(directory).inspection.verdict) // pass
 * ```
 */
export function writeRunDirectory(run: Run, directory: string, options: { readonly endedAt?: string } = {}): string {
  const target = resolve(directory)
  if (isTaken(target)) throw taken(directory)
  const files = renderRunFiles(run, options)
  makeFolder(dirname(target))
  const draft = mkdtempSync(`${target}.draft-`)
  try {
    for (const [path, content] of files) {
      const file = join(draft, 'run', path)
      makeFolder(dirname(file))
      writeFileSync(file, content)
    }
    renameSync(join(draft, 'run'), target)
  } catch (error) {
    throw isTaken(target) ? taken(directory, error) : error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return target
}

// Helpers

/** Whether there is something at a place besides an empty directory, a link to nothing included. */
function isTaken(target: string): boolean {
  const stats = lstatSync(target, { throwIfNoEntry: false })
  return stats !== undefined && !(stats.isDirectory() && readdirSync(target).length === 0)
}

const taken = (directory: string, cause?: unknown) =>
  new TribunalError(
    'run-directory-exists',
    `There is something at ${directory} already. A run directory is never overwritten: give another one, or remove it.`,
    { details: { directory }, cause },
  )
