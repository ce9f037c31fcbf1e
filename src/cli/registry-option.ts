import { join } from 'node:path'
import envPaths from 'env-paths'
import { openRegistry, type StoredRegistry } from '../inspect/1-index/open-registry.ts'
import type { Registry } from '../inspect/1-index/registry.ts'
import { visibleLine } from '../report/visible.ts'
import { type Io, write } from './io.ts'

/**
 * Opens the registry that `--registry` names: a file, `none`, or by default one in the user's data folder.
 * A registry adds a sentence about the trend and nothing else, so one that fails is reported, and no run suffers from it.
 *
 * @param option - what the caller typed
 * @throws TribunalError `store-unusable` when a file that the caller named cannot be opened
 */
export async function registryOf(option: string | undefined, io: Io): Promise<Registry | undefined> {
  const path = registryPath(option)
  if (path === null) return undefined
  let registry: StoredRegistry
  try {
    registry = openRegistry(path)
  } catch (error) {
    if (option !== undefined) throw error
    await warn(io, `${wordsOf(error)} This time nothing is remembered.`)
    return undefined
  }
  if (registry.notice !== null) await warn(io, registry.notice)
  return forgiving(registry, io)
}

/** Where the registry lies that `--registry` names: null for none, else a file, by default one in the user's data folder. */
export const registryPath = (option: string | undefined): string | null =>
  option === 'none' ? null : (option ?? join(envPaths('tribunal', { suffix: '' }).data, 'registry.db'))

// Helpers

/** Fails once, aloud, and from then on knows nothing. */
function forgiving(registry: Registry, io: Io): Registry {
  let failed = false
  const unless = <T>(fallback: T, work: () => T): T => {
    if (failed) return fallback
    try {
      return work()
    } catch (error) {
      failed = true
      void warn(io, `the registry failed: ${wordsOf(error)} From here on nothing is remembered.`)
      return fallback
    }
  }
  return {
    entries: (query) => unless([], () => registry.entries(query)),
    record: (entry, report) => unless(undefined, () => registry.record(entry, report)),
    report: (hash, depth) => unless(undefined, () => registry.report(hash, depth)),
    close: () => registry.close(),
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? `${error.message.replace(/\.$/, '')}.` : '')

const warn = (io: Io, message: string): Promise<void> => write(io.stderr, `warning: ${visibleLine(message)}\n`)
