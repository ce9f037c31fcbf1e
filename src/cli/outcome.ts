import { basename, resolve } from 'node:path'
import { TribunalError } from '../errors.ts'
import { type InspectOptions, type InspectResult, inspectRun } from '../inspect/inspect-run.ts'

/** What came of one run directory; `path` is as the caller typed it, or what was found below that. */
export type Outcome = Inspected | Uninspectable

/** A run that was inspected. */
export interface Inspected extends InspectResult {
  readonly path: string
}

/** A run that could not be inspected, and why. */
export interface Uninspectable {
  readonly path: string
  readonly error: { readonly code: string; readonly message: string }
}

/** A folder that was found and not inspected, and why. */
export interface LeftOut {
  readonly path: string
  readonly reason: 'no-run' | 'earlier' | 'other-system' | 'time-unknown'
}

/**
 * Inspects one directory; one that cannot be inspected must not keep the others from it. Where the run states no id, it goes by
 * the name of its directory.
 */
export function inspectDirectory(path: string, options: Omit<InspectOptions, 'runId'>): Outcome {
  try {
    return { path, ...inspectRun(path, { ...options, runId: basename(resolve(path)) || undefined }) }
  } catch (error) {
    return { path, error: reasonOf(error) }
  }
}

/** Tells the two apart. */
export const isInspected = (outcome: Outcome): outcome is Inspected => !('error' in outcome)

// Helpers

function reasonOf(error: unknown): Uninspectable['error'] {
  if (error instanceof TribunalError) return { code: error.code, message: error.message }
  const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return { code: 'internal', message: `The inspector itself failed: ${words}. Please report this.` }
}
