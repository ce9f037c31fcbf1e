import { byCodeUnit } from '../../json/canonical-json.ts'
import { isObject } from '../../json/json.ts'
import type { TribunalDocument } from '../document.ts'
import type { Refusal } from '../gate.ts'
import { isExcused } from '../is-excused.ts'
import type { LawRecord } from '../records.ts'
import type { Rules } from './policy.ts'

/**
 * Says which laws were tried too little: tries, behaviours, planted faults. One that a single run was held against has neither.
 *
 * @param document - what one run of the tests found
 * @param rules - the least that is asked
 */
export function* lawBreaches({ laws, scope }: TribunalDocument, rules: NonNullable<Rules['laws']>): Generator<Refusal> {
  const { minTries, minCoverage, mutantsKilled } = rules
  const tried = laws.filter(
    ({ run, status, expectation }) => run === undefined && !isExcused(expectation, status, 'held'),
  )
  for (const law of tried.filter(({ mutants }) => mutants === undefined)) {
    if (minTries !== undefined && law.status === 'held' && law.tries < minTries)
      yield breach(law, 'tries', `${law.tries} tries, and the policy asks for ${minTries}`)
    const seen = Object.values(law.covered).filter((count) => count > 0).length
    const declared = seen + law.missing.length
    if (minCoverage !== undefined && declared > 0 && seen / declared < minCoverage) {
      const never = law.missing.length === 0 ? '' : ` (never ${law.missing.slice(0, 5).join(', ')})`
      const share = `${seen} of ${declared} behaviours were seen${never}`
      yield breach(law, 'coverage', `${share}, and the policy asks for ${percent(minCoverage)}`)
    }
  }
  if (mutantsKilled === undefined) return
  const tables = tried.filter(({ mutants }) => mutants !== undefined && mutants.length > 0)
  if (tables.length === 0 && scope.narrowed === 'no')
    yield {
      status: 'unverified',
      rule: 'mutants',
      subject: 'planted faults',
      origin: null,
      message: `The policy asks that ${percent(mutantsKilled)} of the planted faults are noticed, and none was planted.`,
    }
  for (const law of tables) yield* survivors(law, mutantsKilled)
}

/**
 * Says in which situations too few of the allowed actions ever came out.
 *
 * @param document - what one run of the tests found
 * @param rules - the least that is asked
 */
export function* arbitrationBreaches(
  { arbitrations, scope }: TribunalDocument,
  { minCoverage }: NonNullable<Rules['arbitrations']>,
): Generator<Refusal> {
  if (minCoverage === undefined) return
  const situations = new Map<string, { allowed: Set<string>; taken: Set<string> }>()
  for (const { record } of arbitrations) {
    const [input, outcome] = isObject(record) ? [record.input, record.outcome] : []
    if (!isObject(input) || !isObject(outcome) || !Array.isArray(input.allowed_actions)) continue
    const name = String(input.situation)
    const known = situations.get(name) ?? { allowed: new Set(), taken: new Set() }
    for (const action of input.allowed_actions) known.allowed.add(String(action))
    // An action that is the default as well has not been chosen where the default stood.
    if (outcome.source !== 'default') known.taken.add(String(outcome.action))
    situations.set(name, known)
  }
  if (situations.size === 0 && scope.narrowed === 'no')
    yield {
      status: 'unverified',
      rule: 'coverage',
      subject: 'arbitrations',
      origin: null,
      message: `The policy asks that ${percent(minCoverage)} of the allowed actions come out, and no arbitration was recorded.`,
    }
  for (const [name, { allowed, taken }] of [...situations].sort(([a], [b]) => byCodeUnit(a, b))) {
    const never = [...allowed].filter((action) => !taken.has(action))
    const seen = allowed.size - never.length
    if (allowed.size > 0 && seen / allowed.size < minCoverage)
      yield {
        status: 'under-gate',
        rule: 'coverage',
        subject: `situation ${name}`,
        origin: null,
        message: `Situation ${name}: ${seen} of ${allowed.size} allowed actions came out (never ${never.slice(0, 5).join(', ')}), and the policy asks for ${percent(minCoverage)}.`,
      }
  }
}

// Helpers

const percent = (share: number): string => `${Math.round(share * 1_000) / 10} %`

const breach = (law: LawRecord, rule: Refusal['rule'], what: string): Refusal => {
  const subject = `${law.law} of ${law.subject}`
  return { status: 'under-gate', rule, subject, origin: law.origin, message: `${subject}: ${what}.` }
}

function* survivors(law: LawRecord, asked: number): Generator<Refusal> {
  const mutants = law.mutants ?? []
  const alive = mutants.filter(({ killed_by }) => killed_by === null)
  const killed = mutants.length - alive.length
  if (killed / mutants.length >= asked) return
  const names = alive.slice(0, 5).map(({ mutant }) => `"${mutant}"`)
  const share = `${killed} of ${mutants.length} planted faults are noticed`
  yield breach(law, 'mutants', `${share} (not ${names.join(', ')}), and the policy asks for ${percent(asked)}`)
}
