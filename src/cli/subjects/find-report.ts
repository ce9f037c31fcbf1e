import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { TribunalError, type TribunalErrorCode } from '../../errors.ts'
import { type KeptReport, readReport } from '../../inspect/1-index/kept-report.ts'
import type { Registry } from '../../inspect/1-index/registry.ts'
import type { Depth } from '../../inspect/inspection.ts'
import { didYouMean } from '../did-you-mean.ts'
import { inspectDirectory, isInspected } from '../outcome.ts'
import { foldersIn, nearDirectory } from './find-runs.ts'

/** A report of one run, made now or kept. */
export interface FoundReport extends Pick<KeptReport, 'inspection' | 'evaluation' | 'extraction'> {
  /** The directory that was inspected now, or null for a report from the registry. */
  readonly path: string | null
}

/** Where to look for a run, and how to inspect it. */
export interface Search {
  readonly root?: string | undefined
  readonly depth: Depth
  readonly partial: boolean
  readonly registry: Registry | undefined
}

/**
 * Finds the report of one run: a directory is inspected, of an id the latest report on record is taken. Nothing is put on record.
 *
 * @param operand - a run directory, the name of one in the root, or a run's id
 * @throws TribunalError with the inspector's code when the directory cannot be inspected; `invalid-input` when there is no such run
 */
export function findReport(operand: string, { root, depth, partial, registry }: Search): FoundReport {
  const below = root === undefined ? undefined : join(root, operand)
  const path = below !== undefined && existsSync(below) ? below : operand
  if (existsSync(path)) {
    const outcome = inspectDirectory(path, { depth, partial, runs: root })
    if (isInspected(outcome)) return outcome
    const { code, message } = outcome.error
    throw new TribunalError(code as TribunalErrorCode, `${path} cannot be inspected (${code}): ${message}`)
  }
  const entry = registry?.entries({ run_id: operand }).findLast((candidate) => candidate.depth === depth)
  const kept = entry && readReport(registry?.report(entry.content_hash, depth) ?? '')
  if (kept && kept.inspection.run_id === operand) return { path: null, ...kept }
  if (entry)
    throw new TribunalError(
      'invalid-input',
      `The inspection of "${operand}" is on record, its report is not. Name the run's directory.`,
    )
  if (/[/\\]/u.test(operand))
    throw new TribunalError('invalid-input', `There is no such directory: ${operand}.${nearDirectory(operand)}`)
  const known = [
    ...(root === undefined ? [] : foldersIn(root).map((folder) => basename(folder))),
    ...(registry?.entries() ?? []).filter((candidate) => candidate.depth === depth).map(({ run_id }) => run_id),
  ]
  throw new TribunalError(
    'invalid-input',
    `There is no run "${operand}", neither as a directory nor on record at depth ${depth}.${didYouMean(operand, known)}`,
  )
}
