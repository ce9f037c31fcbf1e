import { TribunalError } from '../../errors.ts'
import type { RunFiles } from '../../trace/run-files.ts'
import type { Depth } from '../inspection.ts'
import { contentHash } from './content-hash.ts'
import type { Registry, RegistryEntry } from './registry.ts'

/** What the registry knows before a run is read. */
export interface Indexed {
  readonly contentHash: string
  /** Oldest first. */
  readonly entries: readonly RegistryEntry[]
  /** The report of the same bytes at the same depth; light is cheap and always redone. */
  readonly reusable: string | undefined
  readonly at: string
}

/**
 * Stage 1: looks up what is on record.
 *
 * @param at - when the inspection is made, ISO 8601; a registry needs it
 * @throws TribunalError `invalid-input` when there is a registry and no time
 */
export function indexRun(
  files: RunFiles,
  depth: Depth,
  registry: Registry | undefined,
  at: string | undefined,
): Indexed | null {
  if (!registry) return null
  if (at === undefined || Number.isNaN(Date.parse(at)))
    throw new TribunalError(
      'invalid-input',
      `A registry needs to know when: give "at" as an ISO time, not ${JSON.stringify(at) ?? 'nothing'}.`,
      {
        details: { path: 'at' },
      },
    )
  const hash = contentHash(files, depth)
  const reusable = depth === 'deep' ? registry.report(hash, depth) : undefined
  return { contentHash: hash, entries: registry.entries(), reusable, at: new Date(at).toISOString() }
}
