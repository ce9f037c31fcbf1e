import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder, and those above it where needed. Node's own recursive way never returns where a file system answers that a
 * folder cannot be there although the one above it is, as /proc and automounted places do.
 *
 * @param path - the folder
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const above = dirname(path)
    if (code === 'ENOENT' && above !== path && !isFolder(above)) {
      makeFolder(above)
      makeFolder(path)
    } else if (!isFolder(path)) throw error
  }
}

// Helpers

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
