import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { sep } from 'node:path'
import { TribunalError } from '../errors.ts'
import { byCodeUnit } from '../json/canonical-json.ts'
import { DiskFile, piecesOf, readStart, unreadable } from './disk-file.ts'
import type { RunFiles } from './run-files.ts'

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
  const seen = new Map<string, DiskFile | undefined>()
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
    read: (path, limit, room) => readStart(root, path, entry(path), limit, room),
    pieces: (path, limit) => ({ [Symbol.iterator]: () => piecesOf(root, path, entry(path), limit) }),
  }
}

// Helpers

/** Deeper folders are not followed: no run nests like that, and paths would outgrow what the system takes. */
const DEEPEST = 64

/** A directory of more files is no run, and listing it would fill the memory. */
const MOST_FILES = 250_000

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
  readonly files: ReadonlyMap<string, DiskFile>
  /** Names of the folders at the top, also of empty ones. */
  readonly tops: ReadonlySet<string>
}

function walk(root: string): Listing {
  const found: DiskFile[] = []
  const tops = new Set<string>()
  const visit = (folder: string, depth: number) => {
    for (const entry of readdirSync(`${root}/${folder}`, { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory() && folder === '') tops.add(path)
      if (!entry.isDirectory()) found.push(fileAt(root, path) ?? new DiskFile(path, 'other'))
      else if (depth === DEEPEST || !entered(path, depth + 1)) found.push(new DiskFile(path, 'other'))
      if (found.length > MOST_FILES) throw unreadable('.', `holds more than ${MOST_FILES} files`)
    }
  }
  /** False for a folder that cannot be listed, or has gone meanwhile: the rest is still a run. */
  const entered = (path: string, depth: number): boolean => {
    try {
      visit(path, depth)
      return true
    } catch (error) {
      if (error instanceof TribunalError) throw error
      return false
    }
  }
  if (!entered('', 0)) throw unreadable('.', 'cannot be listed')
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
function entryOf(root: string, path: string, folders: Map<string, boolean>): DiskFile | undefined {
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

function fileAt(root: string, path: string): DiskFile | undefined {
  try {
    const stats = lstatSync(`${root}/${path}`, { throwIfNoEntry: false })
    if (!stats) return undefined
    if (stats.isFile()) return new DiskFile(path, 'file', stats)
    return stats.isSymbolicLink() ? linkAt(root, path) : new DiskFile(path, 'other')
  } catch {
    return undefined
  }
}

function linkAt(root: string, path: string): DiskFile {
  try {
    const target = realpathSync(`${root}/${path}`)
    if (target !== root && !target.startsWith(root + sep)) return new DiskFile(path, 'outside')
    const stats = statSync(target)
    return new DiskFile(path, stats.isFile() ? 'file' : 'other', stats)
  } catch {
    return new DiskFile(path, 'other') // a loop, or a link to nothing
  }
}

function isFolder(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  } catch {
    return false
  }
}
