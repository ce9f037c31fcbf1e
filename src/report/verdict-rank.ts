import type { Verdict } from '../inspect/inspection.ts'

/** Verdicts as numbers: the higher, the better. */
export const verdictRank: { readonly [verdict in Verdict]: number } = { fail: 0, partial: 1, pass: 2 }
