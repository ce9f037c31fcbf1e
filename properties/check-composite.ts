import type { AnyComposite } from '../src/composites/composite.ts'
import type { Invariant } from '../src/invariants/invariant.ts'
import { checkSubject } from './check/check-subject.ts'
import type { CheckOptions } from './check/check-with-examples.ts'
import { type LawReport, refuse } from './check/law-report.ts'
import { type CompositeOptions, compositeSubject } from './subjects/composite-subject.ts'

/** The laws that can be checked on a composite. */
export type CompositeLaw = 'presence' | 'taint' | 'noninterference' | 'determinacy' | 'bounds' | 'results'

/** How a composite is checked. */
export interface CheckCompositeOptions extends CompositeOptions, CheckOptions {
  /** The laws to check, by name; all by default. Laws of your own over a finished run are checked along with `results`. */
  readonly laws?: readonly (CompositeLaw | Invariant)[]
  /** The same composite with one fault planted each, by name: a law that is kept has to notice every one of them. */
  readonly mutants?: { readonly [name: string]: AnyComposite }
}

const LAWS: readonly CompositeLaw[] = ['presence', 'taint', 'noninterference', 'determinacy', 'bounds', 'results']

/**
 * Tries a composite under generated scripts and finds out which laws hold: what each slot must and may see, that it ends, that it
 * returns what it says. Checked over a number of tries, never proved.
 *
 * @param composite - yours or one of ours
 * @param options - laws, tries, seed, fixed inputs and config
 * @returns a record per law: held, broken with the smallest script, or unverified
 * @throws TribunalError `invalid-input` when the options do not fit the composite
 *
 * @example
 * ```ts
 * import { workerCritic } from 'vitest-tribunal'
 * import { checkComposite } from 'vitest-tribunal/properties'
 *
 * const report = await checkComposite(workerCritic, { laws: ['taint', 'bounds'] })
 * console.log(report.status) // held
 * ```
 */
export async function checkComposite(composite: AnyComposite, options: CheckCompositeOptions = {}): Promise<LawReport> {
  const { laws = LAWS, mutants = {} } = options
  return checkSubject(compositeSubject(composite, options), {
    ...options,
    laws: laws.filter((law) => typeof law === 'string'),
    extra: laws.filter((law) => typeof law !== 'string'),
    mutants: Object.entries(mutants).map(([name, mutant]) => [name, compositeSubject(mutant, options), []]),
  })
}

/**
 * As {@link checkComposite}, and throws unless every law holds: for tests.
 *
 * @param composite - yours or one of ours
 * @param options - laws, tries, seed, fixed inputs and config
 * @throws TribunalError `law-broken` with the smallest script as a test to paste; `law-unverified` when nothing was found out
 *
 * @example
 * ```ts
 * import { proposerAdversary } from 'vitest-tribunal'
 * import { assertComposite } from 'vitest-tribunal/properties'
 * import { test } from 'vitest'
 *
 * test('the proposer does not hear of the attack', () => assertComposite(proposerAdversary, { tries: 300 }))
 * ```
 */
export async function assertComposite(
  composite: AnyComposite,
  options: CheckCompositeOptions = {},
): Promise<LawReport> {
  const report = await checkComposite(composite, options)
  refuse(report, options.expect ?? 'held')
  return report
}
