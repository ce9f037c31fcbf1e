import { realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { TribunalError } from '../errors.ts'

/**
 * Refuses to write a file over what the command reads, or over another file that it writes.
 *
 * @param read - path of what is read
 * @param written - options by name, with the path that each was given; undefined where it was not
 * @throws TribunalError `invalid-input` naming both
 */
export function refuseOverwriting(read: string, written: { readonly [option: string]: string | undefined }): void {
  const taken = new Map([[placeOf(read), `${read}, which is read`]])
  for (const [option, path] of Object.entries(written)) {
    if (path === undefined) continue
    const before = taken.get(placeOf(path))
    if (before !== undefined)
      throw new TribunalError('invalid-input', `${option} would write over ${before}. Give it another path.`)
    taken.set(placeOf(path), `${path}, which ${option} writes`)
  }
}

// Helpers

/** The same for every way to write a path, as far as its folder is there. */
function placeOf(path: string): string {
  const place = resolve(path)
  for (const [real, rest] of [
    [place, ''],
    [dirname(place), basename(place)],
  ] as const)
    try {
      return join(realpathSync(real), rest)
    } catch {}
  return place
}
