import type { Invariant } from './invariant.ts'
import { callsOf } from './scope-queries.ts'

/** No slot is asked more often than the composite's `max_…` config allows. */
export const boundsKept: Invariant = {
  name: 'bounds-kept',
  statement: 'No slot is asked more often than the rounds or cycles of the config.',
  source: 'shared/seeds/worker-critic.txt, shared/seeds/oversight.txt',
  *check(scope) {
    const { config, composite } = scope.started
    for (const [bound, limit] of Object.entries(config)) {
      if (!bound.startsWith('max_') || typeof limit !== 'number') continue
      for (const slot of Object.keys(composite.slots)) {
        const over = callsOf(scope, slot)[limit]
        if (over) yield { event: over.index, message: `"${slot}" is asked more than ${limit} times (${bound})` }
      }
    }
  },
}

/** A failed call ends the run: nothing is called after it. */
export const faultEndsRun: Invariant = {
  name: 'fault-ends-run',
  statement: 'Once a call has failed nothing more is called, and the run has failed.',
  source: 'issue "The whole path", 2',
  *check({ events, calls }) {
    const fault = events.find(({ event }) => event.kind === 'slot-failed')
    if (fault === undefined) return
    const later = calls.find(({ index }) => index > fault.index)
    if (later) yield { event: later.index, message: `"${later.called.slot}" is called after a call had failed` }
    if (events.at(-1)!.event.kind !== 'run-failed')
      yield { event: fault.index, message: 'a call failed, but the run did not' }
  },
}
