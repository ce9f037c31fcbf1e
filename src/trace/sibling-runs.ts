import { lstatSync, realpathSync } from 'node:fs'
import { sep } from 'node:path'
import { TribunalError } from '../errors.ts'
import { directoryFiles } from './directory-files.ts'
import type { RunFiles } from './run-files.ts'

/** The runs of one root, by their ids. Nothing outside the root can be named. */
export interface SiblingRuns {
  /** The files of the run of that id, or undefined when there is none in the root. */
  open(id: string): RunFiles | undefined
}

/**
 * The runs that lie in a folder, each in a directory that is called by its id. An id is one name: what is a path, and a link that leads
 * out of the folder, is no run of it.
 *
 * @param root - the folder that holds the runs
 * @throws TribunalError `unreadable-run` when the folder does not exist
 *
 * @example
 * ```ts
 * import { inspectRun, siblingRuns } from 'vitest-tribunal'
 *
 * const { evaluation } = inspectRun('fixtures/runs/perfect', { runs: siblingRuns('fixtures/runs') })
 * console.log(evaluation.upstream.length) // 0
 * ```
 */
export function siblingRuns(root: string): SiblingRuns {
  const home = homeOf(root)
  return {
    open(id) {
      if (!isRunName(id)) return undefined
      try {
        const place = realpathSync.native(`${home}/${id}`)
        if (!place.startsWith(home.endsWith(sep) ? home : `${home}${sep}`) || !lstatSync(place).isDirectory())
          return undefined
        return directoryFiles(place)
      } catch (error) {
        if (error instanceof TribunalError || isAbsent(error)) return undefined
        throw error
      }
    },
  }
}

/** Whether a text is one name in a folder, and so can be a run's. */
export const isRunName = (id: string): boolean => /^[\w-][\w.-]{0,199}$/u.test(id)

// Helpers

const isAbsent = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? '')

function homeOf(root: string): string {
  try {
    return realpathSync.native(root)
  } catch (cause) {
    throw new TribunalError(
      'unreadable-run',
      `The runs root "${root}" cannot be opened. Give the folder that holds the runs.`,
      {
        details: { path: root },
        cause,
      },
    )
  }
}
