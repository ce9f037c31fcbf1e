import type { Edge } from '../manifests/wiring.ts'
import type { DecidedClause } from './decide-contracts.ts'
import { isThere, type ServiceState } from './service-states.ts'

/** What a satisfied clause stands in for. */
export interface Excuses {
  /** Failed service → the clause that covers its failure. */
  readonly handledBy: ReadonlyMap<string, DecidedClause>
  /** Services whose failure is covered, and those that could not run because of it. */
  readonly services: ReadonlySet<string>
  /** Paths of absent outputs that need not be there. */
  readonly outputs: ReadonlySet<string>
}

/**
 * Finds the failures that a satisfied conditional clause covers, by the service, the error, or an output that is missing
 * because of it. What depends on such a service and did not complete is rightly skipped.
 */
export function findExcuses(
  states: readonly ServiceState[],
  edges: readonly Edge[],
  clauses: readonly DecidedClause[],
): Excuses {
  const covering = clauses.filter(({ decision }) => decision.outcome === 'satisfied' && decision.covers.length > 0)
  const places = placesOf(covering)
  const consumers = groupByProducer(edges)
  const byName = new Map(states.map((state) => [state.service.name, state]))
  const handledBy = new Map<string, DecidedClause>()
  const services = new Set<string>()
  const budget = { steps: covering.length === 0 ? 0 : MOST_STEPS }
  for (const state of states) {
    if (state.error === null || budget.steps <= 0) continue
    const name = state.service.name
    // One that ran all the same may have left what stands in for the rest: what it lacks is lacking for the same reason.
    const below = downstream(name, consumers, budget, () => true)
    const clause = covering[firstConcerned(places, state, below, byName, budget)]
    if (!clause) continue
    handledBy.set(name, clause)
    const lost = downstream(name, consumers, budget, (next) => (byName.get(next)?.done.length ?? 0) === 0)
    for (const service of [name, ...lost]) services.add(service)
  }
  const names = states.flatMap((state) => state.outputs.map(({ name }) => name))
  const seen = new Set<string>()
  const shared = new Set(names.filter((name) => seen.has(name) || !seen.add(name)))
  const covered = new Set(covering.flatMap(({ decision }) => decision.covers).filter((name) => !shared.has(name)))
  const outputs = new Set<string>()
  for (const { service, outputs: own } of states) {
    const excused = services.has(service.name)
    // A conditional output may be absent when the service left another in its place.
    const leftOne = own.some(isThere)
    for (const output of own)
      if (!isThere(output) && (excused || covered.has(output.name) || (output.conditional && leftOne)))
        outputs.add(output.path)
  }
  return { handledBy, services, outputs }
}

// Helpers

function groupByProducer(edges: readonly Edge[]): ReadonlyMap<string, readonly string[]> {
  const consumers = new Map<string, string[]>()
  for (const { producer, consumer } of edges) {
    const known = consumers.get(producer)
    if (known) known.push(consumer)
    else consumers.set(producer, [consumer])
  }
  return consumers
}

/** How much is looked at in all to find what failures took with them; failures beyond it are covered by nothing. */
const MOST_STEPS = 1_000_000

/** Services downstream, as far as one leads to the next. */
function downstream(
  name: string,
  consumers: ReadonlyMap<string, readonly string[]>,
  budget: { steps: number },
  leads: (next: string) => boolean,
): ReadonlySet<string> {
  const found = new Set<string>()
  const open = [name]
  for (let at = open.pop(); at !== undefined && budget.steps > 0; at = open.pop())
    for (const next of consumers.get(at) ?? []) {
      budget.steps -= 1
      if (found.has(next) || !leads(next)) continue
      found.add(next)
      open.push(next)
    }
  return found
}

/** What clauses cover, each with the place of the first that does. */
function placesOf(covering: readonly DecidedClause[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  for (const [place, { decision }] of covering.entries())
    for (const covered of decision.covers) if (!places.has(covered)) places.set(covered, place)
  return places
}

/** The place of the first clause that covers a failure: by the service, its error, or an output that is missing because of it. */
function firstConcerned(
  places: ReadonlyMap<string, number>,
  state: ServiceState,
  below: ReadonlySet<string>,
  byName: ReadonlyMap<string, ServiceState>,
  budget: { steps: number },
): number {
  const never = Number.POSITIVE_INFINITY
  const error = state.error ? (places.get(state.error) ?? never) : never
  let first = Math.min(places.get(state.service.name) ?? never, error)
  for (const { outputs } of [state, ...[...below].flatMap((name) => byName.get(name) ?? [])]) {
    budget.steps -= outputs.length
    for (const output of outputs) if (!isThere(output)) first = Math.min(first, places.get(output.name) ?? never)
  }
  return first
}
