import { readFile } from 'node:fs/promises'
import { TribunalError, type TribunalErrorCode } from '../errors.ts'

/**
 * Reads a text file that the caller named.
 *
 * @param file - its path
 * @param hint - what to do when it cannot be read
 * @throws TribunalError with the code given
 */
export async function readText(file: string, hint: string, code: TribunalErrorCode = 'invalid-input'): Promise<string> {
  try {
    // Some editors and shells put a byte order mark in front.
    return (await readFile(file, 'utf8')).replace(/^\ufeff/, '')
  } catch (cause) {
    const why = (cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : wordsOf(cause)
    throw new TribunalError(code, `${file} cannot be read: ${why}. ${hint}`, { cause })
  }
}

// Helpers

const wordsOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))
