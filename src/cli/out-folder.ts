import { createHash } from 'node:crypto'
import { basename, join, resolve } from 'node:path'
import { TribunalError } from '../errors.ts'
import { visibleJson } from '../report/visible-json.ts'
import { makeFolder } from '../trace/make-folder.ts'
import { isInspected, type Outcome } from './outcome.ts'
import { writeFile } from './write-file.ts'

/** A folder that gets a file for each run. */
export interface OutFolder {
  add(outcome: Outcome): Promise<void>
  /** How many files there are. */
  readonly count: number
}

/**
 * Makes the folder that `--out` names, before anything is inspected.
 *
 * @param folder - its path
 * @throws TribunalError `invalid-input` when it can be no folder
 */
export async function outFolder(folder: string): Promise<OutFolder> {
  try {
    makeFolder(folder)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new TribunalError('invalid-input', `${folder} cannot be a folder: ${why}. Give --out another path.`, {
      cause,
    })
  }
  const taken = new Set<string>()
  let count = 0
  return {
    async add(outcome) {
      const name = fileName(isInspected(outcome) ? outcome.inspection.run_id : basename(resolve(outcome.path)))
      let free = name
      // Where names differ by case alone, some systems have one file.
      for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${name}.${number}`
      taken.add(free.toLowerCase())
      await writeFile(join(folder, `${free}.inspection.json`), `${visibleJson(outcome)}\n`)
      count++
    },
    get count() {
      return count
    },
  }
}

/**
 * A file's name made of what a run says its id is. What is more than letters, digits and single dots in between is replaced, and
 * then the name ends in a hash, so that two ids never share one.
 */
export function fileName(run_id: string): string {
  const plain = run_id.replace(/[^\w-]+/gu, (signs) => (signs === '.' ? '.' : '_')).slice(0, LONGEST)
  if (plain === run_id && /^[A-Za-z0-9](?:.*[\w-])?$/u.test(run_id)) return run_id
  const hash = createHash('sha256').update(run_id).digest('hex').slice(0, 12)
  return `run-${plain.replace(/^[._-]+|[._-]+$/gu, '')}-${hash}`
}

// Helpers

const LONGEST = 80
