import type { LogReading } from '../dialects/log-reading.ts'
import type { Status } from './material.ts'

/** How the run ended by the strongest statement there is: the last terminator, else front matter, else prose, else the disk. */
export function settleStatus(log: LogReading, hasErrorFile: boolean): Status {
  const last = log.terminators.at(-1)
  if (last) {
    const failed = last.word === 'error' || (last.word === 'test' && !/^PASS(?!\w)/u.test(last.rest))
    const completed = (last.word === 'end' || last.word === 'test') && !failed
    return { completed, failed, source: 'terminator', line: last.line, text: last.text }
  }
  for (const source of ['front-matter', 'prose'] as const) {
    const claim = log.claims.filter((candidate) => candidate.source === source).at(-1)
    if (claim)
      return {
        completed: claim.status === 'completed',
        failed: claim.status === 'failed',
        source,
        line: claim.line,
        text: claim.text,
      }
  }
  return { completed: false, failed: hasErrorFile, source: hasErrorFile ? 'disk' : 'none', line: null, text: '' }
}
