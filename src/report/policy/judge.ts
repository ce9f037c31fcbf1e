import type { Baseline } from '../baseline/baseline.ts'
import { regressions } from '../baseline/regressions.ts'
import type { TribunalDocument } from '../document.ts'
import { type GateLevel, type GateResult, gate, type Refusal, settle } from '../gate.ts'
import { matchesGlob } from '../matches-glob.ts'
import type { Policy } from './policy.ts'
import { ruleBreaches } from './rule-breaches.ts'

/** A run as a policy sees it: what turns it red, and what is only told. */
export interface Judgement extends GateResult {
  readonly level: GateLevel
  readonly advisories: readonly Refusal[]
}

/**
 * Holds a run against a policy and against the reviewed run.
 *
 * @param document - what one run of the tests found
 * @param policy - what the project asks
 * @param baseline - the reviewed run; null when none is asked for
 */
export function judge(document: TribunalDocument, policy: Policy, baseline: Baseline | null): Judgement {
  const level = policy.gate ?? 'pass'
  const compared = baseline === null ? [] : [...regressions(document, baseline, policy.baseline?.maxDrop ?? 0)]
  const refusals = [
    ...gate(document, level).refusals.filter((refusal) => !isAllowed(refusal, policy.allowUnverified ?? false)),
    ...ruleBreaches(document, policy.hard ?? {}),
    ...compared,
  ]
  const advisories = [...ruleBreaches(document, policy.advisory ?? {})]
  return { level, ...settle(document, level, refusals), advisories }
}

// Helpers

function isAllowed({ status, rule, subject, origin }: Refusal, allowed: boolean | readonly string[]): boolean {
  // A whole run in which nothing was checked is never what somebody wanted.
  if (status !== 'unverified' || rule === 'nothing-checked' || typeof allowed === 'boolean')
    return status === 'unverified' && rule !== 'nothing-checked' && allowed === true
  return allowed.some(
    (glob) => matchesGlob(subject, glob) || (rule === 'file-unverified' && matchesGlob(origin?.file ?? '', glob)),
  )
}
