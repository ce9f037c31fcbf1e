import dns from 'node:dns'
import net from 'node:net'
import { TribunalError } from '../errors.ts'
import { hostName } from './host-name.ts'
import { isLocalHost } from './is-local-host.ts'
import { nativeConnects, ownerOf } from './native-connects.ts'

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
 * answered in the process, as by a scripted fetch, msw or nock, opens none. Several locks may hold at a time, as in concurrent tests; a
 * host that one of them allows is let through. A connection that was open before is refused once something is to be sent over it; one that a
 * lock has let through ends with it.
 *
 * @param options - hosts to let through from the start; none by default, not even `localhost`
 * @throws TribunalError `invalid-input` when a host is given as an address or with a port
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
  const lock: Lock = { allowed: new Set(options.allow?.map(hostName)), refused: [], open: new Set() }
  if (locks.size === 0) guard()
  locks.add(lock)
  return {
    refused: lock.refused,
    allow(...hosts) {
      for (const host of hosts) lock.allowed.add(hostName(host))
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
  /** Names of hosts, and addresses that they were found at. */
  readonly allowed: Set<string>
  readonly refused: TribunalError[]
  /** Connections that it has let through: clients keep them, and would use them when they are no longer allowed. */
  readonly open: Set<net.Socket>
}

const locks = new Set<Lock>()

/** What was there when the first lock began: another one since then is msw's or nock's. */
let usualFetch: typeof fetch | undefined

/** What puts back what was there before, unless somebody has put something of his own over ours: ours then lets everything through. */
let undo: (() => void)[] = []

/**
 * A connection is refused where a name is looked up, or else where the operating system would be asked for it: below
 * whatever answers within the process, whether that was put in place before the lock or after it.
 */
function guard(): void {
  usualFetch = globalThis.fetch
  replace(dns, 'lookup', guardedLookup)
  for (const native of nativeConnects()) {
    replace(native, 'connect', guardedConnect)
    if ('connect6' in native) replace(native, 'connect6', guardedConnect)
  }
  // What clients have kept open since before the lock.
  for (const write of ['_write', '_writev']) replace(net.Socket.prototype, write, guardedWrite)
}

function unguard(): void {
  for (const restore of undo) restore()
  undo = []
}

// biome-ignore lint/suspicious/noExplicitAny: what is replaced is passed on as it is
type AnyFunction = (this: any, ...args: any[]) => any

function replace(holder: object, name: string, guarding: (before: AnyFunction) => AnyFunction): void {
  const members = holder as Record<string, AnyFunction>
  const before = members[name]!
  const ours = guarding(before)
  // As promisify and others look for what belongs to a function besides its call.
  Object.defineProperties(ours, Object.getOwnPropertyDescriptors(before))
  members[name] = ours
  undo.push(() => {
    if (members[name] === ours) members[name] = before
  })
}

const guardedLookup = (before: AnyFunction): AnyFunction =>
  function lookup(this: unknown, host: string, ...rest: unknown[]) {
    const done = rest.pop() as (error: Error | null, found?: unknown, family?: number) => void
    const letting = [...locks].filter(({ allowed }) => allowed.has(String(host).toLowerCase()))
    // A local name is no way out, and servers that listen look theirs up as well: its address is seen to when it is connected to.
    if (locks.size === 0 || isLocalHost(host) || net.isIP(host) !== 0)
      return Reflect.apply(before, this, [host, ...rest, done])
    if (letting.length === 0) return void process.nextTick(done, refuse(host, ''))
    const note: typeof done = (error, found, family) => {
      for (const { allowed } of letting) for (const address of addressesIn(found)) allowed.add(address)
      done(error, found, family)
    }
    return Reflect.apply(before, this, [host, ...rest, note])
  }

/** Native: the request, then an address and a port, or a path. */
const guardedConnect = (before: AnyFunction): AnyFunction =>
  function connect(this: object, request: object, address: string, port?: number) {
    const local = port === undefined || isLocalHost(address)
    const letting = [...locks].filter(({ allowed }) => allowed.has(address) || (local && allowed.has('localhost')))
    const socket = ownerOf(this)
    if (locks.size > 0 && letting.length === 0) {
      const error = refuse(address, port === undefined ? '' : String(port))
      process.nextTick(() => socket?.destroy(error))
      return 0
    }
    for (const { open } of letting) {
      if (socket === undefined) continue
      open.add(socket)
      socket.once('close', () => open.delete(socket))
    }
    return Reflect.apply(before, this, port === undefined ? [request, address] : [request, address, port])
  }

/** Of a stream: what is to be sent, for `_write` its encoding, and what is called back. */
const guardedWrite = (before: AnyFunction): AnyFunction =>
  function write(this: net.Socket, ...given: unknown[]) {
    const error = refusalOf(this)
    if (error === undefined) return Reflect.apply(before, this, given)
    this.destroy(error)
    ;(given.at(-1) as (error: Error) => void)(error)
  }

/** Why nothing may be sent over a connection; undefined where it may, or where it does not lead out of this process. */
function refusalOf(socket: net.Socket): TribunalError | undefined {
  const { remoteAddress: address, remotePort } = socket
  // One that a server in this process has accepted is its answer to somebody; a local socket has no address.
  if (locks.size === 0 || address === undefined || (socket as { server?: unknown }).server) return undefined
  const host = (socket as { _host?: string | null })._host ?? address
  const local = isLocalHost(address)
  for (const { allowed, open } of locks)
    if (
      open.has(socket) ||
      allowed.has(address) ||
      allowed.has(host.toLowerCase()) ||
      (local && allowed.has('localhost'))
    )
      return undefined
  return refuse(host, String(remotePort ?? ''))
}

const addressesIn = (found: unknown): readonly string[] =>
  (Array.isArray(found) ? found.map(({ address }) => address) : [found]).filter((one) => typeof one === 'string')

function refuse(host: string, port: string): TribunalError {
  const address = port === '' ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`
  const name = isLocalHost(host) || /[\\/]/.test(host) ? 'localhost' : host
  const error = new TribunalError(
    'network-refused',
    `A connection to ${address} was refused: while a test of Tribunal runs, nothing goes out that no script answers. ` +
      `Give the program's client a scripted fetch or scripted handlers, or let it through with network.allow('${name}').` +
      (globalThis.fetch === usualFetch ? '' : MADE_BEFORE),
    { details: { host, port } },
  )
  for (const { refused } of locks) refused.push(error)
  return error
}

/** The official clients do so, and a client is often made where a module begins. */
const MADE_BEFORE =
  ' A client that was made before wire.intercept() or recording() goes past them, as it keeps the fetch of then: make it afterwards.'
