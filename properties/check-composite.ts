import type { AnyComposite } from '../src/composites/composite.ts'
import { TribunalError } from '../src/errors.ts'
import type { Invariant } from '../src/invariants/invariant.ts'
import { checkLaw } from './check/check-law.ts'
import type { LawReport } from './check/law-report.ts'
import { lawReport, refuse } from './check/law-report.ts'
import { resolveSeed } from './check/seed.ts'
import { subjectCheck } from './check/subject-check.ts'
import { SUBJECT_LAWS } from './laws/subject-laws.ts'
import { type CompositeOptions, compositeSubject } from './subjects/composite-subject.ts'

/** The laws that can be checked on a composite. */
export type CompositeLaw = 'presence' | 'taint' | 'noninterference' | 'determinacy' | 'bounds' | 'results'

/** How a composite is checked. */
export interface CheckCompositeOptions extends CompositeOptions {
  /** The laws to check, by name; all by default. Laws of your own over a finished run are checked along with `results`. */
  readonly laws?: readonly (CompositeLaw | Invariant)[]
  /** Tries of each law, 1 or more; 1,000 by default. */
  readonly tries?: number
  /** A whole number of 32 bits; by default the one of the Vitest run, of TRIBUNAL_SEED, or 1. */
  readonly seed?: number
  /** Where a failure was found, to see that one again. */
  readonly path?: string
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
  const { laws = SUBJECT_LAWS.map(({ name }) => name as CompositeLaw), tries = 1_000, path } = options
  const seed = await resolveSeed(options.seed)
  const subject = compositeSubject(composite, options)
  const extra = laws.filter((law) => typeof law !== 'string')
  const names = laws.filter((law) => typeof law === 'string')
  for (const name of names)
    if (!SUBJECT_LAWS.some((law) => law.name === name))
      throw new TribunalError(
        'invalid-input',
        `No law is called "${name}". Known: ${SUBJECT_LAWS.map((law) => law.name).join(', ')}.`,
      )
  const records = []
  for (const law of SUBJECT_LAWS)
    if (names.includes(law.name as CompositeLaw) || (law.name === 'results' && extra.length > 0)) {
      const check = subjectCheck(law, subject, extra)
      records.push((await checkLaw(check, { tries, seed, ...(path === undefined ? {} : { path }) })).record)
    }
  return lawReport(composite.name, seed, records)
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
  refuse(report, 'held')
  return report
}
