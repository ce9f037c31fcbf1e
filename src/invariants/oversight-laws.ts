import type { JsonObject } from '../json/json.ts'
import type { Invariant } from './invariant.ts'
import { givesAway, ownWords } from './own-words.ts'
import type { JudgedCall, RunScope } from './run-scope.ts'
import { callsOf, givesAwaySecrets, lastOf, resultOf } from './scope-queries.ts'

const SOURCE = 'openprose/prose composites/oversight.md'

/** The observer sees the outcome, never what the actor thought or says of itself. */
export const outcomeOnlyObserver: Invariant = {
  name: 'outcome-only-observer',
  statement: 'What the actor thought, or says of its own work, never reaches the observer.',
  source: SOURCE,
  *check(scope) {
    for (const call of callsOf(scope, 'observer'))
      if (givesAwaySecrets(ownWords(call, undefined), call, scope))
        yield { event: call.index, message: "the observer's request holds what the actor keeps to itself" }
  },
}

/** The arbiter decides from the report alone. */
export const reportOnlyArbiter: Invariant = {
  name: 'report-only-arbiter',
  statement: 'The arbiter hears the report of the observer, and nothing of the actor itself.',
  source: SOURCE,
  *check(scope) {
    for (const call of callsOf(scope, 'arbiter')) {
      const words = ownWords(call, undefined)
      const acted = call.foreign.filter(({ label }) => label.startsWith('actor.')).flatMap(({ words }) => words)
      if (givesAwaySecrets(words, call, scope) || acted.some((text) => givesAway(words, text)))
        yield { event: call.index, message: "the arbiter's request holds words of the actor" }
    }
  },
}

/** Aborting ends the run with the reason. */
export const abortingEndsAtOnce: Invariant = {
  name: 'aborting-ends-at-once',
  statement: 'Once the arbiter aborts nothing more is called, and the last outcome is returned with the reason.',
  source: SOURCE,
  *check(scope) {
    const { events, started } = scope
    const aborted = events.findIndex(
      ({ event }) => event.kind === 'decision-read' && aborts(event.reading, started.config),
    )
    if (aborted < 0) return
    const result = resultOf(scope)
    const after = events.slice(aborted + 1).find(({ event }) => event.kind !== 'run-completed')
    if (after) yield { event: after.index, message: 'the run went on after the arbiter had aborted' }
    if (result === undefined) return
    const { index, event } = events[aborted]!
    const reason = event.kind === 'decision-read' ? (event.reading as unknown as JsonObject).reason : undefined
    if (result.abort_reason !== (reason || lastOf(scope, 'arbiter')?.text))
      yield { event: index, message: "abort_reason is neither the arbiter's reason nor its text" }
    if (result.result !== lastOf(scope, 'actor')?.text)
      yield { event: index, message: 'the result is not the last outcome' }
    if (result.cycles !== callsOf(scope, 'actor').length)
      yield { event: index, message: 'cycles is not how often the actor was asked' }
  },
}

/** Without an abort all cycles are run. */
export const lastOutcomeReturned: Invariant = {
  name: 'last-outcome-returned',
  statement: 'Without an abort every cycle is run, and the last outcome is returned with their count and no reason.',
  source: SOURCE,
  *check(scope) {
    const result = resultOf(scope)
    if (result === undefined || decisionsOf(scope).some((reading) => aborts(reading, scope.started.config))) return
    const event = scope.events.at(-1)!.index
    const { max_cycles } = scope.started.config
    const cycles = callsOf(scope, 'actor').length
    if (cycles !== max_cycles) yield { event, message: `it stopped after ${cycles} of ${max_cycles} cycles` }
    if (result.cycles !== cycles) yield { event, message: 'cycles is not how often the actor was asked' }
    if (result.result !== lastOf(scope, 'actor')?.text) yield { event, message: 'the result is not the last outcome' }
    if ('abort_reason' in result) yield { event, message: 'nobody aborted, but there is a reason for it' }
  },
}

/** An adjustment acts on the original task and replaces the one before. */
export const adjustmentOnOriginal: Invariant = {
  name: 'adjustment-on-original',
  statement: 'An adjusted brief is the original task with the latest adjustment; without one it is the task itself.',
  source: SOURCE,
  *check(scope) {
    const task = String(scope.started.input.task_brief)
    for (const call of callsOf(scope, 'actor')) {
      const { index, called, allowance } = call
      const alive = allowance.must.find(({ label }) => label === 'arbiter.reading.adjustment')?.words[0] ?? ''
      const { brief } = called.request
      if (alive === '' ? brief !== task : !(brief.startsWith(task) && brief.slice(task.length).includes(alive)))
        yield { event: index, message: "the actor's brief is not the task with the latest adjustment" }
      else if (pilesUp(call)) yield { event: index, message: "the actor's brief still holds an earlier adjustment" }
    }
  },
}

// Helpers

const decisionsOf = ({ events }: RunScope) =>
  events.flatMap(({ event }) => (event.kind === 'decision-read' ? [event.reading] : []))

const aborts = (reading: object, config: JsonObject): boolean => {
  const { decision } = reading as { decision?: unknown }
  return decision === 'abort' || (decision === 'unreadable' && config.on_unreadable === 'abort')
}

function pilesUp(call: JudgedCall): boolean {
  const earlier = call.foreign.filter(({ label }) => label.endsWith('.adjustment')).flatMap(({ words }) => words)
  return earlier.some((word) => givesAway(ownWords(call, undefined), word))
}
