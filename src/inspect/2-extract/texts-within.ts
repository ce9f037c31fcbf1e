import type { RunFiles } from '../../trace/run-files.ts'
import { decodeText } from '../dialects/text-lines.ts'
import { readOr, sizeOf } from './read-outputs.ts'

/**
 * Reads texts of one kind, each once however many ask for it, and no more of all of them together than some bytes. What is not read, or not
 * to its end, becomes a gap. Undefined for what is absent, empty, or was not read.
 *
 * @param total - bytes of all of them
 */
export function textsWithin(
  total: number,
  files: RunFiles,
  gaps: string[],
): (path: string, limit: number) => string | undefined {
  const known = new Map<string, string | undefined>()
  let room = total
  const read = (path: string, limit: number) => {
    const size = sizeOf(files, path) ?? 0
    if (size === 0) return undefined
    const wanted = Math.min(size, limit)
    if (wanted > room) {
      gaps.push(`${path} was not read: the files before it used up what is read of their kind`)
      return undefined
    }
    const bytes = readOr(files, path, limit, gaps)
    if (!bytes) return undefined
    room -= bytes.length
    if (bytes.length < size) gaps.push(`${path} was read to ${bytes.length} of its ${size} bytes`)
    return decodeText(bytes)
  }
  return (path, limit) => {
    if (!known.has(path)) known.set(path, read(path, limit))
    return known.get(path)
  }
}
