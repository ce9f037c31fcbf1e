import type { DeclaredOutput, DeclaredService } from './wiring.ts'

/** Finds a service's output by both names; of several of one name, the first. */
export function outputsOf(
  services: readonly DeclaredService[],
): (service: string, output: string) => DeclaredOutput | undefined {
  const byNames = new Map<string, DeclaredOutput>()
  for (const { name, outputs } of services)
    for (const output of outputs) {
      const key = keyOf(name, output.name)
      if (!byNames.has(key)) byNames.set(key, output)
    }
  return (service, output) => byNames.get(keyOf(service, output))
}

// Helpers

/** No name is longer than a length says. */
const keyOf = (service: string, output: string) => `${service.length} ${service}${output}`
