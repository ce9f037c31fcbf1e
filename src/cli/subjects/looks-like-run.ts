import { basename, resolve } from 'node:path'
import { TribunalError } from '../../errors.ts'
import { recogniseLayout } from '../../inspect/layouts/recognise-layout.ts'
import { directoryFiles } from '../../trace/directory-files.ts'
import { startOfId } from './run-time.ts'

/**
 * Tells run directories from others. One that has lost its control files is still a run by its name, so that its loss is
 * not its way out; so is one that is laid out in several ways.
 */
export function looksLikeRun(directory: string): boolean {
  if (startOfId(basename(resolve(directory))) !== null) return true
  try {
    recogniseLayout(directoryFiles(directory))
    return true
  } catch (error) {
    return error instanceof TribunalError && error.code === 'ambiguous-layout'
  }
}
