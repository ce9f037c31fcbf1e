import type { Flag, Verdict } from '../inspection.ts'

/** From the published scores. Source: docs/scoring.md. */
export function verdictOf(
  fidelity: number,
  effectiveness: number,
  completed: boolean,
  flags: readonly Flag[],
): Verdict {
  if (fidelity < 40 || effectiveness < 40 || !completed) return 'fail'
  if (fidelity < 70 || effectiveness < 70 || flags.some(({ severity }) => severity === 'critical')) return 'partial'
  return 'pass'
}
