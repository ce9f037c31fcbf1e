import { TribunalError } from '../errors.ts'
import { byCodeUnit } from '../json/canonical-json.ts'
import type { RunFile, RunFiles } from './run-files.ts'

/**
 * The same files, held still: each is looked at once, nothing is read beyond a limit, and whatever goes wrong while reading is
 * one kind of error. A run that changes meanwhile, or files that keep their promises only in part, are then still one run.
 *
 * @param files - of a run, from whoever
 * @throws TribunalError from each of its functions: `unreadable-run` for whatever those of `files` throw
 */
export function steadyFiles(files: RunFiles): RunFiles {
  let listing: readonly RunFile[] | undefined
  const list = () => {
    listing ??= guarded('.', 'cannot be listed', () => inOrder(files.list()))
    return listing
  }
  const seen = new Map<string, RunFile | undefined>()
  const stat = (path: string) => {
    const known = seen.get(path)
    if (known || seen.has(path)) return known
    const found = guarded(path, 'cannot be looked at', () => files.stat(path))
    seen.set(path, found)
    return found
  }
  const read = (path: string, limit: number, room?: Uint8Array) =>
    guarded(path, 'cannot be read', () => files.read(path, limit, room).subarray(0, limit))
  return {
    list,
    stat,
    ...(files.hasFolder && {
      hasFolder: (name: string) => guarded(name, 'cannot be looked at', () => files.hasFolder?.(name) ?? false),
    }),
    read,
    pieces: (path, limit) => (files.pieces ? steadyPieces(files, path, limit) : onePiece(read, path, limit)),
  }
}

// Helpers

/** Most callers keep the order that they promise; checking costs less than sorting. */
function inOrder(listing: readonly RunFile[]): readonly RunFile[] {
  const kept = listing.every((file, index) => index === 0 || listing[index - 1]!.path < file.path)
  return kept ? listing : [...listing].sort((a, b) => byCodeUnit(a.path, b.path))
}

function guarded<T>(path: string, why: string, look: () => T): T {
  try {
    return look()
  } catch (cause) {
    throw cause instanceof TribunalError ? cause : unreadable(path, why, cause)
  }
}

const onePiece = (read: RunFiles['read'], path: string, limit: number): Iterable<Uint8Array> => ({
  *[Symbol.iterator]() {
    yield read(path, limit)
  },
})

const steadyPieces = (files: RunFiles, path: string, limit: number): Iterable<Uint8Array> => ({
  *[Symbol.iterator]() {
    try {
      yield* files.pieces?.(path, limit) ?? []
    } catch (cause) {
      throw cause instanceof TribunalError ? cause : unreadable(path, 'cannot be read', cause)
    }
  },
})

const unreadable = (path: string, why: string, cause: unknown) =>
  new TribunalError(
    'unreadable-run',
    `"${path}" ${why}: ${cause instanceof Error ? cause.message : String(cause)}. Give a run whose files can be read.`,
    { details: { path }, cause },
  )
