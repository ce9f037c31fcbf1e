import type { Json } from '../../json/json.ts'
import { filesUnder } from '../../trace/files-under.ts'
import type { RunFiles } from '../../trace/run-files.ts'
import { decodeText } from '../dialects/text-lines.ts'
import type { Depth } from '../inspection.ts'
import { parseRunJson } from '../parse-run-json.ts'
import { LIMITS } from './limits.ts'
import { readOr } from './read-outputs.ts'

/** One record of arbitration as it lies in a run; `problem` says why there is no JSON to look at. */
export type ArbitrationFile = { readonly path: string } & (
  | { readonly record: Json; readonly problem: null }
  | { readonly record: null; readonly problem: string }
)

/** Reads `arbitration/<n>.json`, in the order of their numbers; deep only. What is too large or too many to read is a gap. */
export function readArbitrations(files: RunFiles, depth: Depth, gaps: string[]): readonly ArbitrationFile[] {
  if (depth === 'light') return []
  const found = filesUnder(files.list(), 'arbitration')
    .flatMap(({ path, size, kind }) => {
      const number = /^arbitration\/(\d{1,9})\.json$/u.exec(path)?.[1]
      return number !== undefined && kind === 'file' ? [{ path, size, number: Number(number) }] : []
    })
    .sort((a, b) => a.number - b.number)
  if (found.length > MOST) gaps.push(`${found.length - MOST} of ${found.length} records of arbitration were not read`)
  let room: number = LIMITS.allArbitrations
  return found.slice(0, MOST).flatMap(({ path, size }) => {
    room -= size
    if (size > LIMITS.output || room < 0) {
      gaps.push(`${path} was not read: it has ${size} bytes`)
      return []
    }
    const bytes = readOr(files, path, LIMITS.output, gaps)
    if (!bytes) return []
    const parsed = parseRunJson(decodeText(bytes))
    return [parsed.ok ? { path, record: parsed.value, problem: null } : { path, record: null, problem: parsed.message }]
  })
}

// Helpers

/** How many records of one run are read. */
const MOST = 100
