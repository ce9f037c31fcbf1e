import { QUOTE_LENGTH, withhold } from '../composites/withhold.ts'
import { canonicalJson } from '../json/canonical-json.ts'
import type { Json, JsonObject } from '../json/json.ts'
import type { Invariant } from './invariant.ts'
import { toldBy } from './own-words.ts'
import { callsOf, lastOf, resultOf } from './scope-queries.ts'

const SOURCE = 'openprose/prose composites/worker-critic.md'

/** The worker reads what the critic makes of the criteria, never the criteria. */
export const criteriaStayWithCritic: Invariant = {
  name: 'criteria-stay-with-critic',
  statement: 'The worker never sees the raw criteria: no run of 24 code points of them.',
  source: SOURCE,
  *check({ calls, started }) {
    const { criteria, task_brief } = started.input
    if (typeof criteria !== 'string') return
    for (const { index, called } of calls) {
      const { must = [], sees = [] } = started.composite.slots[called.slot] ?? {}
      if (must.includes('criteria') || sees.includes('criteria')) continue
      const told = toldBy(called)
      // A task that quotes the criteria is the caller's affair; a critique that does is not.
      const isLong = typeof task_brief === 'string' && task_brief.length >= QUOTE_LENGTH
      const left = isLong ? told.replaceAll(task_brief, '_') : told
      if (withhold(left, criteria) !== left)
        yield { event: index, message: `the request of "${called.slot}" quotes the criteria` }
    }
  },
}

/** The critic gets the original task beside the result. */
export const criticGetsTheTask: Invariant = {
  name: 'critic-gets-the-task',
  statement: 'The critic always gets the original task beside the result and the criteria.',
  source: SOURCE,
  *check({ calls, started }) {
    const { task_brief, criteria } = started.input
    for (const { index, called } of callsOf({ calls }, 'critic'))
      for (const [name, value] of Object.entries({ task_brief, criteria }))
        if (!called.request.brief.includes(String(value)))
          yield { event: index, message: `the critic's brief lacks "${name}"` }
  },
}

/** Accepting ends the loop with what was accepted. */
export const acceptingEndsAtOnce: Invariant = {
  name: 'accepting-ends-at-once',
  statement: 'Once the critic accepts nothing more is called, and the accepted result is returned without a critique.',
  source: SOURCE,
  *check(scope) {
    const { events } = scope
    const accepted = events.findIndex(
      ({ event }) => event.kind === 'decision-read' && verdictOf(event.reading) === 'accept',
    )
    if (accepted < 0) return
    const { index } = events[accepted]!
    const after = events.slice(accepted + 1).find(({ event }) => event.kind !== 'run-completed')
    if (after) yield { event: after.index, message: 'the run went on after the critic had accepted' }
    const result = resultOf(scope)
    if (result === undefined) return
    if (result.result !== lastOf(scope, 'worker')?.text)
      yield { event: index, message: 'the result is not the one that was accepted' }
    if ('final_critique' in result) yield { event: index, message: 'an accepted result came back with a critique' }
  },
}

/** When the rounds run out, the last attempt comes back with the last critique. */
export const lastCritiqueReturned: Invariant = {
  name: 'last-critique-returned',
  statement:
    'Without an acceptance all rounds are used, and the last attempt comes back with its critique and the count.',
  source: SOURCE,
  *check(scope) {
    const result = resultOf(scope)
    if (result === undefined) return
    const end = scope.events.at(-1)!.index
    if (result.attempts !== callsOf(scope, 'worker').length)
      yield { event: end, message: 'attempts is not how often the worker was asked' }
    const reading = scope.events.findLast(({ event }) => event.kind === 'decision-read')?.event
    if (reading?.kind !== 'decision-read' || verdictOf(reading.reading) === 'accept') return
    if (result.attempts !== scope.started.config.max_rounds)
      yield { event: end, message: 'it gave up before the rounds ran out' }
    if (result.result !== lastOf(scope, 'worker')?.text)
      yield { event: end, message: 'the result is not the last attempt' }
    const { verdict, reasoning, issues, suggestions } = reading.reading as unknown as JsonObject
    const critique = { verdict, reasoning, issues, suggestions } as JsonObject
    if (canonicalJson(result.final_critique ?? null) !== canonicalJson(critique))
      yield { event: end, message: 'the final critique is not the last one' }
  },
}

// Helpers

const verdictOf = (reading: object): Json | undefined => (reading as unknown as JsonObject).verdict
