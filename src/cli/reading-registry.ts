import { existsSync } from 'node:fs'
import { TribunalError } from '../errors.ts'
import type { Registry } from '../inspect/1-index/registry.ts'
import type { Io } from './io.ts'
import { registryOf, registryPath } from './registry-option.ts'

/**
 * Opens the registry that `--registry` names for a command that only reads it: it does not make one. The default one may be
 * absent, as nothing has been inspected yet.
 *
 * @param isAll - whether there is nothing else to go by: then one that cannot be opened is an error and no warning
 * @throws TribunalError `invalid-input` when a file that the caller named is not there, `store-unusable` when it cannot be opened
 */
export async function readingRegistry(
  option: string | undefined,
  io: Io,
  isAll: boolean,
): Promise<Registry | undefined> {
  const path = registryPath(option)
  if (path === null) return undefined
  if (existsSync(path)) return registryOf(isAll ? path : option, io)
  if (option === undefined) return undefined
  throw new TribunalError(
    'invalid-input',
    `There is no registry ${path}. Inspect runs with it first, or give another path.`,
  )
}
