import net from 'node:net'
import { TribunalError } from '../errors.ts'

/** A lock on the network of this process; it holds until it is released. */
export interface NetworkLock {
  /** What was refused while the lock held, in order. */
  readonly refused: readonly TribunalError[]
  /** Lets connections to a host through; `localhost` stands for this machine, by any of its names, and for local sockets. */
  allow(...hosts: readonly string[]): void
  /** Ends the lock; a second time does nothing. */
  release(): void
}

/**
 * Locks the network: whatever opens a connection (fetch, undici, http, https, a plain socket) fails with `network-refused`. What is
 * answered in the process, as by a scripted fetch or msw, opens none. Several locks may hold at a time, as in concurrent tests; a host
 * that one of them allows is let through. A connection that was open before is not seen; one that a lock has let through ends with it.
 *
 * @param options - hosts to let through from the start; none by default, not even `localhost`
 *
 * @example
 * ```ts
 * import { lockNetwork } from 'vitest-tribunal/wire'
 *
 * const lock = lockNetwork()
 * await fetch('http://models.example/v1').catch(() => undefined)
 * console.log(lock.refused.map(({ code }) => code)) // [ 'network-refused' ]
 * lock.release()
 * ```
 */
export function lockNetwork(options: { readonly allow?: readonly string[] } = {}): NetworkLock {
  const allowed = new Set(options.allow ?? [])
  const refused: TribunalError[] = []
  const lock: Lock = { allowed, refused, open: new Set() }
  if (locks.size === 0) guard()
  locks.add(lock)
  return {
    refused,
    allow: (...hosts) => {
      for (const host of hosts) allowed.add(host)
    },
    release() {
      if (!locks.delete(lock)) return
      if (locks.size === 0) unguard()
      for (const socket of lock.open) if (![...locks].some(({ open }) => open.has(socket))) socket.destroy()
    },
  }
}

// Helpers

interface Lock {
  readonly allowed: ReadonlySet<string>
  readonly refused: TribunalError[]
  /** Connections that it has let through: clients keep them, and would use them when they are no longer allowed. */
  readonly open: Set<net.Socket>
}

const locks = new Set<Lock>()

type Connect = typeof net.Socket.prototype.connect

let before: Connect | undefined

/** Every connection begins here, whoever makes it: an address is not even looked up before. */
function guard(): void {
  if (before !== undefined) return
  before = net.Socket.prototype.connect
  net.Socket.prototype.connect = guarded as Connect
}

/** Whoever has put something of his own over ours keeps it: ours stays below, and lets everything through. */
function unguard(): void {
  if (net.Socket.prototype.connect !== (guarded as Connect)) return
  net.Socket.prototype.connect = before!
  before = undefined
}

function guarded(this: net.Socket, ...args: unknown[]): net.Socket {
  const { host, port } = targetOf(args)
  const holding = [...locks]
  const letting = holding.filter(({ allowed }) => allowed.has(host) || (isLocal(host) && allowed.has('localhost')))
  if (holding.length === 0 || letting.length > 0) {
    for (const { open } of letting) {
      open.add(this)
      this.once('close', () => open.delete(this))
    }
    return Reflect.apply(before!, this, args)
  }
  const error = refusal(host, port)
  for (const { refused } of holding) refused.push(error)
  // It fails as a name fails that nobody knows: sockets, requests and sessions are ready for that, at any time.
  return Reflect.apply(before!, this, [{ host: 'refused.invalid', port: 1, lookup: failing(error) }])
}

const failing =
  (error: Error) =>
  (_host: string, _options: object, done: (error: Error) => void): void =>
    done(error)

/** `connect` takes options, a port and a host, a path, or all of these already made into a list. */
function targetOf(args: readonly unknown[]): { host: string; port: string } {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args
  if (typeof first === 'object' && first !== null) {
    const { host, port, path } = first as { host?: string; port?: number | string; path?: string }
    return path ? { host: path, port: '' } : { host: host || 'localhost', port: String(port ?? '') }
  }
  const isPort = typeof first === 'number' || /^\d+$/.test(String(first))
  if (!isPort) return { host: String(first), port: '' }
  return { host: typeof second === 'string' && second !== '' ? second : 'localhost', port: String(first) }
}

const isLocal = (host: string): boolean =>
  /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3}|0\.0\.0\.0|::)$/i.test(host) ||
  /[\\/]/.test(host)

function refusal(host: string, port: string): TribunalError {
  const name = isLocal(host) ? 'localhost' : host
  const address = port === '' ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`
  return new TribunalError(
    'network-refused',
    `A connection to ${address} was refused: while a test of Tribunal runs, nothing goes out that no script answers. ` +
      `Give the program's client a scripted fetch or scripted handlers, or let it through with network.allow('${name}').`,
    { details: { host, port } },
  )
}
