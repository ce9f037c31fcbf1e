import net from 'node:net'

/** What asks the operating system for a connection, by TCP and by local sockets: the prototypes of Node's own handles. */
export function nativeConnects(): readonly object[] {
  natives ??= [
    // A name that is never looked up, and a path that nobody listens on: each makes a handle, and then nothing.
    handleOf({ host: 'handle.invalid', port: 1, lookup: () => undefined }),
    handleOf({ path: '/nonexistent/vitest-tribunal' }),
  ].flatMap((handle) => (handle === undefined ? [] : [Object.getPrototypeOf(handle) as object]))
  return natives
}

/** The socket that a handle belongs to. */
export function ownerOf(handle: object): net.Socket | undefined {
  const owner = Object.getOwnPropertySymbols(handle).find(({ description }) => description === 'owner_symbol')
  const socket = owner && (handle as Record<symbol, unknown>)[owner]
  return socket instanceof net.Socket ? socket : undefined
}

// Helpers

let natives: readonly object[] | undefined

function handleOf(options: net.SocketConnectOpts): object | undefined {
  const socket = new net.Socket()
  socket.on('error', () => undefined)
  socket.connect(options)
  const { _handle: handle } = socket as unknown as { _handle?: object }
  socket.destroy()
  return handle
}
