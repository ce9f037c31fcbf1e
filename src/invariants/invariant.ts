import type { RunScope } from './run-scope.ts'

/** A law over a finished run; checked once for the run itself and once for each run nested in it. */
export interface Invariant {
  /** Kebab-case, unique. */
  readonly name: string
  /** What holds, in one sentence. */
  readonly statement: string
  /** The document that the law comes from. */
  readonly source: string
  /** Where it does not hold. */
  check(scope: RunScope): Iterable<Breach>
}

/** One place where a law does not hold, within a scope. */
export interface Breach {
  readonly message: string
  /** Index into the run's events, of the event that shows it. */
  readonly event: number
}

/** One place in a run where a law does not hold. */
export interface Violation extends Breach {
  readonly invariant: string
}
