import { createHash } from 'node:crypto'
import type { RunFiles } from '../../trace/run-files.ts'
import type { Depth } from '../inspection.ts'

/** Control files lie at the top and are read further than outputs are. */
const TOP = 64 * 1024 * 1024
const DEEPER = 1024 * 1024

/** The SHA-256 of what an inspection at this depth goes by: paths, sizes, and content as far as it is read. */
export function contentHash(files: RunFiles, depth: Depth): string {
  const hash = createHash('sha256').update(depth)
  for (const { path, size, kind } of files.list()) {
    const isTop = !path.includes('/')
    hash.update(JSON.stringify([path, size, kind]))
    if (kind !== 'file' || (depth === 'light' && !isTop)) continue
    try {
      hash.update(files.read(path, isTop ? TOP : DEEPER))
    } catch {
      hash.update('unreadable')
    }
  }
  return hash.digest('hex')
}
