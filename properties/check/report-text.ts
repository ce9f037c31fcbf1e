import type { LawRecord } from '../../src/report/records.ts'
import type { WitnessedViolation } from '../laws/witnessed.ts'
import type { Check } from './check.ts'

/** The smallest try that breaks a law. */
export interface Failure {
  readonly violations: readonly WitnessedViolation[]
  readonly test: string
  /** Whether the subject does something else when it is told the same again. */
  readonly unsteady: boolean
  /** Null when a stored example or a script of the option `seeds` showed it. */
  readonly path: string | null
  /** Which script of `seeds` showed it, from 1; null when none did. */
  readonly script: number | null
}

/** Says how a law is broken: what, by which way, how to replay. The test to paste stands beside it. */
export function failureText(
  { law, statement, source, subject }: Pick<Check<never>, 'law' | 'statement' | 'source' | 'subject'>,
  { tries, seed }: Pick<LawRecord, 'tries' | 'seed'>,
  { violations, path, script, unsteady }: Failure,
): string {
  const [first, ...others] = violations
  const breaks = `"${subject}" breaks the law "${law}"`
  return [
    path !== null
      ? `${breaks} in try ${count(tries)}: { seed: ${seed}, path: ${JSON.stringify(path)} }`
      : script === null
        ? `"${subject}" still breaks the law "${law}", as a stored example shows.`
        : `${breaks} where it goes as in script ${script} of the option "seeds".`,
    `Law: ${statement} (${source})`,
    `Seen: ${(first?.message ?? 'a failure').replace(/\.$/, '')}${others.length > 0 ? `, and ${others.length} more like it` : ''}.`,
    ...(unsteady ? [UNSTEADY] : []),
    ...(!unsteady && first && first.witness.length > 0 ? [`Way: ${first.witness.join(' → ')}`] : []),
    ...(path === null
      ? []
      : [
          `Replay: pass { laws: ['${law}'], seed: ${seed}, path: ${JSON.stringify(path)} } to the same check, or set TRIBUNAL_SEED=${seed}.`,
        ]),
  ].join('\n')
}

/** Says over how many tries a law was checked, what never happened in them, and why, where that shows. */
export function heldText(
  { law, subject }: Pick<Check<never>, 'law' | 'subject'>,
  { status, tries, seed, missing }: Pick<LawRecord, 'status' | 'tries' | 'seed' | 'missing'>,
  reasons: readonly string[] = [],
): string {
  const checked = `"${subject}", law "${law}": checked over ${count(tries)} ${tries === 1 ? 'try' : 'tries'} (seed ${seed})`
  if (status === 'held') return `${checked}.`
  return [`${checked}, but unverified. Never happened: ${missing.join(', ')}.`, ...reasons].join(' ')
}

// Helpers

const UNSTEADY =
  'But: told the same again, it does something else. It depends on more than what it is told: a clock, chance, or something that it keeps from one run to the next. Take that out first.'

/** 1000 as 1,000, whatever the locale. */
const count = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ',')
