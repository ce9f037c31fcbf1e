import type { Origin } from '../../records.ts'
import { visibleLine } from '../../visible.ts'

/**
 * Writes the command that runs one test again.
 *
 * @param origin - where a record was made; null where no test made it
 * @param seed - of a property check; left out elsewhere, where chance plays no part
 * @returns one line for a shell; '' where there is nothing to run
 */
export function replayView(origin: Origin | null, seed?: number): string {
  if (origin === null || !isPlain(origin.file)) return ''
  const { file, test, project = '' } = origin
  return [
    `npx vitest run ${quoted(file)}`,
    ...(project === '' || !isPlain(project) ? [] : [`--project ${quoted(project)}`]),
    // A name that cannot be shown as it is would find nothing: then the whole file is run.
    ...(test === '' || !isPlain(test) ? [] : [`-t ${quoted(pattern(test))}`]),
    ...(seed === undefined ? [] : [`--sequence.seed ${seed}`]),
  ].join(' ')
}

// Helpers

const isPlain = (text: string): boolean => text.length <= 300 && visibleLine(text) === text

/** Vitest takes the name for a regular expression, and its versions join the names of suites in two ways. */
const pattern = (test: string): string => test.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll(' > ', ' (> )?')

const quoted = (word: string): string => (/^[\w./@%+=:,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)
