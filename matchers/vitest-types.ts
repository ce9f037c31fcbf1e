import type { Invariant } from '../src/invariants/invariant.ts'

/** The matchers that `vitest-tribunal/setup` installs. */
export interface TribunalMatchers<R = void> {
  /**
   * Passes when a deep inspection of the run comes to the verdict `pass`.
   * Takes a run, the path of a run directory, or an inspection.
   *
   * @example
   * ```ts no-run
   * expect(run).toPassInspection()
   * ```
   */
  toPassInspection(): R
  /**
   * Passes when no slot was told anything outside its `must` and `sees`, and all of its `must`. Takes a run.
   *
   * @example
   * ```ts no-run
   * expect(run).toKeepFirewalls()
   * ```
   */
  toKeepFirewalls(): R
  /**
   * Passes when the run keeps the laws that its composite declares, its bounds, and laws of your own. Takes a run.
   *
   * @example
   * ```ts no-run
   * expect(run).toHoldInvariants()
   * ```
   */
  toHoldInvariants(...extra: readonly Invariant[]): R
  /**
   * Passes when the run completed and asked its primary slot at most `rounds` times, 1 or more. Takes a run.
   *
   * @example
   * ```ts no-run
   * expect(run).toFinishWithin(3)
   * ```
   */
  toFinishWithin(rounds: number): R
  /**
   * Passes when the run called exactly these slots in this order. Takes a run.
   *
   * @example
   * ```ts no-run
   * expect(run).toHaveCalled(['worker', 'critic'])
   * ```
   */
  toHaveCalled(slots: readonly string[]): R
  /**
   * Passes when a deep inspection of the run raises this flag. Takes a run, the path of a run directory, or an inspection.
   *
   * @example
   * ```ts no-run
   * expect(run).toHaveFlag('budget-exhausted')
   * ```
   */
  toHaveFlag(id: string): R
  /**
   * Passes when a model chose nothing but these actions; a declared default is the flow's own.
   * Takes what `forgeDecide`, `forgeConsensus` or `arbitrate` gave, an arbitration record, or a list of these.
   *
   * @example
   * ```ts no-run
   * expect(decision).toStayWithin(['wait', 'reload'])
   * ```
   */
  toStayWithin(actions: readonly string[]): R
}

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: an asymmetric matcher stands for a value of any type
  interface ExpectStatic extends TribunalMatchers<any> {}
  // biome-ignore lint/suspicious/noExplicitAny: as above
  interface AsymmetricMatchersContaining extends TribunalMatchers<any> {}
}

declare global {
  namespace Chai {
    interface Assertion extends TribunalMatchers<void> {}
  }
}
