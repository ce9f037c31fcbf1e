import fc from 'fast-check'
import { TribunalError } from '../../src/errors.ts'
import { flowMatrix } from '../../src/invariants/flow-matrix.ts'
import type { LawRecord } from '../../src/report/records.ts'
import type { Run } from '../../src/trace/run.ts'
import type { WitnessedViolation } from '../laws/witnessed.ts'
import type { Check } from './check.ts'
import { type Failure, failureText, heldText } from './report-text.ts'
import { Tally } from './tally.ts'

/** How often and from where a law is tried. */
export interface TryOptions {
  /** How many tries, 1 or more. */
  readonly tries: number
  /** A whole number of 32 bits. */
  readonly seed: number
  /** Where a failure was found: only that try is made. */
  readonly path?: string
  /** False finds out only whether the law holds. */
  readonly shrink?: boolean
}

/** What checking a law came to, with the failing value where it is broken. */
export interface LawOutcome<V> {
  readonly record: LawRecord
  readonly failing?: V
}

/**
 * Tries a law until it is broken or the tries are used up; never throws for what the subject does.
 *
 * @param first - what is tried before anything is generated: stored examples, then the scripts of a caller
 * @param stored - how many of them are stored examples; all by default
 */
export async function checkLaw<V>(
  check: Check<V>,
  options: TryOptions,
  first: readonly V[] = [],
  stored = first.length,
): Promise<LawOutcome<V>> {
  const { tries, seed, path, shrink = true } = options
  const tally = new Tally()
  let misuse: TribunalError | undefined
  let seen: readonly WitnessedViolation[] = []
  const [way, suffix] = path === undefined ? [] : path.split('@')
  const arbitrary = suffix && check.replaying ? check.replaying.arbitrary(suffix) : check.arbitrary
  const property = fc.asyncProperty(arbitrary, async (value) => {
    if (misuse) return true
    if (!tally.closed) tally.tries++
    try {
      const violations = await attempted(check, value, tally)
      if (violations.length > 0) {
        tally.closed = true
        seen = violations
      }
      return violations.length === 0
    } catch (error) {
      if (!(error instanceof TribunalError)) throw error
      misuse = error
      return true
    }
  })
  const details = await fc.check(property, {
    numRuns: path === undefined ? tries + first.length : 1,
    seed,
    examples: first.map((value) => [value] as [V]),
    endOnFailure: !shrink || path !== undefined,
    ...(way === undefined ? {} : { path: way }),
  })
  if (misuse) throw misuse
  const base = {
    kind: 'law',
    origin: null,
    law: check.law,
    subject: check.subject,
    tries: tally.tries,
    discards: tally.discards,
    seed,
    covered: Object.fromEntries([...tally.seen].sort(([a], [b]) => (a < b ? -1 : 1))),
  } as const
  if (details.failed && details.counterexample) {
    const [failing] = details.counterexample
    const trail = details.counterexamplePath ?? ''
    const found = check.replaying ? `${trail}@${check.replaying.suffix(failing)}` : trail
    // What was found by a stored example or a script is found again by that, not by a path.
    const at = Number.parseInt(trail, 10)
    const path = at < first.length ? null : found
    const script = path === null && at >= stored ? at - stored + 1 : null
    const failure: Failure = { ...(await shownAgain(check, failing, seen)), path, script }
    const message = failureText(check, base, failure)
    const broken = { status: 'broken', path, missing: [], counterexample: failure.test, message } as const
    const trials = await trialsOf(check, failing, failure.violations)
    return { record: { ...base, ...broken, ...(trials.length > 0 && { trials }) }, failing }
  }
  const missing = [
    ...check.declared.filter((behaviour) => !tally.seen.has(behaviour)),
    ...emptiness(check.vacuous ? { vacuous: check.vacuous } : {}, tally),
    ...(tally.endless > 0 ? ['an end of every run'] : []),
  ]
  const status = missing.length === 0 ? 'held' : 'unverified'
  const record = { ...base, status, path: null, missing, counterexample: null } as const
  return { record: { ...record, message: heldText(check, record, [...tally.reasons.values()]) } }
}

// Helpers

/** The failure as it shows itself once more; a subject that does something else each time is told so. */
async function shownAgain<V>(
  check: Check<V>,
  failing: V,
  seen: readonly WitnessedViolation[],
): Promise<Pick<Failure, 'violations' | 'unsteady' | 'test'>> {
  const violations = await attempted(check, failing, new Tally())
  const gone = violations.length === 0
  const unsteady = await check.unsteady?.(failing, gone)
  if (unsteady !== undefined || gone)
    return { violations: seen, unsteady: true, test: unsteady ?? (await printed(check, failing)) }
  return { violations, unsteady: false, test: await printed(check, failing) }
}

/** A failure is told even where nobody could write it down. */
async function printed<V>(check: Check<V>, failing: V): Promise<string> {
  try {
    return await check.print(failing)
  } catch (error) {
    if (error instanceof TribunalError) throw error
    return `// The script could not be written down: ${error instanceof Error ? error.message : 'no error says why'}\n`
  }
}

/** A try in which something throws shows that the law does not hold; a misuse of the harness is not the subject's. */
async function attempted<V>(check: Check<V>, value: V, tally: Tally): Promise<readonly WitnessedViolation[]> {
  try {
    return await check.attempt(value, tally)
  } catch (error) {
    if (error instanceof TribunalError && error.code === 'invalid-input') throw error
    const words = error instanceof Error ? `${error.name}: ${error.message}` : 'a value that is no error'
    return [{ invariant: check.law, event: 0, message: `a try ended with ${words}`, witness: [] }]
  }
}

/** What shows the failure, as the report draws it; violations lie in the first run. */
async function trialsOf<V>(
  check: Check<V>,
  failing: V,
  violations: readonly WitnessedViolation[],
): Promise<NonNullable<LawRecord['trials']>> {
  let runs: readonly Run[]
  try {
    runs = (await check.runs?.(failing)) ?? []
  } catch {
    // A try that throws has no run to show.
    return []
  }
  return runs.map((run, index) => ({
    run,
    flow: flowMatrix(run),
    violations:
      index > 0 ? [] : violations.map(({ invariant, message, event }) => ({ law: invariant, message, event })),
  }))
}

/** Discards above this share of what was tried say that the generator does not fit. */
const MOST_DISCARDS = 0.9

function emptiness(
  { vacuous = [] }: { readonly vacuous?: readonly string[] },
  { effective, discards }: Tally,
): readonly string[] {
  return [
    ...vacuous,
    ...(effective === 0 ? ['a try that could have failed'] : []),
    ...(discards > MOST_DISCARDS * (effective + discards) && effective > 0 ? ['enough tries that were of use'] : []),
  ]
}
