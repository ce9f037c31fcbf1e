import type { RegistryEntry } from '../../src/inspect/1-index/registry.ts'

/** An entry to put on record, told apart by its number. */
export const registryEntry = (number: number, changes: Partial<RegistryEntry> = {}): RegistryEntry => ({
  run_id: `run-${String(number).padStart(4, '0')}`,
  system: 'harbour-bulletin',
  depth: 'deep',
  verdict: 'pass',
  runtime_fidelity: 98,
  task_effectiveness: 98,
  timestamp: new Date(number * 1_000).toISOString(),
  content_hash: String(number).padStart(64, '0'),
  ...changes,
})
