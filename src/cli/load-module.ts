import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Loads a module that the user names: the only place that imports what is not known beforehand.
 *
 * @param address - as a test imports it
 * @param from - the file that a relative address is relative to; null for the working directory
 */
export async function loadModule(address: string, from: string | null): Promise<{ readonly [name: string]: unknown }> {
  const isFile = address.startsWith('.') || address.startsWith('/') || from === null
  const base = from === null ? '.' : dirname(from)
  return import(isFile ? pathToFileURL(resolve(base, address)).href : address)
}
