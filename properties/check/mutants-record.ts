import type { LawRecord } from '../../src/report/records.ts'
import type { MutantResult } from './law-report.ts'

/** What planting faults came to, as the report and the gate read it: unverified when one of them went unnoticed. */
export function mutantsRecord(subject: string, seed: number, results: readonly MutantResult[]): LawRecord {
  const alive = results.filter(({ killedBy }) => killedBy === null)
  return {
    kind: 'law',
    origin: null,
    law: 'mutants',
    subject,
    status: alive.length > 0 ? 'unverified' : 'held',
    tries: results.reduce((sum, { tries }) => sum + tries, 0),
    discards: 0,
    seed,
    path: null,
    covered: {},
    missing: [],
    counterexample: null,
    message: `${results.length - alive.length} of ${results.length} planted faults are noticed.`,
    mutants: results.map(({ mutant, killedBy, tries }) => ({ mutant, killed_by: killedBy, tries })),
  }
}
