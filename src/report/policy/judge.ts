import type { Baseline } from '../baseline/baseline.ts'
import { regressions } from '../baseline/regressions.ts'
import type { TribunalDocument } from '../document.ts'
import { type GateLevel, type GateResult, gate, type Refusal, settle } from '../gate.ts'
import { isUnverified } from '../is-unverified.ts'
import { matchesGlob } from '../matches-glob.ts'
import { contradictions } from './contradictions.ts'
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
  const own = gate(document, level).refusals
  const refusals = [
    ...contradictions(document),
    ...gaps(document, policy.allowNarrowed ?? false, own),
    ...own.filter((refusal) => !isAllowed(refusal, policy.allowUnverified ?? false)),
    ...ruleBreaches(document, policy.hard ?? {}),
    ...compared,
  ]
  const advisories = [...ruleBreaches(document, policy.advisory ?? {})]
  return { level, ...settle(document, level, refusals), advisories }
}

// Helpers

/** What no policy may let through: that parts were left out, unless it says so, and that there is nothing at all. */
function* gaps(document: TribunalDocument, allowNarrowed: boolean, own: readonly Refusal[]): Generator<Refusal> {
  const { scope, inspections, uninspectable, laws, arbitrations } = document
  const bare = { status: 'unverified', subject: 'the whole run', origin: null } as const
  if (scope.narrowed !== 'no' && !allowNarrowed) {
    const message = `The run was narrowed to some ${scope.narrowed}, so what was left out is not checked. Run all of it, or set allowNarrowed in the policy.`
    yield { ...bare, rule: 'narrowed', message }
  }
  const checked = laws.filter((law) => !isUnverified(law)).length
  const counts = {
    inspections: inspections.length + uninspectable.length,
    laws: checked,
    arbitrations: arbitrations.length,
  }
  if (!own.some(({ rule }) => rule === 'nothing-checked') && Object.values(counts).every((count) => count === 0)) {
    const message = `Nothing was checked: 0 inspections, 0 of ${laws.length} laws, 0 arbitrations.`
    yield { ...bare, rule: 'nothing-checked', message }
  }
}

/** Only files and laws can be let through: a part of the run that is missing is never what somebody wanted. */
function isAllowed({ rule, subject, origin }: Refusal, allowed: boolean | readonly string[]): boolean {
  if (rule !== 'file-unverified' && rule !== 'law-unverified') return false
  if (typeof allowed === 'boolean') return allowed
  return allowed.some(
    (glob) => matchesGlob(subject, glob) || (rule === 'file-unverified' && matchesGlob(origin?.file ?? '', glob)),
  )
}
