import type { OutputReading } from '../2-extract/material.ts'
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
  const consumers = groupByProducer(edges)
  const byName = new Map(states.map((state) => [state.service.name, state]))
  const handledBy = new Map<string, DecidedClause>()
  const services = new Set<string>()
  for (const state of states) {
    if (state.error === null) continue
    const name = state.service.name
    const lost = affected(name, consumers, byName)
    const clause = covering.find(({ decision }) =>
      decision.covers.some((covered) => concerns(covered, state, lost, byName)),
    )
    if (!clause) continue
    handledBy.set(name, clause)
    for (const service of [name, ...lost]) services.add(service)
  }
  const names = states.flatMap((state) => state.outputs.map(({ name }) => name))
  const seen = new Set<string>()
  const shared = new Set(names.filter((name) => seen.has(name) || !seen.add(name)))
  const covered = new Set(covering.flatMap(({ decision }) => decision.covers).filter((name) => !shared.has(name)))
  const outputs = new Set<string>()
  for (const { service, outputs: own } of states)
    for (const output of own)
      if (!isThere(output) && mayBeAbsent(output, own, services.has(service.name), covered)) outputs.add(output.path)
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

/** Services downstream that did not complete. */
function affected(
  name: string,
  consumers: ReadonlyMap<string, readonly string[]>,
  byName: ReadonlyMap<string, ServiceState>,
): ReadonlySet<string> {
  const found = new Set<string>()
  const open = [...(consumers.get(name) ?? [])]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next) || (byName.get(next)?.done.length ?? 0) > 0) continue
    found.add(next)
    open.push(...(consumers.get(next) ?? []))
  }
  return found
}

function concerns(
  covered: string,
  state: ServiceState,
  lost: ReadonlySet<string>,
  byName: ReadonlyMap<string, ServiceState>,
): boolean {
  if (covered === state.service.name || (covered !== '' && covered === state.error)) return true
  return [state, ...[...lost].flatMap((name) => byName.get(name) ?? [])].some(({ outputs }) =>
    outputs.some((output) => output.name === covered && !isThere(output)),
  )
}

/** A conditional output may be absent when the service left another in its place. */
function mayBeAbsent(
  output: OutputReading,
  own: readonly OutputReading[],
  excused: boolean,
  covered: ReadonlySet<string>,
): boolean {
  return (
    excused ||
    covered.has(output.name) ||
    (output.conditional && own.some((other) => other !== output && isThere(other)))
  )
}
