import type { DecisionReader } from '../src/decisions/reading.ts'
import { checkAll } from './check/check-all.ts'
import type { CheckOptions } from './check/check-with-examples.ts'
import { type LawReport, refuse } from './check/law-report.ts'
import { onlyLaws } from './check/only-laws.ts'
import { type ReaderKind, readerChecks } from './readers/reader-laws.ts'

/** How a reader of decisions is checked. */
export interface CheckReaderOptions extends CheckOptions, ReaderKind {
  /** The laws to check, by name; all by default. */
  readonly laws?: readonly string[]
  /** What to call it; by default the function's name. */
  readonly name?: string
  /** Where a test to paste imports it from; `vitest-tribunal` by default. */
  readonly from?: string
  /** Readers with one fault planted each, by name: the laws have to notice every one of them. */
  readonly mutants?: { readonly [name: string]: DecisionReader }
}

/**
 * Tries a reader of decisions on generated replies: one reading each, the same whatever is wrapped around them, and none out of a
 * denial or a doubt.
 *
 * @param read - ours or yours
 * @param options - the field of its reading that decides, the decisions; tries, seed
 *
 * @example
 * ```ts
 * import { readVerdict } from 'vitest-tribunal'
 * import { checkReader } from 'vitest-tribunal/properties'
 *
 * const verdict = { field: 'verdict', values: ['accept', 'reject'], affirmative: 'accept' }
 * console.log((await checkReader(readVerdict, verdict)).status) // held
 * ```
 */
export async function checkReader(read: DecisionReader, options: CheckReaderOptions): Promise<LawReport> {
  const { name = read.name || 'reader', from = 'vitest-tribunal', laws, mutants = {} } = options
  const checksOf = (one: DecisionReader) => onlyLaws(readerChecks(one, options, { module: from, name }), laws)
  const planted = Object.entries(mutants).map(([mutant, faulty]) => ({ name: mutant, checks: checksOf(faulty) }))
  return checkAll(name, checksOf(read), options, planted)
}

/**
 * As {@link checkReader}, and throws unless every law holds: for tests.
 *
 * @param read - ours or yours
 * @param options - as for `checkReader`
 * @throws TribunalError `law-broken` with the reply as a test to paste; `law-unverified` when nothing was found out
 *
 * @example
 * ```ts
 * import { readDecision } from 'vitest-tribunal'
 * import { assertReader } from 'vitest-tribunal/properties'
 * import { test } from 'vitest'
 *
 * test('what an arbiter denies is not decided', () =>
 *   assertReader(readDecision, { field: 'decision', values: ['continue', 'adjust', 'abort'], mostRestrictive: true }))
 * ```
 */
export async function assertReader(read: DecisionReader, options: CheckReaderOptions): Promise<LawReport> {
  const report = await checkReader(read, options)
  refuse(report, options.expect ?? 'held')
  return report
}
