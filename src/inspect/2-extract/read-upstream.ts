import type { RunFiles } from '../../trace/run-files.ts'
import type { LogReading, RunStatus } from '../dialects/log-reading.ts'
import { readStatus } from '../dialects/read-status.ts'
import { decodeText } from '../dialects/text-lines.ts'
import { excerptOf } from '../excerpt.ts'
import type { Evidence } from '../inspection.ts'
import type { Wiring } from '../manifests/wiring.ts'
import { readOr, sizeOf } from './read-outputs.ts'

/** A run that this one took something from, as this one names it. */
export interface NamedUpstream {
  readonly runId: string
  /** How this run says that one ended; null where it does not. */
  readonly stated: RunStatus | null
  /** What the log's header lists, or an input that is a run. */
  readonly source: 'log' | 'input'
  readonly evidence: Evidence
}

/**
 * Finds the runs that this one names as those it took inputs from: `upstream: [id]` in the log, and inputs of the kind `run` or
 * `run[]`. Paths that such an input states are never looked at: they lead anywhere.
 *
 * @param logPath - the log's, for evidence
 */
export function readUpstream(
  files: RunFiles,
  wiring: Wiring,
  log: LogReading,
  logPath: string,
  gaps: string[],
): readonly NamedUpstream[] {
  const listed = log.upstream.slice(0, MOST).map((runId): NamedUpstream => {
    const evidence = { path: logPath, excerpt: excerptOf(`upstream: [${log.upstream.join(', ')}]`) }
    return { runId: runId.slice(0, 200), stated: null, source: 'log', evidence }
  })
  const paths = new Set(wiring.inputs.map(({ name, path }) => path ?? `bindings/caller/${name}.md`))
  const bound = [...paths].flatMap((path) => {
    if (!path.endsWith('.md') || (sizeOf(files, path) ?? 0) === 0) return []
    const bytes = readOr(files, path, LARGEST, gaps)
    return bytes ? runsIn(decodeText(bytes), path) : []
  })
  return [...listed, ...bound].slice(0, MOST)
}

// Helpers

const LARGEST = 64 * 1024
/** So many upstream runs of one run are named. */
const MOST = 50

/** `type: run` above the rule; below it `run:` and `status:`, once or as a list. */
function runsIn(text: string, path: string): readonly NamedUpstream[] {
  const lines = text.split('\n')
  const rule = lines.findIndex((line) => line.trimEnd() === '---')
  if (rule === -1 || !lines.slice(0, rule).some((line) => /^type:[ \t]*run(?:\[\])?[ \t]*$/u.test(line))) return []
  const found: { -readonly [key in keyof NamedUpstream]: NamedUpstream[key] }[] = []
  for (const [index, line] of lines.entries()) {
    if (index <= rule) continue
    const [, key = '', value = ''] = /^[ \t]*(?:[-*][ \t]+)?(run|status):[ \t]*`?([^\s`]{1,200})/u.exec(line) ?? []
    if (key === 'run')
      found.push({
        runId: value,
        stated: null,
        source: 'input',
        evidence: { path, line: index + 1, excerpt: excerptOf(line) },
      })
    const last = found.at(-1)
    if (key === 'status' && last) last.stated = readStatus(value) ?? null
  }
  return found
}
