import { byCodeUnit } from '../../json/canonical-json.ts'
import type { TribunalDocument } from '../document.ts'
import type { Refusal } from '../gate.ts'
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
}

// Helpers

function* flagBreaches({ inspections }: TribunalDocument, forbidden: readonly string[]): Generator<Refusal> {
  for (const { inspection, origin, expectation } of inspections) {
    if (expectation?.met) continue
    const subject = `${inspection.system} (${inspection.run_id})`
    const found = forbidden.filter((id) => inspection.flags.some((flag) => flag.id === id))
    for (const id of found) {
      const count = inspection.flags.filter((flag) => flag.id === id).length
      const message = `${subject}: the policy forbids the flag ${id}, and it is raised ${count === 1 ? 'once' : `${count} times`}.`
      yield { status: 'under-gate', rule: 'forbidden-flag', subject, origin, message }
    }
  }
}

function* flakyBreaches({ tests }: TribunalDocument, most: number | undefined): Generator<Refusal> {
  const flaky = tests.filter((test) => test.flaky)
  if (most === undefined || flaky.length <= most) return
  const names = flaky.map(({ file, test }) => `${file} > ${test}`).sort(byCodeUnit)
  const more = names.length > 5 ? ` and ${names.length - 5} more` : ''
  yield {
    status: 'under-gate',
    rule: 'flaky',
    subject: 'flaky tests',
    origin: null,
    message: `Flaky tests: ${flaky.length}, and the policy allows ${most}: ${names.slice(0, 5).join(', ')}${more}.`,
  }
}
