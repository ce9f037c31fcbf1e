import type { Inspection } from '../inspect/inspection.ts'
import type { TribunalDocument } from './document.ts'
import { gateRules } from './gate-rules.ts'
import { isExcused } from './is-excused.ts'
import type { InspectionRecord, Origin, TrialRecord } from './records.ts'
import { verdictRank } from './verdict-rank.ts'

/** The lowest verdict that is green. */
export type GateLevel = 'pass' | 'partial'

/** What the gate came to. */
export type GateStatus = 'pass' | 'under-gate' | 'cannot-inspect' | 'unverified'

/** One reason not to be green: the case, the rule, and the numbers in words. */
export interface Refusal {
  readonly status: Exclude<GateStatus, 'pass'>
  readonly rule:
    | 'verdict'
    | 'expectation'
    | 'law'
    | 'test-failed'
    | 'file-failed'
    | 'errors'
    | 'uninspectable'
    | 'unreadable-record'
    | 'contradiction'
    | 'file-unverified'
    | 'law-unverified'
    | 'files-missing'
    | 'narrowed'
    | 'nothing-checked'
    | 'floor'
    | 'at-least'
    | 'skipped'
    | 'expected-bad'
    | 'forbidden-flag'
    | 'tries'
    | 'coverage'
    | 'mutants'
    | 'flaky'
    | 'new-critical-flag'
    | 'lower-verdict'
    | 'lower-score'
    | 'missing-case'
    | 'duplicated-case'
  readonly subject: string
  readonly origin: Origin | null
  readonly message: string
}

/** The gate's result. */
export interface GateResult {
  readonly status: GateStatus
  readonly exitCode: 0 | 1 | 2 | 3
  /** One sentence for a terminal. */
  readonly message: string
  readonly refusals: readonly Refusal[]
}

/** What the gate looks at. */
export interface GateFacts
  extends Pick<TribunalDocument, 'uninspectable' | 'laws' | 'arbitrations' | 'files' | 'scope' | 'unreadable'> {
  readonly inspections: readonly JudgedInspection[]
  readonly tests?: TribunalDocument['tests']
  readonly trials?: readonly Pick<TrialRecord, 'run' | 'violations' | 'origin' | 'expectation'>[]
}

/** Of an inspection the verdict and its scores are enough, so that nobody has to hold whole reports for the gate's sake. */
export type JudgedInspection = Pick<InspectionRecord, 'expectation' | 'origin'> & {
  readonly inspection: Pick<Inspection, 'system' | 'run_id' | 'verdict' | 'runtime_fidelity' | 'task_effectiveness'>
}

/**
 * Decides whether what was checked is good enough, and that something was. Source: docs/exit-codes.md.
 *
 * @param facts - what a run of the tests, or of the command, has found
 * @param level - the lowest verdict that is green
 * @returns the exit code (0 pass, 1 under the gate, 2 cannot be inspected, 3 unverified; 2 over 1 over 3) and every refusal
 */
export function gate(facts: GateFacts, level: GateLevel): GateResult {
  return settle(facts, level, [...gateRules(facts, level)])
}

/**
 * Says what refusals come to.
 *
 * @param facts - what was looked at
 * @param level - the lowest verdict that is green
 * @param refusals - of the gate, of a policy, of a baseline
 */
export function settle(facts: GateFacts, level: GateLevel, refusals: readonly Refusal[]): GateResult {
  const status = ORDER.find((status) => refusals.some((refusal) => refusal.status === status)) ?? 'pass'
  return { status, exitCode: EXIT_CODES[status], message: sentence(status, facts, level, refusals), refusals }
}

// Helpers

const ORDER = ['cannot-inspect', 'under-gate', 'unverified'] as const
const EXIT_CODES = { pass: 0, 'under-gate': 1, 'cannot-inspect': 2, unverified: 3 } as const
function sentence(status: GateStatus, facts: GateFacts, level: GateLevel, refusals: readonly Refusal[]): string {
  if (status === 'pass') return passed(facts, level)
  const parts = ORDER.map((kind) => [kind, refusals.filter((refusal) => refusal.status === kind)] as const)
    .filter(([, some]) => some.length > 0)
    .map(([kind, some]) => `${some.length} ${WORDS[kind]}`)
  return `The gate (${level}) refuses: ${parts.join(', ')}. ${refusals.find((refusal) => refusal.status === status)!.message}`
}

const WORDS = { 'cannot-inspect': 'cannot be inspected', 'under-gate': 'under the gate', unverified: 'unverified' }

function passed({ inspections, laws, arbitrations }: GateFacts, level: GateLevel): string {
  const bad = inspections.filter(
    ({ inspection: { verdict }, expectation }) =>
      isExcused(expectation, verdict, 'pass') && verdictRank[verdict] < verdictRank[level],
  ).length
  const counts = [
    count(
      inspections.length,
      'inspection',
      bad === 0 ? '' : ` (${bad} as bad as ${bad === 1 ? 'its test expects' : 'their tests expect'})`,
    ),
    count(laws.length, 'law'),
    count(arbitrations.length, 'arbitration'),
  ].filter((words) => words !== undefined)
  return counts.length === 0
    ? `The gate (${level}): nothing was held to it.`
    : `The gate (${level}) is satisfied: ${counts.join(', ')}.`
}

const count = (n: number, noun: string, aside = ''): string | undefined =>
  n === 0 ? undefined : `${n} ${noun}${n === 1 ? '' : 's'}${aside}`
