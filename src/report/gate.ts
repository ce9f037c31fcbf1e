import type { Inspection, Verdict } from '../inspect/inspection.ts'
import type { TribunalDocument } from './document.ts'
import type { InspectionRecord, LawRecord, Origin } from './records.ts'

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
    | 'uninspectable'
    | 'unreadable-record'
    | 'file-unverified'
    | 'law-unverified'
    | 'nothing-checked'
    | 'floor'
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
  return settle(facts, level, [...uninspected(facts), ...underGate(facts, level), ...unverified(facts)])
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
const RANK: { readonly [verdict in Verdict]: number } = { fail: 0, partial: 1, pass: 2 }

function* uninspected({ uninspectable, unreadable }: GateFacts): Generator<Refusal> {
  const status = 'cannot-inspect'
  for (const { subject, origin, code, message, expectation } of uninspectable)
    if (!expectation?.met)
      yield { status, rule: 'uninspectable', subject, origin, message: `${subject}: ${code}. ${message}` }
  for (const message of unreadable)
    yield { status, rule: 'unreadable-record', subject: 'a record', origin: null, message }
}

function* underGate({ inspections, laws }: GateFacts, level: GateLevel): Generator<Refusal> {
  const status = 'under-gate'
  for (const { inspection, expectation, origin } of inspections) {
    const { system, run_id, verdict, runtime_fidelity, task_effectiveness } = inspection
    const subject = `${system} (${run_id})`
    const scores = `fidelity ${runtime_fidelity}, effectiveness ${task_effectiveness}`
    if (expectation !== null && !expectation.met)
      yield {
        status,
        rule: 'expectation',
        subject,
        origin,
        message: `${subject}: verdict ${verdict} (${scores}), but the test expects ${expectation.expected}.`,
      }
    else if (expectation === null && RANK[verdict] < RANK[level])
      yield {
        status,
        rule: 'verdict',
        subject,
        origin,
        message: `${subject}: verdict ${verdict} (${scores}) is under the gate, which asks for ${level}.`,
      }
  }
  for (const { law, subject, status: outcome, tries, seed, origin, expectation } of laws)
    if (outcome === 'broken' && !expectation?.met)
      yield {
        status,
        rule: 'law',
        subject: `${law} of ${subject}`,
        origin,
        message: `${law} of ${subject} is broken (${tries} tries, seed ${seed}).`,
      }
}

function* unverified({ inspections, uninspectable, laws, arbitrations, files, scope }: GateFacts): Generator<Refusal> {
  const status = 'unverified'
  for (const { law, subject, status: outcome, missing, mutants, origin, expectation } of laws)
    if (outcome === 'unverified' && !expectation?.met)
      yield {
        status,
        rule: 'law-unverified',
        subject: `${law} of ${subject}`,
        origin,
        message: notChecked(law, subject, missing, mutants),
      }
  if (scope.narrowed !== 'tests')
    for (const { file, project, included, in_full, checks } of files)
      if (included && in_full && checks === 0)
        yield {
          status,
          rule: 'file-unverified',
          subject: project === '' ? file : `${project}: ${file}`,
          origin: { file, test: '', ...(project !== '' && { project }) },
          message: `${file} ran in full and recorded no inspection, law or arbitration.`,
        }
  if (scope.include === null) {
    if (inspections.length + uninspectable.length + laws.length + arbitrations.length === 0)
      yield {
        status,
        rule: 'nothing-checked',
        subject: 'the whole run',
        origin: null,
        message: 'Nothing was inspected.',
      }
  } else if (scope.narrowed === 'no' && !files.some(({ included }) => included))
    yield {
      status,
      rule: 'nothing-checked',
      subject: 'the whole run',
      origin: null,
      message: `No test file matches include (${scope.include.join(', ')}), so nothing was checked. Move tests there, or tell the plugin where they are: tribunal({ include }).`,
    }
}

function notChecked(law: string, subject: string, missing: readonly string[], mutants: LawRecord['mutants']): string {
  if (mutants === undefined)
    return `${law} of ${subject} was not checked${missing.length > 0 ? `: never saw ${missing.join(', ')}` : ''}.`
  const alive = mutants.filter(({ killed_by }) => killed_by === null).map(({ mutant }) => `"${mutant}"`)
  return `${law} of ${subject}: no law tells ${alive.join(', ')} from a sound one (${mutants.length - alive.length} of ${mutants.length} planted faults are noticed).`
}

function sentence(status: GateStatus, facts: GateFacts, level: GateLevel, refusals: readonly Refusal[]): string {
  if (status === 'pass') return passed(facts, level)
  const parts = ORDER.map((kind) => [kind, refusals.filter((refusal) => refusal.status === kind)] as const)
    .filter(([, some]) => some.length > 0)
    .map(([kind, some]) => `${some.length} ${WORDS[kind]}`)
  return `The gate (${level}) refuses: ${parts.join(', ')}. ${refusals.find((refusal) => refusal.status === status)!.message}`
}

const WORDS = { 'cannot-inspect': 'cannot be inspected', 'under-gate': 'under the gate', unverified: 'unverified' }

function passed({ inspections, laws, arbitrations }: GateFacts, level: GateLevel): string {
  const bad = inspections.filter((one) => one.expectation?.met && RANK[one.inspection.verdict] < RANK[level]).length
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
