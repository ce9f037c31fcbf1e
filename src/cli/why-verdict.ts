import type { FoundReport } from './subjects/find-report.ts'

/** Says by which rule of docs/scoring.md a run got its verdict, and what made the rule apply. */
export function whyVerdict({ inspection, extraction }: FoundReport): string {
  const { runtime_fidelity, task_effectiveness, flags, verdict } = inspection
  const under = (bar: number) => [
    ...(runtime_fidelity < bar ? [`runtime fidelity is under ${bar}`] : []),
    ...(task_effectiveness < bar ? [`task effectiveness is under ${bar}`] : []),
  ]
  if (verdict === 'pass') return 'the run completed, both scores are 70 or more, and no flag is critical'
  if (verdict === 'fail') {
    const low = under(40)
    // A report on record may lack what was read; then only the scores can tell.
    const isOpen = extraction ? !extraction.completed : low.length === 0
    return [...(isOpen ? ['the run did not complete'] : []), ...low].join(', ')
  }
  const critical = new Set(flags.filter(({ severity }) => severity === 'critical').map(({ id }) => id))
  return [...under(70), ...(critical.size > 0 ? [`critical: ${[...critical].join(', ')}`] : [])].join(', ')
}
