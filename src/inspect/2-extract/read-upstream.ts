import type { LogReading, RunStatus } from '../dialects/log-reading.ts'
import { readStatus } from '../dialects/read-status.ts'
import { excerptOf } from '../excerpt.ts'
import type { Evidence } from '../inspection.ts'

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
 * The runs that this one names as those it took inputs from: `upstream: [id]` in the log, then inputs of the kind `run` or `run[]`.
 *
 * @param path - the log's, for evidence
 * @param bound - what its inputs name
 */
export function readUpstream(
  { upstream }: LogReading,
  path: string,
  bound: readonly NamedUpstream[],
): readonly NamedUpstream[] {
  const listed = upstream.slice(0, MOST).map((runId): NamedUpstream => {
    const evidence = { path, excerpt: excerptOf(`upstream: [${upstream.join(', ')}]`) }
    return { runId: runId.slice(0, 200), stated: null, source: 'log', evidence }
  })
  return [...listed, ...bound].slice(0, MOST)
}

/**
 * The runs that an input names: `type: run` above the rule; below it `run:` and `status:`, once or as a list. Paths that it states are
 * never looked at: they lead anywhere.
 */
export function runsIn(text: string, path: string): readonly NamedUpstream[] {
  const start = text.slice(0, LONGEST)
  if (!/^type:[ \t]*run/mu.test(start)) return []
  const lines = start.split('\n')
  // What is said above the rule may stand between two, as front matter does.
  const rule = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---')
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

// Helpers

/** An input that is a run, or a list of them, is read this far. */
const LONGEST = 64 * 1024
/** So many upstream runs of one run are named. */
const MOST = 50
