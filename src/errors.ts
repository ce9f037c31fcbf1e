/** Codes that name what went wrong, stable across versions. */
export type TribunalErrorCode =
  | 'invalid-input'
  | 'invalid-composite'
  | 'script-exhausted'
  | 'unscripted-slot'
  | 'script-unused'
  | 'unrouted-request'
  | 'network-refused'
  | 'unrecorded-request'
  | 'recording-unused'
  | 'recording-missing'
  | 'recording-exists'
  | 'recording-edited'
  | 'recording-corrupt'
  | 'recording-newer'
  | 'run-directory-exists'
  | 'missing-artifacts'
  | 'corrupted-log'
  | 'unreadable-run'
  | 'insufficient-data'
  | 'ambiguous-layout'
  | 'unsupported-layout'
  | 'expectation-failed'
  | 'firewall-broken'
  | 'law-broken'
  | 'law-unverified'
  | 'store-unusable'
  | 'report-unreadable'

/**
 * The error that Tribunal throws when the harness cannot go on; what a subject does wrong is data, never this.
 *
 * @example
 * ```ts
 * import { TribunalError } from 'vitest-tribunal'
 *
 * const error = new TribunalError('invalid-input', 'max_rounds: 0 is below 1. Give a whole number from 1 to 100.')
 * console.log(error.code) // invalid-input
 * ```
 */
export class TribunalError extends Error {
  override readonly name = 'TribunalError'
  /** What went wrong, for programs. */
  readonly code: TribunalErrorCode
  /** JSON-safe facts that belong to the code: offending paths, counts, partial results. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(
    code: TribunalErrorCode,
    message: string,
    options: { details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.details = Object.freeze({ ...options.details })
  }
}
