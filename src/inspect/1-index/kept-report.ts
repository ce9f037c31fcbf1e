import { isObject } from '../../json/json.ts'
import { excerptOf } from '../excerpt.ts'
import type { Extraction } from '../extraction.ts'
import type { InspectResult } from '../inspect-run.ts'

/** What of the options can make another report of the same bytes. */
export interface Wanted {
  readonly partial: boolean
  readonly runId: string | undefined
}

/** Writes a report down, with the name that the caller gave the run. */
export const keepReport = (result: InspectResult, { runId }: Wanted): string =>
  JSON.stringify({ ...result, given_run_id: runId ?? null })

/**
 * Reads a report that was kept; null when these options could have made another one, or when it is damaged.
 *
 * @param text - what the registry gave
 */
export function reuseReport(text: string, { partial, runId }: Wanted): InspectResult | null {
  const kept = readReport(text)
  if (!kept?.extraction) return null
  const { inspection, evaluation, extraction, given_run_id: given = null } = kept
  const lacks = inspection.flags.some(({ id }) => id === 'missing-artifact')
  const saysItself = inspection.run_id !== excerptOf(given ?? 'unknown')
  if ((lacks && !partial) || (!saysItself && given !== (runId ?? null))) return null
  return { inspection, evaluation, extraction }
}

/** Reads what a registry keeps, as far as to know that it is a report; whoever wrote it may have left the extraction out. */
export function readReport(text: string): KeptReport | null {
  try {
    const kept: unknown = JSON.parse(text)
    if (!isObject(kept) || !isObject(kept.inspection) || !isObject(kept.evaluation)) return null
    const { flags, services } = kept.inspection
    return Array.isArray(flags) && Array.isArray(services) ? (kept as unknown as KeptReport) : null
  } catch {
    return null
  }
}

/** A report as the registry has it. */
export interface KeptReport extends Omit<InspectResult, 'extraction'> {
  readonly extraction?: Extraction
  /** The name that the caller gave the run, or null. */
  readonly given_run_id?: string | null
}
