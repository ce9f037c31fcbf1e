// Compiled, never run: against Vitest 4 with the repository, against the packed package on Vitest 4 and 5 in its own folder.
// Every matcher stands here positively, negated and asymmetric; the lines that are marked as errors must stay errors.
import { expect } from 'vitest'
import { type ForgeDecision, oversight, type Run, runComposite } from 'vitest-tribunal'
import { test } from 'vitest-tribunal/fixtures'
import type { TribunalMatchers } from 'vitest-tribunal/matchers'
import 'vitest-tribunal/setup'

export function everyMatcherHasItsType(
  run: Run,
  decision: ForgeDecision,
): { readonly [matcher in keyof TribunalMatchers]: unknown } {
  expect(run).toFinishWithin(3)
  expect(run).toHaveCalled(['worker', 'critic'])
  expect(run).toHaveFlag('budget-exhausted')
  expect(run).toHoldInvariants()
  expect(run).toKeepFirewalls()
  expect(run).toPassInspection()
  expect(decision).toStayWithin(['wait', 'reload'])

  expect(run).not.toFinishWithin(3)
  expect(run).not.toHaveCalled(['worker', 'critic'])
  expect(run).not.toHaveFlag('budget-exhausted')
  expect(run).not.toHoldInvariants()
  expect(run).not.toKeepFirewalls()
  expect(run).not.toPassInspection()
  expect(decision).not.toStayWithin(['wait', 'reload'])

  // @ts-expect-error rounds are a number
  expect(run).toFinishWithin('three')
  // @ts-expect-error slots are a list
  expect(run).toHaveCalled('worker')
  // @ts-expect-error a flag is named by its id
  expect(run).toHaveFlag()
  // @ts-expect-error no matcher of ours
  expect(run).toBeFair()

  return {
    toFinishWithin: expect.toFinishWithin(3),
    toHaveCalled: expect.toHaveCalled(['worker']),
    toHaveFlag: expect.toHaveFlag('budget-exhausted'),
    toHoldInvariants: expect.not.toHoldInvariants(),
    toKeepFirewalls: expect.toKeepFirewalls(),
    toPassInspection: expect.toPassInspection(),
    toStayWithin: expect.toStayWithin(['wait']),
  }
}

export const fixturesHaveTheirTypes = () =>
  test('inputs are checked against the composite', async ({ trial, model }) => {
    const script = model({ actor: ['done'], observer: ['fine'], arbiter: ['continue'] })
    await trial(oversight, { input: { task_brief: 'Sweep.' }, config: { max_cycles: 1 }, model: script })
    // @ts-expect-error oversight takes no criteria
    await runComposite(oversight, { input: { task_brief: 'Sweep.', criteria: 'Clean.' }, model: script })
    // @ts-expect-error the task is missing
    await runComposite(oversight, { input: {}, model: script })
  })
