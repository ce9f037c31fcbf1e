import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { globSync, isDynamicPattern } from 'tinyglobby'
import { byCodeUnit } from '../../json/canonical-json.ts'
import { didYouMean } from '../did-you-mean.ts'
import type { Uninspectable } from '../outcome.ts'
import { looksLikeRun } from './looks-like-run.ts'

/** A run directory to inspect, by the path that is shown. */
export interface Subject {
  readonly path: string
  /** The folder that holds it together with the runs it may have taken inputs from, where the caller named that. */
  readonly runs?: string | undefined
}

/** What the operands of a command came to, in their order. */
export interface FoundRuns {
  /** Runs to inspect, and operands that led to none. */
  readonly subjects: readonly (Subject | Uninspectable)[]
  /** Folders in a runs root, or under a pattern, that are no runs. */
  readonly strangers: readonly string[]
}

/**
 * Finds the runs that operands name: a run directory, a folder that holds some, a pattern, or an id below `--root`. What one
 * folder or pattern gives is sorted by code unit; a run that it gives again is left out. Links in a folder are not followed.
 *
 * @param operands - as typed; none means all of the root
 * @param root - the folder that `--root` names
 */
export function findRuns(operands: readonly string[], root: string | undefined): FoundRuns {
  const subjects: (Subject | Uninspectable)[] = []
  const strangers: string[] = []
  const seen = new Set<string>()
  const add = (path: string, runs: string | undefined, isOnlyOnce: boolean) => {
    const real = realPath(path)
    if (!(isOnlyOnce && seen.has(real))) subjects.push({ path, runs })
    seen.add(real)
  }
  const addAll = (folders: readonly string[], holder: string | undefined): number => {
    const runs = new Set<string>()
    for (const folder of folders) {
      // What lies inside a run is the run's own affair.
      if (ancestorsOf(folder).some((ancestor) => runs.has(ancestor))) continue
      if (looksLikeRun(folder)) {
        add(folder, holder, true)
        runs.add(folder)
      } else strangers.push(folder)
    }
    return runs.size
  }
  const fail = (path: string, message: string, code = 'unreadable-run') =>
    subjects.push({ path, error: { code, message } })
  for (const operand of operands.length === 0 && root !== undefined ? [root] : operands) {
    const path =
      root !== undefined && isName(operand) && existsSync(join(root, operand)) ? join(root, operand) : operand
    if (isFolder(path)) {
      if (looksLikeRun(path)) add(path, root, false)
      else if (foldersIn(path).some(looksLikeRun)) addAll(foldersIn(path), root ?? path)
      else fail(path, `It is no run directory, nor does it hold any.${runsBelow(path)}`, 'unsupported-layout')
    } else if (!existsSync(path) && isDynamicPattern(path)) {
      const matched = foldersLike(path)
      if (addAll(matched, root) === 0)
        fail(path, matched.length === 0 ? 'The pattern matches no folder.' : 'None of the folders it matches is a run.')
    } else if (existsSync(path)) fail(path, 'It is no directory. Give a run directory, or a folder that holds some.')
    else fail(path, absent(operand, root))
  }
  return { subjects, strangers }
}

// Helpers

const isName = (operand: string): boolean => !/[/\\]|^\.{0,2}$/u.test(operand)

/** A path from root to leaf without `.` and `//`, as it was typed otherwise. */
const under = (folder: string, name: string): string => (folder.endsWith('/') ? folder + name : `${folder}/${name}`)

/** The folders in a folder, links left out, sorted by code unit. */
export function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort(byCodeUnit)
      .map((name) => under(folder, name))
  } catch {
    return []
  }
}

const ancestorsOf = (path: string): string[] =>
  [...path.matchAll(/\//gu)].map(({ index }) => path.slice(0, index)).filter((ancestor) => ancestor !== '')

function foldersLike(pattern: string): string[] {
  const isAbsolute = pattern.startsWith('/')
  const options = { onlyDirectories: true, expandDirectories: false, followSymbolicLinks: false, absolute: isAbsolute }
  return globSync(pattern, options)
    .map((path) => (path === '/' ? path : path.replace(/\/$/u, '')))
    .sort(byCodeUnit)
}

/** Whether a path leads to a folder, also by a link. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** Where the programs of this field leave their runs. */
const PLACES = ['runs', '.prose/runs', '.agents/prose/runs']

function runsBelow(folder: string): string {
  const place = PLACES.map((name) => under(folder, name)).find(isFolder)
  return place === undefined ? '' : ` Did you mean ${place}?`
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}

function absent(operand: string, root: string | undefined): string {
  if (root !== undefined && isName(operand)) {
    const known = foldersIn(root).map((folder) => basename(folder))
    return `There is no run "${operand}" in ${root}.${didYouMean(operand, known)}`
  }
  const hint = isName(operand) ? " A run's id alone needs --root with the folder that holds it." : ''
  return `There is no such directory.${nearDirectory(operand)}${hint}`
}

/** Ends a message about a path that leads nowhere with what lies near it. */
export function nearDirectory(path: string): string {
  const name = basename(path)
  const folder = path
    .replace(/\/+$/u, '')
    .slice(0, -name.length)
    .replace(/(.)\/+$/u, '$1')
  const known = foldersIn(folder === '' ? '.' : folder).map((near) => basename(near))
  return name === '' ? '' : didYouMean(name, known)
}
