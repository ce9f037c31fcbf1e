import { dirname } from 'node:path'
import { TribunalError } from '../../errors.ts'
import { makeFolder } from '../../trace/make-folder.ts'
import type { Registry } from './registry.ts'
import { setAside } from './set-aside.ts'
import { openStore, type StoreOpening } from './store.ts'

/** A registry on disk. */
export interface StoredRegistry extends Registry {
  /** What had to be set aside to open it, for a person; null when nothing had to. */
  readonly notice: string | null
}

/**
 * Opens the registry in a file, or makes it. Several processes may write at once; one that is killed leaves the others'
 * entries whole. A file that is damaged or no registry at all, or that another version wrote, is set aside under another name
 * and reported; a database of another program is left alone.
 *
 * @param path - the file; its folder is made where needed
 * @throws TribunalError `store-unusable` when the file can be neither opened nor set aside; the registry throws it too, when
 * the disk is full or the file is damaged while it is open
 *
 * @example
 * ```ts
 * import { mkdtempSync } from 'node:fs'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { openRegistry } from 'vitest-tribunal'
 *
 * const registry = openRegistry(join(mkdtempSync(join(tmpdir(), 'runs-')), 'registry.db'))
 * for (const { run_id, verdict } of registry.entries()) console.log(run_id, verdict)
 * registry.close()
 * ```
 */
export function openRegistry(path: string): StoredRegistry {
  // The store's native side dies of a path that no system takes.
  if (path === '' || path.includes('\0')) throw unusable(path, undefined)
  try {
    makeFolder(dirname(path))
  } catch (cause) {
    throw unusable(path, cause)
  }
  const opened = openPatiently(path)
  if ('registry' in opened) return { notice: null, ...opened.registry }
  // Another process may have found the same and be quicker: whoever holds the lock looks again.
  const { opening, aside } = setAside(path, openPatiently, (cause) => unusable(path, cause))
  if (!('registry' in opening)) throw unusable(path, opening.cause)
  return { notice: aside && `${opened.why}; it was set aside as ${aside}.`, ...opening.registry }
}

// Helpers

/** Switching to WAL does not wait for other processes as all else does, so that it is tried again. */
function openPatiently(path: string): StoreOpening {
  for (let tries = 1; ; tries++) {
    try {
      return openStore(path)
    } catch (cause) {
      if (cause instanceof TribunalError) throw cause
      const code = String((cause as { code?: unknown }).code)
      // Only what is no registry may be set aside: one that is busy or forbidden is somebody's.
      if (!code.startsWith('SQLITE_BUSY') || tries === MOST_TRIES) throw unusable(path, cause)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BETWEEN_TRIES_MS)
    }
  }
}

const MOST_TRIES = 20
const BETWEEN_TRIES_MS = 100

function unusable(path: string, cause: unknown): TribunalError {
  // Under the lock the same may have been said already.
  if (cause instanceof TribunalError) return cause
  const why = cause instanceof Error ? `: ${wordsOf(cause)}` : ''
  return new TribunalError(
    'store-unusable',
    `The registry "${path}" can be neither opened nor set aside${why}. Give another path.`,
    { details: { path }, cause },
  )
}

/** What libsql says when a path leads to no file that can be opened is for those who wrote it. */
const wordsOf = ({ message }: Error): string =>
  message.startsWith('ConnectionFailed') ? 'no file can be opened there' : message.replace(/\.$/u, '')
