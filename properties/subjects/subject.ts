import type { Run } from '../../src/trace/run.ts'
import type { Origin } from '../check/check.ts'
import type { Shape } from '../table/shape.ts'
import type { Sketch } from '../table/sketch.ts'
import type { Table, TableOptions } from '../table/table.ts'

/** What one run of a try is made from. */
export interface Attempt extends TableOptions {
  readonly sketch: Sketch
  /** Limits of the run; none unless a law is about them. */
  readonly budget?: { readonly calls?: number; readonly tokens?: number }
}

/** One run of a try with the table that it spoke from. */
export interface Trial {
  readonly run: Run
  readonly table: Table
  /** Whether the run was stopped because it would not end. */
  readonly endless: boolean
}

/** What laws are checked on: a composite, or a program that is not ours. It runs at once, or later. */
export interface Subject<R = Trial | Promise<Trial>> {
  readonly name: string
  /** Where it is found again, from outside of the test. */
  readonly origin: Origin
  readonly shape: Shape
  /** The most calls that any run may take, whatever is said to it. */
  readonly most: number
  /** Slots that may see every input and every reply, so that nothing of them can leak. */
  readonly open: readonly string[]
  /** Inputs that are always the same although some slot may not see them, so that nothing tells whether it does. */
  readonly still?: readonly string[]
  /** Whether its runs can be given a budget. */
  readonly budgets: boolean
  /** Whether it is told of failing calls and may go on; where not, such a call ends the run. */
  readonly catches: boolean
  attempt(attempt: Attempt): R
  /** Writes runs as a test to paste: names of the checks from `vitest-tribunal/properties`, then one attempt per run. */
  print(printed: Printed): string | Promise<string>
}

/** What a test to paste has to show. */
export interface Printed {
  readonly title: string
  /** Statements that look at `run`, and at `twin` where there are two; they fail as long as the law is broken. */
  readonly assertions: readonly string[]
  /** Names that the assertions use, by the address they come from. */
  readonly imports: { readonly [address: string]: readonly string[] }
  readonly attempts: readonly Attempt[]
  /** Whether the one attempt is made again and again, and each time the same has to be asked. */
  readonly again?: boolean
}
