import { withhold } from '../../src/composites/withhold.ts'
import type { JudgedCall, RunScope } from '../../src/invariants/run-scope.ts'
import { scopesOf } from '../../src/invariants/run-scope.ts'
import type { Run } from '../../src/trace/run.ts'

/** One call of a run with all that its request may depend on. */
export interface CallWithValues {
  readonly call: JudgedCall
  readonly scope: RunScope
  /** The values of `must` and `sees` at that moment as one text, each as withholding leaves it. */
  readonly allowed: string
}

/** The calls of a run, nested ones included, in the order in which they were made. */
export function callsWithValues(run: Run): readonly CallWithValues[] {
  const calls = scopesOf(run).flatMap((scope) =>
    scope.calls.map((call) => ({ call, scope, allowed: valuesOf(call, scope) })),
  )
  return calls.sort((a, b) => a.call.index - b.call.index)
}

// Helpers

function valuesOf({ allowance }: JudgedCall, { started }: RunScope): string {
  const criteria = typeof started.input.criteria === 'string' ? started.input.criteria : ''
  let all = ''
  for (const values of [allowance.must, allowance.sees])
    for (const { label, words } of values) {
      all += `\u0001${label}`
      for (const word of words) all += `\u0002${label === 'criteria' ? word : withhold(word, criteria)}`
    }
  return all
}
