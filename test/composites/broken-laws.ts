import { checkFirewalls, checkInvariants } from '../../src/invariants/check-run.ts'
import type { Run } from '../../src/trace/run.ts'

/** What breaks where: the name of the law, and the event that shows it. */
export const brokenIn = (run: Run): readonly string[] =>
  [...checkFirewalls(run), ...checkInvariants(run)].map(({ invariant, event }) => {
    const shown = run.events[event]!
    return `${invariant} at ${shown.kind}${'slot' in shown ? ` ${shown.slot}` : ''}${'call' in shown ? ` ${shown.call}` : ''}`
  })
