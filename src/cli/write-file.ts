import { dirname } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { TribunalError } from '../errors.ts'
import { makeFolder } from '../trace/make-folder.ts'

/**
 * Writes a file that the caller named; a reader sees the old one or the new one, never half. Its folder is made where needed.
 *
 * @param file - its path
 * @param text - all of it
 * @throws TribunalError `invalid-input` when it cannot be written
 */
export async function writeFile(file: string, text: string): Promise<void> {
  try {
    makeFolder(dirname(file))
    await writeFileAtomic(file, text)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new TribunalError('invalid-input', `${file} was not written: ${why}. Give another path.`, { cause })
  }
}
