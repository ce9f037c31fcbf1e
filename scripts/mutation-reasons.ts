/** Why mutants survive that no test should kill. Keys are `file`, the trimmed line, and the change. */
const REASONS: readonly Reason[] = []

interface Reason {
  readonly file: string
  readonly why: string
  /** Line by line: what mutants of it survive, as `what it was → what it became`. */
  readonly mutants: { readonly [line: string]: readonly string[] }
}

/** Mutant → reason. */
export const reasons: ReadonlyMap<string, string> = new Map(
  REASONS.flatMap(({ file, why, mutants }) =>
    Object.entries(mutants).flatMap(([at, changes]) =>
      changes.map((change) => [[file, at, change].join('\n'), why] as const),
    ),
  ),
)
