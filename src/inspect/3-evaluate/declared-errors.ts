import type { Material } from '../2-extract/material.ts'

/** The errors that a service may raise, as manifest, contract and root declare them; null when its contract was not seen. */
export function declaredErrors(material: Material, service: string): ReadonlySet<string> | null {
  const declared = material.wiring.services.find(({ name }) => name === service)?.errors ?? []
  const contract = material.contracts.get(service)
  const names = new Set([...declared, ...(contract?.errors ?? []), ...(material.root?.errors ?? [])])
  return contract === null && names.size === 0 ? null : names
}
