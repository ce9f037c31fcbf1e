import { TribunalError } from '../errors.ts'
import { byCodeUnit } from '../json/canonical-json.ts'
import type { RunFile, RunFiles } from './run-files.ts'

/**
 * The files of a run held in memory: the same to an inspector as a directory.
 *
 * @param files - path → content; paths are relative, joined by `/`
 * @throws TribunalError `invalid-input` when a path is absolute, empty, or has a `.` or `..` segment
 *
 * @example
 * ```ts
 * import { memoryFiles } from 'vitest-tribunal'
 *
 * const files = memoryFiles({ 'bindings/writer/draft.md': 'A draft.' })
 * console.log(files.stat('bindings/writer/draft.md')?.size) // 8
 * ```
 */
export function memoryFiles(
  files: { readonly [path: string]: string | Uint8Array } | ReadonlyMap<string, string | Uint8Array>,
): RunFiles {
  const given = files instanceof Map ? [...files] : Object.entries(files)
  const contents = new Map<string, Uint8Array>()
  for (const [path, content] of given)
    contents.set(checked(path), typeof content === 'string' ? Buffer.from(content, 'utf8') : content)
  const entry = (path: string): RunFile => ({ path, size: contents.get(path)!.length, kind: 'file' })
  return {
    list: () => [...contents.keys()].sort(byCodeUnit).map(entry),
    stat: (path) => (contents.has(path) ? entry(path) : undefined),
    hasFolder: (name) => [...contents.keys()].some((path) => path.includes('/') && path.split('/', 1)[0] === name),
    read: (path, limit) => {
      const content = contents.get(path)
      if (content) return content.subarray(0, limit)
      throw new TribunalError('unreadable-run', `"${path}" does not exist in this run.`, { details: { path } })
    },
  }
}

// Helpers

function checked(path: string): string {
  if (path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..')) return path
  throw new TribunalError('invalid-input', `"${path}" is no path inside a run. Give a relative path joined by "/".`, {
    details: { path },
  })
}
