import { basename, resolve } from 'node:path'
import { TribunalError } from '../../errors.ts'
import { extractRun } from '../../inspect/2-extract/extract-run.ts'
import { publishExtraction } from '../../inspect/2-extract/publish-extraction.ts'
import { recogniseLayout } from '../../inspect/layouts/recognise-layout.ts'
import { directoryFiles } from '../../trace/directory-files.ts'
import { didYouMean } from '../did-you-mean.ts'
import type { LeftOut, Uninspectable } from '../outcome.ts'
import type { Subject } from './find-runs.ts'
import { runTime, type StatedTimes } from './run-time.ts'

/** Which runs the caller wants to see. */
export interface Wish {
  /** Milliseconds since the epoch. */
  readonly since?: number | undefined
  readonly system?: string | undefined
}

/** Runs to inspect, and the others with the reason. */
export interface Selection {
  readonly chosen: readonly (Subject | Uninspectable)[]
  readonly leftOut: readonly LeftOut[]
}

/**
 * Keeps the runs that the caller wants to see. A run that cannot be read is kept, so that it is reported: what is broken must not
 * slip through a filter.
 *
 * @throws TribunalError `invalid-input` when none of the runs is of the system
 */
export function selectRuns(subjects: readonly (Subject | Uninspectable)[], { since, system }: Wish): Selection {
  if (since === undefined && system === undefined) return { chosen: subjects, leftOut: [] }
  const chosen: (Subject | Uninspectable)[] = []
  const leftOut: LeftOut[] = []
  const systems = new Set<string>()
  for (const subject of subjects) {
    const facts = 'error' in subject ? null : glance(subject.path)
    if (facts?.system != null) systems.add(facts.system)
    const reason = facts && reasonAgainst(facts, since, system)
    if (reason) leftOut.push({ path: subject.path, reason })
    else chosen.push(subject)
  }
  if (system !== undefined && !systems.has(system) && systems.size > 0)
    throw new TribunalError(
      'invalid-input',
      `None of the runs is of the system "${system}".${didYouMean(system, systems)}`,
    )
  return { chosen, leftOut }
}

// Helpers

interface Facts extends StatedTimes {
  /** Null where the run cannot be read. */
  readonly system: string | null
}

/** What a light look tells; of a run that cannot be read, its name. */
function glance(path: string): Facts {
  const run_id = basename(resolve(path))
  try {
    const files = directoryFiles(path)
    const { system_name, ...said } = publishExtraction(extractRun(files, recogniseLayout(files), 'light', run_id))
    return { ...said, system: system_name }
  } catch {
    return { run_id, system: null, started_at: null, ended_at: null }
  }
}

function reasonAgainst(facts: Facts, since: number | undefined, system: string | undefined): LeftOut['reason'] | null {
  if (system !== undefined && facts.system !== null && facts.system !== system) return 'other-system'
  if (since === undefined) return null
  const time = runTime(facts)
  if (time && time.latest < since) return 'earlier'
  if (time && time.earliest >= since) return null
  return facts.system === null ? null : 'time-unknown'
}
