import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { sep } from 'node:path'
import { TribunalError } from '../errors.ts'
import { byCodeUnit } from '../json/canonical-json.ts'
import type { RunFile, RunFiles } from './run-files.ts'

/**
 * The files of a run directory on disk. Nothing outside the directory is opened: a link that leaves it is listed as
 * `outside`; pipes, devices, sockets and links to folders are listed as `other`.
 *
 * @param directory - the run directory
 * @throws TribunalError `unreadable-run` when it does not exist or is no directory
 *
 * @example
 * ```ts
 * import { directoryFiles } from 'vitest-tribunal'
 *
 * const files = directoryFiles('fixtures/runs/perfect')
 * console.log(files.stat('vm.log.md')?.kind) // file
 * ```
 */
export function directoryFiles(directory: string): RunFiles {
  const root = rootOf(directory)
  const folders = new Map<string, boolean>()
  let listing: Listing | undefined
  const listed = () => {
    listing ??= walk(root)
    return listing
  }
  // The names at the top are read once: most of what a layout might have is not there, and then needs no look of its own.
  let names: ReadonlySet<string> | null | undefined
  const isAtTop = (name: string) => {
    if (names === undefined) names = namesIn(root)
    return names?.has(name) ?? true
  }
  // Each path is looked at once: that is faster, and a run that changes meanwhile is still one run.
  const seen = new Map<string, RunFile | undefined>()
  const entry = (path: string) => {
    if (listing) return listing.files.get(path)
    if (!seen.has(path)) seen.set(path, isAtTop(path.split('/', 1)[0]!) ? entryOf(root, path, folders) : undefined)
    return seen.get(path)
  }
  return {
    list: () => [...listed().files.values()],
    stat: entry,
    hasFolder: (name) =>
      listing ? listing.tops.has(name) : !/[/\\]|^\.\.?$/u.test(name) && isAtTop(name) && isFolder(`${root}/${name}`),
    read: (path, limit) => {
      const file = entry(path)
      if (file?.kind !== 'file') throw unreadable(path, file ? 'is no regular file of the run' : 'does not exist')
      return readStart(`${root}/${path}`, path, limit)
    },
  }
}

// Helpers

/** Deeper folders are not followed: no run nests like that, and paths would outgrow what the system takes. */
const DEEPEST = 64

function rootOf(directory: string): string {
  try {
    const root = realpathSync.native(directory)
    if (statSync(root).isDirectory()) return root
  } catch (cause) {
    const isAbsent = (cause as NodeJS.ErrnoException).code === 'ENOENT'
    throw unreadable(directory, isAbsent ? 'does not exist' : 'cannot be opened', cause)
  }
  throw unreadable(directory, 'is no directory')
}

/** All that lies in a run directory. */
interface Listing {
  /** By path, in code-unit order. */
  readonly files: ReadonlyMap<string, RunFile>
  /** Names of the folders at the top, also of empty ones. */
  readonly tops: ReadonlySet<string>
}

function walk(root: string): Listing {
  const found: RunFile[] = []
  const tops = new Set<string>()
  const visit = (folder: string, depth: number) => {
    for (const entry of readdirSync(`${root}/${folder}`, { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory() && folder === '') tops.add(path)
      if (!entry.isDirectory()) found.push(fileAt(root, path) ?? { path, size: 0, kind: 'other' })
      else if (depth < DEEPEST) visit(path, depth + 1)
      else found.push({ path, size: 0, kind: 'other' })
    }
  }
  try {
    visit('', 0)
  } catch (cause) {
    throw unreadable('.', 'cannot be listed', cause)
  }
  found.sort((a, b) => byCodeUnit(a.path, b.path))
  return { files: new Map(found.map((file) => [file.path, file])), tops }
}

/** The names in a folder; null where a folder may be entered but not listed. */
function namesIn(folder: string): ReadonlySet<string> | null {
  try {
    return new Set(readdirSync(folder))
  } catch {
    return null
  }
}

/** One entry without a listing: every folder on the way must be a real one. */
function entryOf(root: string, path: string, folders: Map<string, boolean>): RunFile | undefined {
  const segments = path.split('/')
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..' || segment.includes('\0')))
    return undefined
  for (let depth = 1; depth < segments.length; depth++) {
    const folder = segments.slice(0, depth).join('/')
    const known = folders.get(folder) ?? isFolder(`${root}/${folder}`)
    folders.set(folder, known)
    if (!known) return undefined
  }
  const file = fileAt(root, path)
  return file?.kind === 'other' && isFolder(`${root}/${path}`) ? undefined : file
}

function fileAt(root: string, path: string): RunFile | undefined {
  try {
    const stats = lstatSync(`${root}/${path}`, { throwIfNoEntry: false })
    if (!stats) return undefined
    if (stats.isFile()) return { path, size: stats.size, kind: 'file' }
    return stats.isSymbolicLink() ? linkAt(root, path) : { path, size: 0, kind: 'other' }
  } catch {
    return undefined
  }
}

function linkAt(root: string, path: string): RunFile {
  try {
    const target = realpathSync(`${root}/${path}`)
    if (target !== root && !target.startsWith(root + sep)) return { path, size: 0, kind: 'outside' }
    const stats = statSync(target)
    return stats.isFile() ? { path, size: stats.size, kind: 'file' } : { path, size: 0, kind: 'other' }
  } catch {
    return { path, size: 0, kind: 'other' } // a loop, or a link to nothing
  }
}

function isFolder(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  } catch {
    return false
  }
}

/** Reads through a descriptor that is checked after opening, so that a file swapped for a pipe cannot block. */
function readStart(absolute: string, path: string, limit: number): Uint8Array {
  let descriptor: number | undefined
  try {
    descriptor = openSync(absolute, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    const stats = fstatSync(descriptor)
    if (!stats.isFile()) throw unreadable(path, 'is no regular file of the run')
    const bytes = Buffer.allocUnsafe(Math.min(limit, stats.size))
    let length = 0
    while (length < bytes.length) {
      const count = readSync(descriptor, bytes, length, bytes.length - length, length)
      if (count === 0) break
      length += count
    }
    return bytes.subarray(0, length)
  } catch (cause) {
    throw cause instanceof TribunalError ? cause : unreadable(path, 'cannot be read', cause)
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

const unreadable = (path: string, why: string, cause?: unknown) =>
  new TribunalError('unreadable-run', `"${path}" ${why}. Give a run directory whose files can be read.`, {
    details: { path },
    cause,
  })
