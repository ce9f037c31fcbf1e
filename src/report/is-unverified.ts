import type { LawRecord } from './records.ts'

/**
 * Whether a law was never checked, whatever its record calls it: one that held over no try, or noticed all of no planted faults.
 *
 * @param law - as it was recorded
 */
export const isUnverified = ({ status, tries, mutants }: Pick<LawRecord, 'status' | 'tries' | 'mutants'>): boolean =>
  status === 'unverified' || (status === 'held' && (mutants === undefined ? tries === 0 : mutants.length === 0))
