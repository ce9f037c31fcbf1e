import type { Material } from '../../2-extract/material.ts'
import type { Flag, UpstreamReport } from '../../inspection.ts'
import { flag } from './flag-table.ts'

/** Where this run and one that it took inputs from say different things, and where its log and its inputs do. */
export function* upstreamFlags(material: Material, reports: readonly UpstreamReport[]): Generator<Flag> {
  const named = material.upstream
  const found = new Map(reports.map((report) => [report.run_id, report]))
  for (const { runId, stated, evidence } of named) {
    const { completed = null, verdict } = found.get(runId) ?? {}
    // One that was still open when this one began may have completed since.
    const isContrary = stated === 'completed' ? completed === false : stated === 'failed' && completed === true
    if (isContrary)
      yield flag(
        'conflicting-evidence',
        `The run says that "${runId}", on which it builds, ${stated === 'completed' ? 'completed' : 'did not complete'}; that run (${verdict}) says otherwise.`,
        [evidence],
      )
  }
  const listed = new Set(named.flatMap(({ source, runId }) => (source === 'log' ? [runId] : [])))
  const unlisted = named.filter(({ runId }) => !listed.has(runId))
  if (listed.size > 0 && unlisted.length > 0)
    yield flag(
      'conflicting-evidence',
      'An input comes from a run that the log does not list as upstream.',
      [...unlisted, ...named.filter(({ source }) => source === 'log').slice(0, 1)].map(({ evidence }) => evidence),
    )
}
