import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import type { RunFiles } from '../../trace/run-files.ts'
import type { Depth } from '../inspection.ts'

/** Control files lie at the top and are read further than outputs are. */
const TOP = 64 * 1024 * 1024
const DEEPER = 1024 * 1024

const { version } = createRequire(import.meta.url)('vitest-tribunal/package.json') as { version: string }

/**
 * By which rules reports are made. A report on record is given out again only for the same bytes under the same rules:
 * raise the number whenever, within one version of the package, the same run would be reported differently.
 */
const RULES = `${version} 8`

/**
 * The SHA-256 of what an inspection at this depth goes by: the rules, paths, sizes, and content as far as it is read.
 *
 * @param rules - told apart by tests; otherwise those of this package
 */
export function contentHash(files: RunFiles, depth: Depth, rules: string = RULES): string {
  const hash = createHash('sha256').update(JSON.stringify([rules, depth]))
  for (const { path, size, kind } of files.list()) {
    const isTop = !path.includes('/')
    hash.update(JSON.stringify([path, size, kind]))
    if (kind !== 'file' || (depth === 'light' && !isTop)) continue
    try {
      for (const piece of piecesOf(files, path, isTop ? TOP : DEEPER)) hash.update(piece)
    } catch {
      hash.update('unreadable')
    }
  }
  return hash.digest('hex')
}

// Helpers

const piecesOf = (files: RunFiles, path: string, limit: number): Iterable<Uint8Array> =>
  files.pieces?.(path, limit) ?? [files.read(path, limit)]
