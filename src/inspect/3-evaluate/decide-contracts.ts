import type { OutputReading } from '../2-extract/material.ts'
import type { Clause, Contract } from '../contracts/contract.ts'
import { type ClauseDecision, type ClauseScope, decideClause } from '../contracts/decide-clause.ts'
import { runPath } from '../manifests/run-path.ts'
import type { ClauseTerms } from './clause-terms.ts'

/** A clause, what became of it, and the output it speaks of. */
export interface DecidedClause {
  readonly clause: Clause
  readonly path: string
  readonly decision: ClauseDecision
  readonly about: OutputReading | undefined
}

/**
 * Decides the clauses of a contract. Outputs of the service that promises them come first, then those of all.
 *
 * @param clauses - those that are scored unless told otherwise
 */
export function decideContract(
  contract: Contract,
  own: readonly OutputReading[],
  terms: ClauseTerms,
  clauses: readonly Clause[] = contract.clauses,
): readonly DecidedClause[] {
  if (clauses.length === 0) return []
  const owned = new Map(own.map((output) => [output.name, output]))
  const find = (name: string) => owned.get(name) ?? terms.outputs.get(name)
  const errors = new Set(contract.errors)
  return clauses.map((clause) => {
    const decision = decideClause(clause, scopeOf(clause, find, errors, terms))
    return { clause, path: contract.path, decision, about: find(decision.about) }
  })
}

// Helpers

/** A clause that names a hundred things goes through an output a hundred times. */
const looksOf = ({ text, fields }: Clause): number =>
  fields.reduce((looks, field) => looks + looksOf(field), 1 + text.length / 20)

function scopeOf(
  clause: Clause,
  find: (name: string) => OutputReading | undefined,
  errors: ReadonlySet<string>,
  terms: ClauseTerms,
): ClauseScope {
  const { material, states, raised, declared } = terms
  const looks = looksOf(clause)
  return {
    output: (name) => {
      const output = find(name)
      if (output) return terms.valueOf(output, output.name, looks)
      const extra = material.extras.get(name)
      return extra && terms.valueOf(extra, name, looks)
    },
    input: (name) => material.inputTexts.get(name),
    exists: (path) => {
      const resolved = runPath(path)
      return 'inside' in resolved ? material.exists(resolved.inside) : undefined
    },
    service: (name) => states.get(name)?.status,
    error: (name) => (errors.has(name) || declared.has(name) || raised.has(name) ? raised.has(name) : undefined),
  }
}
