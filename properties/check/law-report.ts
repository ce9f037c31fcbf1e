import { TribunalError } from '../../src/errors.ts'
import type { LawRecord, LawStatus } from '../../src/report/records.ts'

/** What checking a subject came to: one record per law, as the report and the gate read them. */
export interface LawReport {
  readonly subject: string
  /** `broken` over `unverified` over `held`. */
  readonly status: LawStatus
  readonly seed: number
  readonly laws: readonly LawRecord[]
  /** Which faults planted by the caller were noticed; empty where none were given. */
  readonly mutants: readonly MutantResult[]
  /** Stored examples that could not be used, that hold by now, or that were written. */
  readonly notes: readonly string[]
}

/** Whether a subject with a fault planted was told from a sound one. */
export interface MutantResult {
  readonly mutant: string
  /** The law that noticed it; null when none did. */
  readonly killedBy: string | null
  /** Tries until then. */
  readonly tries: number
}

/** Puts the records of a subject together. */
export function lawReport(
  subject: string,
  seed: number,
  laws: readonly LawRecord[],
  mutants: readonly MutantResult[] = [],
  notes: readonly string[] = [],
): LawReport {
  const survives = mutants.some(({ killedBy }) => killedBy === null)
  const has = (status: LawStatus) => laws.some((law) => law.status === status)
  const status = has('broken') ? 'broken' : has('unverified') || survives || laws.length === 0 ? 'unverified' : 'held'
  return Object.freeze({ subject, status, seed, laws, mutants, notes })
}

/**
 * Refuses a report that is not what was wanted: laws that are broken, and laws that nothing was found out about.
 *
 * @param expected - what the caller wanted to see of each law
 * @throws TribunalError `law-broken`, `law-unverified`, or `expectation-failed` when something else than `held` was wanted
 */
export function refuse(report: LawReport, expected: LawStatus): void {
  const { status, laws, mutants, notes } = report
  if (status === expected) return
  const shown = laws.filter((law) => law.status === status).map(lawText)
  const alive = mutants
    .filter(({ killedBy }) => killedBy === null)
    .map(({ mutant }) => `Nothing tells "${mutant}" from a sound one.`)
  const text = [...shown, ...alive, ...notes].join('\n\n')
  if (expected !== 'held')
    throw new TribunalError(
      'expectation-failed',
      `"${report.subject}" was expected to be ${expected} and is ${status}.\n\n${text}`,
    )
  throw new TribunalError(status === 'broken' ? 'law-broken' : 'law-unverified', text, { details: { report } })
}

// Helpers

const lawText = ({ message, counterexample }: LawRecord) =>
  counterexample === null
    ? message
    : `${message}\n\nThe smallest script that shows it, as a test to paste:\n\n${counterexample}`
