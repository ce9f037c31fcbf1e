import type { Material, OutputReading } from '../2-extract/material.ts'
import { fileValue } from '../contracts/clause-value.ts'
import type { Clause, Contract } from '../contracts/contract.ts'
import { type ClauseDecision, type ClauseScope, decideClause } from '../contracts/decide-clause.ts'
import { runPath } from '../manifests/run-path.ts'
import { isThere, type ServiceState } from './service-states.ts'

/** A clause, what became of it, and the output it speaks of. */
export interface DecidedClause {
  readonly clause: Clause
  readonly path: string
  readonly decision: ClauseDecision
  readonly about: OutputReading | undefined
}

/** Decides the clauses of a contract. Outputs of the service that promises them come first, then those of all. */
export function decideContract(
  contract: Contract,
  own: readonly OutputReading[],
  material: Material,
  states: readonly ServiceState[],
): readonly DecidedClause[] {
  const outputs = byName(material.outputs, own)
  const scope = scopeOf(outputs, material, states, contract)
  return contract.clauses.map((clause) => {
    const decision = decideClause(clause, scope)
    return { clause, path: contract.path, decision, about: outputs.get(decision.about) }
  })
}

// Helpers

/** By name where one output has it, and by `service.output`; its own come first. */
function byName(all: readonly OutputReading[], own: readonly OutputReading[]): ReadonlyMap<string, OutputReading> {
  const named = new Map<string, OutputReading>()
  const shared = new Set<string>()
  for (const output of all) {
    if (named.has(output.name)) shared.add(output.name)
    named.set(output.name, output)
  }
  for (const name of shared) named.delete(name)
  for (const output of all) named.set(`${output.service.name}.${output.name}`, output)
  for (const output of own) named.set(output.name, output)
  return named
}

function scopeOf(
  outputs: ReadonlyMap<string, OutputReading>,
  material: Material,
  states: readonly ServiceState[],
  contract: Contract,
): ClauseScope {
  const services = new Map(states.map((state) => [state.service.name, state]))
  const raised = new Set(states.flatMap(({ error }) => error ?? []))
  const declared = new Set([...contract.errors, ...states.flatMap(({ service }) => service.errors)])
  return {
    output: (name) => {
      const output = outputs.get(name)
      if (!output) {
        const extra = material.extras.get(name)
        return extra && fileValue(name, extra.path, extra.text, extra.cut)
      }
      if (!isThere(output)) return null
      return output.text === null ? undefined : fileValue(output.name, output.path, output.text, output.cut)
    },
    input: (name) => material.inputTexts.get(name),
    exists: (path) => {
      const resolved = runPath(path)
      return 'inside' in resolved ? material.exists(resolved.inside) : undefined
    },
    service: (name) => {
      const status = services.get(name)?.status
      return status === 'pending' || status === 'unknown' ? 'open' : status
    },
    error: (name) => (declared.has(name) || raised.has(name) ? raised.has(name) : undefined),
  }
}
