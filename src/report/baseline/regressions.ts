import type { TribunalDocument } from '../document.ts'
import type { Refusal } from '../gate.ts'
import type { Origin } from '../records.ts'
import { type Baseline, type BaselineCase, baselineCases, caseKey } from './baseline.ts'

/**
 * Says what has become worse since a run was reviewed: a new critical flag, a lower verdict, a score too far below, a case that is
 * missing or there too often. A case that the baseline does not know is no regression.
 *
 * @param document - what this run found
 * @param baseline - the reviewed run
 * @param maxDrop - points that a score may lie below the reviewed one, 0 to 100
 */
export function* regressions(document: TribunalDocument, baseline: Baseline, maxDrop: number): Generator<Refusal> {
  const now = grouped(baselineCases(document))
  for (const [key, before] of grouped(baseline.cases)) {
    const found = now.get(key) ?? []
    // A part of the tests cannot lack what the caller left out of it.
    if (found.length < before.length && document.scope.narrowed === 'no')
      yield breach(before[0]!, 'missing-case', counts(before.length, found.length))
    if (found.length > before.length) yield breach(before[0]!, 'duplicated-case', counts(before.length, found.length))
    for (const [was, is] of pairs(before, found)) yield* worse(was, is, maxDrop)
  }
}

/** Cases of a run that its baseline does not know. */
export function newCases(document: TribunalDocument, baseline: Baseline): readonly BaselineCase[] {
  const known = grouped(baseline.cases)
  return baselineCases(document).filter((one) => !known.has(caseKey(one)))
}

// Helpers

const RANK: { readonly [verdict in BaselineCase['verdict']]: number } = {
  fail: 0,
  partial: 1,
  pass: 2,
  broken: 0,
  unverified: 1,
  held: 2,
}

function grouped(cases: readonly BaselineCase[]): Map<string, BaselineCase[]> {
  const groups = new Map<string, BaselineCase[]>()
  for (const one of cases) {
    const own = groups.get(caseKey(one))
    if (own === undefined) groups.set(caseKey(one), [one])
    else own.push(one)
  }
  return groups
}

/**
 * Cases that share a place are compared by their runs where these kept their names, and otherwise the worst with the worst: a run's
 * name is a hash of its input, so its order says nothing.
 */
function pairs(
  earlier: readonly BaselineCase[],
  now: readonly BaselineCase[],
): (readonly [BaselineCase, BaselineCase])[] {
  const before = [...earlier].sort(byMerit)
  const left = [...now].sort(byMerit)
  const taken = before.map((was) => {
    const at = left.findIndex(({ run_id }) => run_id === was.run_id)
    return at < 0 ? undefined : left.splice(at, 1)[0]!
  })
  return before.flatMap((was, index) => {
    const is = taken[index] ?? left.shift()
    return is === undefined ? [] : [[was, is] as const]
  })
}

const byMerit = (a: BaselineCase, b: BaselineCase): number =>
  RANK[a.verdict] - RANK[b.verdict] ||
  (b.critical?.length ?? 0) - (a.critical?.length ?? 0) ||
  (a.runtime_fidelity ?? 0) - (b.runtime_fidelity ?? 0) ||
  (a.task_effectiveness ?? 0) - (b.task_effectiveness ?? 0)

const counts = (before: number, now: number): string =>
  now === 0 ? 'it is in the baseline and missing now' : `it is there ${now} times, and ${before} in the baseline`

function* worse(was: BaselineCase, is: BaselineCase, maxDrop: number): Generator<Refusal> {
  const fresh = (is.critical ?? []).filter((id) => !was.critical?.includes(id))
  for (const id of fresh) yield breach(is, 'new-critical-flag', `the critical flag ${id} is new`)
  if (RANK[is.verdict] < RANK[was.verdict])
    yield breach(is, 'lower-verdict', `verdict ${is.verdict}, and ${was.verdict} in the baseline`)
  for (const [field, name] of SCORES) {
    const [before = 0, now = 0] = [was[field], is[field]]
    if (before - now > maxDrop)
      yield breach(
        is,
        'lower-score',
        `${name} ${now} is ${before - now} points under the baseline's ${before} (allowed: ${maxDrop})`,
      )
  }
}

const SCORES = [
  ['runtime_fidelity', 'runtime fidelity'],
  ['task_effectiveness', 'task effectiveness'],
] as const

function breach(one: BaselineCase, rule: Refusal['rule'], what: string): Refusal {
  const { project, file, test, subject, run_id } = one
  const name = run_id === undefined || rule === 'missing-case' ? subject : `${subject} (${run_id})`
  const origin: Origin | null = file === '' ? null : { file, test, ...(project !== '' && { project }) }
  const where = origin === null ? '' : ` in ${file} > ${test}`
  return { status: 'under-gate', rule, subject: name, origin, message: `${name}${where}: ${what}.` }
}
