import type { Material } from '../2-extract/material.ts'
import type { Case } from './case.ts'
import { clauseTerms } from './clause-terms.ts'
import { type DecidedClause, decideContract } from './decide-contracts.ts'
import { findExcuses } from './excuses.ts'
import { serviceStates } from './service-states.ts'

/** Puts together what parts and flags are judged by: states of services, decided clauses, and what they excuse. */
export function buildCase(material: Material): Case {
  const states = serviceStates(material)
  const outputs = new Map(material.outputs.map((output) => [output.path, output]))
  const paths = new Set(material.wiring.returns.map(({ path }) => path))
  const returned = material.outputs.filter(({ path }) => paths.has(path))
  const terms = clauseTerms(material, states)
  const rootClauses = material.root ? decideContract(material.root, returned, terms) : []
  const serviceClauses = new Map(
    states.flatMap(({ service, outputs: own }) => {
      const contract = material.contracts.get(service.name)
      return contract ? [[service.name, decideContract(contract, own, terms)] as const] : []
    }),
  )
  const invariants = new Map<string | null, readonly DecidedClause[]>()
  if (material.root) invariants.set(null, decideContract(material.root, returned, terms, material.root.invariants))
  for (const { service, outputs: own } of states) {
    const contract = material.contracts.get(service.name)
    if (contract) invariants.set(service.name, decideContract(contract, own, terms, contract.invariants))
  }
  return {
    material,
    states,
    byName: new Map(states.map((state) => [state.service.name, state])),
    outputs,
    returns: material.wiring.returns.map(({ name, path, optional }) => ({
      name,
      path,
      optional,
      output: outputs.get(path),
    })),
    rootClauses,
    serviceClauses,
    invariants,
    isUndeclared: states.every(({ service }) => service.derived),
    unseenContracts: new Set([...material.contracts].flatMap(([name, contract]) => (contract ? [] : name))),
    excuses: findExcuses(states, material.wiring.edges, [...rootClauses, ...[...serviceClauses.values()].flat()]),
  }
}
