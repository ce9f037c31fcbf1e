import net from 'node:net'
import { TribunalError } from '../errors.ts'

/**
 * A host as requests name it.
 *
 * @throws TribunalError `invalid-input` for an address or a port, which would never be met
 */
export function hostName(host: string): string {
  // A local socket is a path.
  if (net.isIP(host) !== 0 || /^[\\/]/.test(host)) return host
  if (host !== '' && !/[:/?#@\s]/.test(host)) return host.toLowerCase()
  throw new TribunalError(
    'invalid-input',
    `${JSON.stringify(host)} is no name of a host. Give the name alone, as "api.example.com" or "localhost": no address, and no port.`,
  )
}
