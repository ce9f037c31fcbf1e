import type { AnyComposite } from '../src/composites/composite.ts'
import type { Invariant } from '../src/invariants/invariant.ts'
import { checkAll } from './check/check-all.ts'
import type { CheckOptions } from './check/check-with-examples.ts'
import { type LawReport, refuse } from './check/law-report.ts'
import { subjectChecks } from './check/subject-checks.ts'
import { asksSideBySide, concurrencyCheck } from './concurrency/concurrency-check.ts'
import { modelCheck } from './models/model-check.ts'
import { REFERENCE_MODELS } from './models/reference-models.ts'
import { ourAddress } from './print/our-composites.ts'
import { type CompositeOptions, compositeSubject } from './subjects/composite-subject.ts'

/** The laws that can be checked on a composite. */
export type CompositeLaw =
  | 'presence'
  | 'taint'
  | 'noninterference'
  | 'determinacy'
  | 'bounds'
  | 'results'
  | 'model'
  | 'concurrency'

/** How a composite is checked. */
export interface CheckCompositeOptions extends CompositeOptions, CheckOptions {
  /**
   * The laws to check, by name. By default all that apply: `model` where there is a reference model (of our composites), `concurrency`
   * where slots are asked side by side. Laws of your own over a finished run are checked along with `results`.
   */
  readonly laws?: readonly (CompositeLaw | Invariant)[]
  /** The same composite with one fault planted each, by name: a law that is kept has to notice every one of them. */
  readonly mutants?: { readonly [name: string]: AnyComposite }
}

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
  const { mutants = {} } = options
  const laws = options.laws ?? lawsFor(composite, options)
  const names = laws.filter((law) => typeof law === 'string')
  const extra = laws.filter((law) => typeof law !== 'string')
  const checksOf = (one: AnyComposite) => {
    const model = REFERENCE_MODELS[one.name]
    const more = [...(model ? [modelCheck(one, model, options)] : []), concurrencyCheck(one, options)]
    return subjectChecks(compositeSubject(one, options), names, extra, more)
  }
  const planted = Object.entries(mutants).map(([name, mutant]) => ({ name, checks: checksOf(mutant) }))
  return checkAll(composite.name, checksOf(composite), options, planted)
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

// Helpers

function lawsFor(composite: AnyComposite, options: CompositeOptions): readonly CompositeLaw[] {
  const subject = compositeSubject(composite, options)
  return [
    ...(['presence', 'taint', 'noninterference', 'determinacy', 'bounds', 'results'] as const),
    // Another composite may have the same name, and do something else.
    ...(ourAddress(composite) ? (['model'] as const) : []),
    ...(asksSideBySide(subject) ? (['concurrency'] as const) : []),
  ]
}
