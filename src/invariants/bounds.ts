import type { RunEvent, RunFailure } from '../trace/run.ts'
import type { Invariant } from './invariant.ts'
import { callsOf } from './scope-queries.ts'

/** No slot is asked more often than the composite's `max_…` config allows. */
export const boundsKept: Invariant = {
  name: 'bounds-kept',
  statement: 'No slot is asked more often than the rounds or cycles of the config.',
  source: 'openprose/prose composites/worker-critic.md, openprose/prose composites/oversight.md',
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

/** A failed call ends the run and is named by it: nothing is called after it. */
export const faultEndsRun: Invariant = {
  name: 'fault-ends-run',
  statement: 'Once a call has failed nothing more is called, and the run has failed and says in which call.',
  source: 'issue "The whole path", 2',
  *check({ events, calls, scope }) {
    const fault = events.find(({ event }) => event.kind === 'slot-failed')
    if (fault === undefined) return
    const later = calls.find(({ index }) => index > fault.index)
    if (later) yield { event: later.index, message: `"${later.called.slot}" is called after a call had failed` }
    const { index, event: last } = events.at(-1)!
    if (last.kind !== 'run-failed') yield { event: fault.index, message: 'a call failed, but the run did not' }
    // What failed inside a nested run is named by that run.
    else if (last.failure.scope === scope && !events.some(({ event }) => isOf(last.failure, event)))
      yield { event: index, message: 'the failure does not say which call failed' }
  },
}

// Helpers

const isOf = ({ slot, call }: RunFailure, event: RunEvent): boolean =>
  event.kind === 'slot-failed' && event.slot === slot && event.call === call
