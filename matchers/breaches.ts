import type { Violation } from '../src/invariants/invariant.ts'
import type { Run } from '../src/trace/run.ts'

/** Tells where laws are broken: one line each, with the call that shows it. */
export const breachLines = (run: Run, violations: readonly Violation[]): string =>
  violations.map((violation) => `  ${violation.invariant}: ${violation.message}\n${shown(run, violation)}`).join('\n')

// Helpers

const EXCERPT = 400

function shown(run: Run, { event: index }: Violation): string {
  const event = run.events[index]
  if (event?.kind !== 'slot-called') return `    at event ${index} (${event?.kind ?? 'none'})`
  const { slot, call, request } = event
  const brief = request.brief.length > EXCERPT ? `${request.brief.slice(0, EXCERPT)} …` : request.brief
  return `    at event ${index}, call ${call} of "${slot}", whose brief is:\n${brief.replace(/^/gm, '      | ')}`
}
