import fc from 'fast-check'
import { type Arbiter, ourArbiter } from './arbiter.ts'
import { type ArbitrationLaw, arbitrationLaws } from './arbitration-laws.ts'
import { type ArbitrationTry, arbitrationTries } from './arbitration-tries.ts'
import type { Check } from './check/check.ts'
import { checkAll } from './check/check-all.ts'
import type { CheckOptions } from './check/check-with-examples.ts'
import { type LawReport, refuse } from './check/law-report.ts'
import { onlyLaws } from './check/only-laws.ts'
import type { Tally } from './check/tally.ts'
import { Imports } from './print/imports.ts'
import { literal } from './print/literal.ts'
import { printStep } from './print/print-step.ts'

/** How an arbiter is checked. */
export interface CheckArbitrationOptions extends CheckOptions {
  /** The laws to check, by name; all by default. */
  readonly laws?: readonly string[]
  /** What to check; `forgeDecide` and `forgeConsensus` by default. */
  readonly arbiter?: Arbiter
  /** Where a test to paste imports the arbiter from, and under which name. */
  readonly from?: { readonly module: string; readonly name: string }
  /** Arbiters with one fault planted each: the laws have to notice every one of them. */
  readonly mutants?: readonly Arbiter[]
}

/**
 * Tries an arbiter under generated replies, faults and orders of arrival: whatever a model says, the action is in the list or the
 * default. Source: handbook page automation_situation_arbitrate v1.
 *
 * @param options - the arbiter, if it is not ours; tries, seed
 *
 * @example
 * ```ts
 * import { checkArbitration } from 'vitest-tribunal/properties'
 *
 * console.log((await checkArbitration({ tries: 300 })).status) // held
 * ```
 */
export async function checkArbitration(options: CheckArbitrationOptions = {}): Promise<LawReport> {
  const { arbiter = ourArbiter, mutants = [], from = OURS, laws } = options
  const planted = mutants.map((mutant) => ({
    name: mutant.name,
    checks: onlyLaws(arbitrationChecks(mutant, from), laws),
  }))
  return checkAll(arbiter.name, onlyLaws(arbitrationChecks(arbiter, from), laws), options, planted)
}

/**
 * As {@link checkArbitration}, and throws unless every law holds: for tests.
 *
 * @param options - as for `checkArbitration`
 * @throws TribunalError `law-broken` with the replies as a test to paste; `law-unverified` when nothing was found out
 *
 * @example
 * ```ts
 * import { assertArbitration } from 'vitest-tribunal/properties'
 * import { test } from 'vitest'
 *
 * test('no reply widens the list of actions', () => assertArbitration({ tries: 400 }))
 * ```
 */
export async function assertArbitration(options: CheckArbitrationOptions = {}): Promise<LawReport> {
  const report = await checkArbitration(options)
  refuse(report, options.expect ?? 'held')
  return report
}

/** The laws of arbitration, made ready to be tried on an arbiter. */
export const arbitrationChecks = (arbiter: Arbiter, from = OURS): readonly Check<Scheduled>[] =>
  arbitrationLaws.map((law) => arbitrationCheck(arbiter, law, from))

// Helpers

type Scheduled = readonly [tried: ArbitrationTry, scheduler: fc.Scheduler]

const OURS = { module: 'vitest-tribunal/properties', name: 'ourArbiter' }

function arbitrationCheck(
  arbiter: Arbiter,
  law: ArbitrationLaw,
  from: { readonly module: string; readonly name: string },
): Check<Scheduled> {
  return {
    law: law.law,
    statement: law.rule,
    source: 'handbook page automation_situation_arbitrate v1',
    subject: arbiter.name,
    origin: { kind: 'arbiter', ...(from !== OURS && { from }) },
    arbitrary: fc.tuple(arbitrationTries(), fc.scheduler()),
    declared: DECLARED,
    async attempt([tried, scheduler], tally) {
      tell(tried, tally)
      tally.counted()
      try {
        await law.attempt(arbiter, tried, scheduler)
        return []
      } catch (error) {
        if (!(error instanceof Error)) throw error
        return [{ invariant: law.law, event: 0, message: `it ${error.message}`, witness: [] }]
      }
    },
    async print([tried, scheduler]) {
      const order = scheduler.report().map(({ taskId }) => taskId)
      return printTry(arbiter, law.law, from, tried, order)
    },
  }
}

const DECLARED = [
  ...['decided', 'ambiguous', 'escalate', 'invalid', 'failed'].map((kind) => `replies ${kind}`),
  ...['first', 'second', 'third'].map((place) => `${place} action chosen`),
  ...['one sample', 'several samples', 'a revision asked for', 'no revision asked for'],
]

function tell({ replies, input, samples }: ArbitrationTry, tally: Tally): void {
  for (const { means } of replies) {
    tally.saw(`replies ${means.kind}`)
    const place = means.kind === 'decided' ? input.allowed_actions.indexOf(means.action) : -1
    if (place >= 0 && place < 3) tally.saw(`${['first', 'second', 'third'][place]} action chosen`)
  }
  tally.saw(samples === 1 ? 'one sample' : 'several samples')
  tally.saw(input.self_check ? 'a revision asked for' : 'no revision asked for')
}

function printTry(
  arbiter: Arbiter,
  law: string,
  from: { readonly module: string; readonly name: string },
  { replies, ...tried }: ArbitrationTry,
  order: readonly number[],
): string {
  const used = new Imports()
  used.add('vitest-tribunal/properties', 'arbitrationLaws')
  used.add(from.module, from.name)
  const scheduled = order.length > 0
  const steps = replies.map(({ reply, means, how }) => {
    const step = printStep(reply, (name) => used.add('vitest-tribunal', name))
    return `      { reply: ${step.startsWith("'") ? `{ text: ${step} }` : step}, means: ${literal(means)}, how: ${literal(how)} },\n`
  })
  return [
    `${scheduled ? "import fc from 'fast-check'\n" : ''}${used}\n`,
    `test(${literal(`${arbiter.name} keeps the law "${law}"`)}, async () => {`,
    `  const { attempt } = arbitrationLaws.find(({ law }) => law === ${literal(law)})!`,
    `  const tried = {\n    ...${literal(tried)},\n    replies: [\n${steps.join('')}    ],\n  } as const`,
    scheduled
      ? `  const scheduler = fc.schedulerFor(${literal(order)})`
      : '  const scheduler = {} as never // no answer has to wait',
    `  await expect(attempt(${from.name}, tried as never, scheduler)).resolves.toBeUndefined()`,
    '})\n',
  ].join('\n')
}
