/** What the source of a root or a service promises. */
export interface Contract {
  /** Where it was read from, relative to the run. */
  readonly path: string
  /** `name:` of its front matter, or ''. */
  readonly name: string
  /** `kind:` of its front matter, or ''. */
  readonly kind: string
  /** The promises that are scored: those under Ensures, Returns and Maintains. */
  readonly clauses: readonly Clause[]
  /** What stands under Invariants: it is not scored, and what a rule finds broken of it is told. */
  readonly invariants: readonly Clause[]
  /** Names under Errors. */
  readonly errors: readonly string[]
  /** Names under Services. */
  readonly services: readonly string[]
  /** Names under Requires and Parameters. */
  readonly requires: readonly string[]
  readonly shape: Shape
  /** True when the source has more lines than are read of one. */
  readonly isCut: boolean
}

/** One promise. */
export interface Clause {
  /** As it stands, on one line. */
  readonly text: string
  /** From 1. */
  readonly line: number
  /** The name before the colon, or ''. */
  readonly name: string
  /** What stands after the colon, or the whole text. */
  readonly description: string
  /** Clauses nested under it: what the fields of its value are. */
  readonly fields: readonly Clause[]
}

/** Who does what, as far as the contract says. */
export interface Shape {
  readonly self: readonly string[]
  readonly delegates: readonly string[]
  /** Those of the delegates that work is to be handed to only if something holds. */
  readonly onCondition: readonly string[]
  readonly prohibited: readonly string[]
}
