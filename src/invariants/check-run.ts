import { TribunalError } from '../errors.ts'
import type { Run } from '../trace/run.ts'
import { boundsKept, faultEndsRun } from './bounds.ts'
import { mustsPresent, nothingForeign, privateUnrouted, taskFirst } from './firewalls.ts'
import type { Invariant, Violation } from './invariant.ts'
import {
  abortingEndsAtOnce,
  adjustmentOnOriginal,
  lastOutcomeReturned,
  outcomeOnlyObserver,
  reportOnlyArbiter,
} from './oversight-laws.ts'
import { bothSidesUntouched } from './proposer-adversary-laws.ts'
import { rolesUnaware } from './roles-unaware.ts'
import { scopesOf } from './run-scope.ts'
import {
  acceptingEndsAtOnce,
  criteriaStayWithCritic,
  criticGetsTheTask,
  lastCritiqueReturned,
} from './worker-critic-laws.ts'

/** The laws of information flow: they hold for every composite, by its `must` and `sees` alone. */
export const FIREWALLS: readonly Invariant[] = [taskFirst, mustsPresent, privateUnrouted, nothingForeign]

/** The laws that hold for every composite without being declared. */
export const COMMON: readonly Invariant[] = [boundsKept, faultEndsRun]

/** The laws that a composite declares by name. */
export const DECLARED: readonly Invariant[] = [
  criteriaStayWithCritic,
  criticGetsTheTask,
  acceptingEndsAtOnce,
  lastCritiqueReturned,
  outcomeOnlyObserver,
  reportOnlyArbiter,
  abortingEndsAtOnce,
  lastOutcomeReturned,
  adjustmentOnOriginal,
  bothSidesUntouched,
  rolesUnaware,
]

/**
 * Where a run breaks the information firewall of its composites.
 *
 * @param run - a finished run
 *
 * @example
 * ```ts
 * import { checkFirewalls, proposerAdversary, runCompositeSync, scripted } from 'vitest-tribunal'
 *
 * const model = scripted({ proposer: ['9'], adversary: ['It is 3 × 3.'] })
 * const run = runCompositeSync(proposerAdversary, { input: { task_brief: 'Name a prime.' }, model })
 * console.log(checkFirewalls(run)) // []
 * ```
 */
export const checkFirewalls = (run: Run): readonly Violation[] => check(run, () => FIREWALLS)

/**
 * Where a run breaks the laws that its composites declare, the bounds, or laws of your own.
 *
 * @param run - a finished run
 * @param extra - laws of your own, checked in every scope
 * @throws TribunalError `invalid-composite` when a composite declares a law that does not exist
 *
 * @example
 * ```ts
 * import { checkInvariants, proposerAdversary, runCompositeSync, scripted } from 'vitest-tribunal'
 *
 * const model = scripted({ proposer: ['9'], adversary: ['It is 3 × 3.'] })
 * const run = runCompositeSync(proposerAdversary, { input: { task_brief: 'Name a prime.' }, model })
 * console.log(checkInvariants(run)) // []
 * ```
 */
export const checkInvariants = (run: Run, extra: readonly Invariant[] = []): readonly Violation[] =>
  check(run, (declared) => [...declared.map(named), ...COMMON, ...extra])

// Helpers

function check(run: Run, lawsOf: (declared: readonly string[]) => readonly Invariant[]): readonly Violation[] {
  return scopesOf(run).flatMap((scope) =>
    lawsOf(scope.started.composite.invariants).flatMap((law) =>
      [...law.check(scope)].map((breach) => ({ invariant: law.name, ...breach })),
    ),
  )
}

function named(name: string): Invariant {
  const law = DECLARED.find((one) => one.name === name)
  if (law) return law
  const known = DECLARED.map((one) => `"${one.name}"`).join(', ')
  throw new TribunalError(
    'invalid-composite',
    `No law is called "${name}". Known: ${known}. Pass laws of your own as functions.`,
  )
}
