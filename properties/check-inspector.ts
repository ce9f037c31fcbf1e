import { checkAll } from './check/check-all.ts'
import type { CheckOptions } from './check/check-with-examples.ts'
import { type LawReport, refuse } from './check/law-report.ts'
import { onlyLaws } from './check/only-laws.ts'
import { type Inspector, ourInspector } from './inspector/inspector.ts'
import { inspectorChecks } from './inspector/inspector-laws.ts'
import type { ImportedFrom } from './subjects/composite-subject.ts'

/** How an inspector is checked. */
export interface CheckInspectorOptions extends CheckOptions {
  /** The laws to check, by name; all by default. */
  readonly laws?: readonly string[]
  /** What to check; `inspectRun` by default. */
  readonly inspect?: Inspector
  /** What to call it; `inspectRun` by default. */
  readonly name?: string
  /** Where a test to paste imports it from, and under which name; ours is known. */
  readonly from?: ImportedFrom
  /** Inspectors with one fault planted each, by name: the laws have to notice every one of them. */
  readonly mutants?: { readonly [name: string]: Inspector }
}

/**
 * Tries an inspector on generated run directories: the same run gives equal bytes wherever and however it lies, and losing
 * evidence never raises a score.
 *
 * @param options - the inspector, if it is not ours; tries, seed
 *
 * @example
 * ```ts
 * import { checkInspector } from 'vitest-tribunal/properties'
 *
 * const report = await checkInspector({ tries: 200 })
 * console.log(report.laws.map(({ law }) => law)) // [ 'same-bytes', 'monotonic-evidence' ]
 * ```
 */
export async function checkInspector(options: CheckInspectorOptions = {}): Promise<LawReport> {
  const { inspect = ourInspector, name = 'inspectRun', from, laws, mutants = {} } = options
  const planted = Object.entries(mutants).map(([mutant, faulty]) => ({
    name: mutant,
    checks: onlyLaws(inspectorChecks(faulty, name, from), laws),
  }))
  return checkAll(name, onlyLaws(inspectorChecks(inspect, name, from), laws), options, planted)
}

/**
 * As {@link checkInspector}, and throws unless every law holds: for tests.
 *
 * @param options - as for `checkInspector`
 * @throws TribunalError `law-broken` with the two run directories as a test to paste; `law-unverified` when nothing was found out
 *
 * @example
 * ```ts
 * import { assertInspector } from 'vitest-tribunal/properties'
 * import { test } from 'vitest'
 *
 * test('an inspection depends on nothing but the run', () => assertInspector({ tries: 400 }))
 * ```
 */
export async function assertInspector(options: CheckInspectorOptions = {}): Promise<LawReport> {
  const report = await checkInspector(options)
  refuse(report, options.expect ?? 'held')
  return report
}
