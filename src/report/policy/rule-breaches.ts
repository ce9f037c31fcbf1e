import { byCodeUnit } from '../../json/canonical-json.ts'
import type { TribunalDocument } from '../document.ts'
import type { Refusal } from '../gate.ts'
import { isExcused } from '../is-excused.ts'
import { floorBreaches } from './floor-breaches.ts'
import { arbitrationBreaches, lawBreaches } from './law-breaches.ts'
import type { Rules } from './policy.ts'

/**
 * Says where a run does not keep the rules of a policy: each time the case, the rule and the numbers.
 *
 * @param document - what one run of the tests found
 * @param rules - hard or advisory ones
 */
export function* ruleBreaches(document: TribunalDocument, rules: Rules): Generator<Refusal> {
  for (const floor of rules.floors ?? []) yield* floorBreaches(document, floor)
  yield* flagBreaches(document, rules.forbiddenFlags ?? [])
  yield* lawBreaches(document, rules.laws ?? {})
  yield* arbitrationBreaches(document, rules.arbitrations ?? {})
  yield* flakyBreaches(document, rules.maxFlaky)
  yield* countBreaches(document, rules)
}

// Helpers

function* flagBreaches({ inspections }: TribunalDocument, forbidden: readonly string[]): Generator<Refusal> {
  for (const { inspection, origin, expectation } of inspections) {
    if (isExcused(expectation, inspection.verdict, 'pass')) continue
    const subject = `${inspection.system} (${inspection.run_id})`
    const found = forbidden.filter((id) => inspection.flags.some((flag) => flag.id === id))
    for (const id of found) {
      const count = inspection.flags.filter((flag) => flag.id === id).length
      const message = `${subject}: the policy forbids the flag ${id}, and it is raised ${count === 1 ? 'once' : `${count} times`}.`
      yield { status: 'under-gate', rule: 'forbidden-flag', subject, origin, message }
    }
  }
}

/** Whoever deletes, skips or expects the worst of what used to be checked is noticed here, without any baseline. */
function* countBreaches(
  document: TribunalDocument,
  { atLeast = {}, maxSkipped, maxExpectedBad }: Rules,
): Generator<Refusal> {
  const status = 'under-gate'
  const { inspections, laws, files, scope } = document
  if (scope.narrowed === 'no')
    for (const [kind, least] of Object.entries(atLeast)) {
      const found = document[kind as keyof typeof atLeast].length
      const message = `${kind}: ${found}, and the policy asks for ${least} or more.`
      if (found < least) yield { status, rule: 'at-least', subject: kind, origin: null, message }
    }
  const idle = files.filter(({ skipped = 0 }) => skipped > 0)
  const skipped = idle.reduce((sum, { skipped = 0 }) => sum + skipped, 0)
  if (maxSkipped !== undefined && skipped > maxSkipped) {
    const where = firstOf(idle.map(({ file }) => file))
    const message = `Skipped tests: ${skipped}, and the policy allows ${maxSkipped}: in ${where}.`
    yield { status, rule: 'skipped', subject: 'skipped tests', origin: null, message }
  }
  const bad = [
    ...inspections
      .filter(({ inspection, expectation }) => isExcused(expectation, inspection.verdict, 'pass'))
      .map(({ inspection }) => `${inspection.system} (${inspection.run_id})`),
    ...laws
      .filter(({ status, expectation }) => isExcused(expectation, status, 'held'))
      .map(({ law, subject }) => `${law} of ${subject}`),
  ]
  if (maxExpectedBad !== undefined && bad.length > maxExpectedBad) {
    const message = `As bad as their tests expect: ${bad.length}, and the policy allows ${maxExpectedBad}: ${firstOf(bad)}.`
    yield { status, rule: 'expected-bad', subject: 'what tests expect to be bad', origin: null, message }
  }
}

/** The first few of many names. */
function firstOf(names: readonly string[]): string {
  const more = names.length > 5 ? ` and ${names.length - 5} more` : ''
  return `${[...names].sort(byCodeUnit).slice(0, 5).join(', ')}${more}`
}

function* flakyBreaches({ tests }: TribunalDocument, most: number | undefined): Generator<Refusal> {
  const flaky = tests.filter((test) => test.flaky)
  if (most === undefined || flaky.length <= most) return
  const names = flaky.map(({ file, test }) => `${file} > ${test}`)
  yield {
    status: 'under-gate',
    rule: 'flaky',
    subject: 'flaky tests',
    origin: null,
    message: `Flaky tests: ${flaky.length}, and the policy allows ${most}: ${firstOf(names)}.`,
  }
}
