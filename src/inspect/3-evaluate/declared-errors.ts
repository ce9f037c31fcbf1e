import type { Material } from '../2-extract/material.ts'
import type { DeclaredService } from '../manifests/wiring.ts'

/**
 * The errors that a service may raise, as manifest, contract and root declare them; null when its contract was not seen, and where
 * there is none: programs of statements declare no errors, nor does anything in a state directory.
 */
export function declaredErrors(material: Material, service: DeclaredService): Pick<ReadonlySet<string>, 'has'> | null {
  const contract = material.contracts.get(service.name)
  const lists = [service.errors, contract?.errors ?? [], material.root?.errors ?? []]
  const isUnseen = contract === null || (contract === undefined && material.root === null)
  if (material.located.logMarksOutputs || (isUnseen && lists.every((names) => names.length === 0))) return null
  return { has: (name) => lists.some((names) => setOf(names).has(name)) }
}

// Helpers

/** Contracts, and the root's above all, are asked again for each service that failed. */
const sets = new WeakMap<readonly string[], ReadonlySet<string>>()

function setOf(names: readonly string[]): ReadonlySet<string> {
  const known = sets.get(names) ?? new Set(names)
  sets.set(names, known)
  return known
}
