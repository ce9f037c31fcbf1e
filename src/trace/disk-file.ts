import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'
import { TribunalError } from '../errors.ts'
import type { RunFile } from './run-files.ts'

/** What was seen of an entry, and which file it was: another one that takes its place is never read. */
export class DiskFile implements RunFile {
  readonly path: string
  readonly size: number
  readonly kind: RunFile['kind']
  readonly #device: number
  readonly #inode: number

  constructor(path: string, kind: RunFile['kind'], stats?: Stats) {
    this.path = path
    this.size = kind === 'file' ? (stats?.size ?? 0) : 0
    this.kind = kind
    this.#device = stats?.dev ?? 0
    this.#inode = stats?.ino ?? 0
  }

  is(stats: Stats): boolean {
    return stats.ino === this.#inode && stats.dev === this.#device
  }
}

/** Reads the start of a file, into a room where there is one that is large enough. */
export function readStart(
  root: string,
  path: string,
  file: DiskFile | undefined,
  limit: number,
  room: Uint8Array | undefined,
): Uint8Array {
  const descriptor = openFile(root, path, file)
  try {
    const wanted = Math.min(limit, file?.size ?? 0)
    const bytes = room && room.length >= wanted ? room.subarray(0, wanted) : Buffer.allocUnsafe(wanted)
    return bytes.subarray(0, fill(descriptor, bytes, 0))
  } catch (cause) {
    throw unreadable(path, 'cannot be read', cause)
  } finally {
    closeSync(descriptor)
  }
}

/** The same in pieces, all of them in one buffer. */
export function* piecesOf(
  root: string,
  path: string,
  file: DiskFile | undefined,
  limit: number,
): Generator<Uint8Array> {
  const descriptor = openFile(root, path, file)
  try {
    const whole = Math.min(limit, file?.size ?? 0)
    const bytes = Buffer.allocUnsafe(Math.min(PIECE, whole))
    for (let at = 0; at < whole; ) {
      const count = fill(descriptor, bytes.subarray(0, Math.min(PIECE, whole - at)), at)
      if (count === 0) return
      at += count
      yield bytes.subarray(0, count)
    }
  } catch (cause) {
    throw unreadable(path, 'cannot be read', cause)
  } finally {
    closeSync(descriptor)
  }
}

/** The one error of a file, or a directory, that cannot be read. */
export const unreadable = (path: string, why: string, cause?: unknown) =>
  new TribunalError('unreadable-run', `"${path}" ${why}. Give a run directory whose files can be read.`, {
    details: { path },
    cause,
  })

// Helpers

/** How much is read at a time. */
const PIECE = 256 * 1024

/** Looks at what was opened before anything is read, so that a file swapped for a pipe cannot block, nor for a link lead out. */
function openFile(root: string, path: string, file: DiskFile | undefined): number {
  if (file?.kind !== 'file') throw unreadable(path, file ? 'is no regular file of the run' : 'does not exist')
  let descriptor: number | undefined
  try {
    descriptor = openSync(`${root}/${path}`, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    const stats = fstatSync(descriptor)
    if (stats.isFile() && file.is(stats)) return descriptor
  } catch (cause) {
    if (descriptor !== undefined) closeSync(descriptor)
    throw unreadable(path, 'cannot be read', cause)
  }
  closeSync(descriptor)
  throw unreadable(path, 'is another file than when it was first looked at')
}

/** Fills a buffer from a place in the file on; how much there was. */
function fill(descriptor: number, bytes: Uint8Array, from: number): number {
  let length = 0
  while (length < bytes.length) {
    const count = readSync(descriptor, bytes, length, bytes.length - length, from + length)
    if (count === 0) break
    length += count
  }
  return length
}
