import { existsSync, renameSync } from 'node:fs'
import { openDatabase, type StoreOpening } from './store.ts'

/**
 * Renames a file that is no registry of ours, and its journals, to the first free name, so that nothing is ever overwritten.
 * One process at a time: else a second one could set aside the registry that the first has just made.
 *
 * @param path - the file
 * @param open - opens it; tried again under the lock, and once more when it has been set aside
 * @param unusable - the error to throw when it cannot be renamed
 * @returns what opened, and under which name the file lies now; null when another process was quicker
 */
export function setAside(
  path: string,
  open: (path: string) => StoreOpening,
  unusable: (cause: unknown) => Error,
): { readonly opening: StoreOpening; readonly aside: string | null } {
  let lock: ReturnType<typeof openDatabase> | undefined
  try {
    // A lock of the store's own kind is let go of when its holder is killed.
    lock = openDatabase(`${path}.lock`)
    lock.exec('PRAGMA busy_timeout = 10000')
    lock.exec('BEGIN EXCLUSIVE')
    const again = open(path)
    if ('registry' in again) return { opening: again, aside: null }
    const aside = freeName(path)
    for (const suffix of ['', '-wal', '-shm']) if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix)
    return { opening: open(path), aside }
  } catch (cause) {
    throw unusable(cause)
  } finally {
    lock?.close()
  }
}

// Helpers

function freeName(path: string): string {
  for (let number = 1; ; number++) if (!existsSync(`${path}.aside-${number}`)) return `${path}.aside-${number}`
}
