import { AsyncLocalStorage } from 'node:async_hooks'
import type { SentRequest } from './recorded-request.ts'

/** What is answered to a request: status, body, and names with values in turn. */
export type NockReply = readonly [status: number, body: unknown, headers: readonly string[]]

/** What is used of nock; its types differ between 14 and 15 in what a reply function is given. */
export interface Nock {
  (basePath: string, options: { filteringScope(scope: string): boolean }): NockScope
  isActive(): boolean
  activate(): void
  restore(): void
  removeInterceptor(interceptor: NockInterceptor): boolean
}

interface NockScope {
  persist(): this
  intercept(path: (path: string) => boolean, method: string): NockInterceptor
}

interface NockInterceptor {
  reply(answer: (this: unknown, ...given: readonly unknown[]) => Promise<NockReply>): unknown
}

/** What a patch is made with. */
export interface PatchOptions {
  /** Whether requests to a host are answered here; the others go on as if there were no patch. */
  takes(host: string): boolean
  answer(request: SentRequest): Promise<NockReply>
}

/** Nock in front of the network. */
export interface NockPatch {
  /** What lies beneath it: a fetch that reaches the network. */
  readonly fetch: typeof globalThis.fetch
  /** Puts everything back as it was. */
  undo(): void
}

/** What there was before nock. */
export interface BeforeNock {
  readonly fetch: typeof globalThis.fetch
  readonly dispatcher: Dispatcher | undefined
}

/** Takes down what there is, before nock is loaded: it patches the process when it is loaded for the first time. */
export function beforeNock(): BeforeNock {
  // Whoever mentions it loads what sets the dispatcher.
  new Headers()
  return { fetch: globalThis.fetch, dispatcher: globals[DISPATCHER] }
}

/**
 * Answers requests by way of nock, whichever client makes them, and puts back what was there before: nock is active afterwards only if it was
 * before.
 */
export function patchWithNock(nock: Nock, before: BeforeNock, { takes, answer }: PatchOptions): NockPatch {
  // Where it was loaded just now, loading it has changed fetch.
  const wasActive = nock.isActive() && globalThis.fetch === before.fetch
  if (nock.isActive()) nock.restore()
  const real = globalThis.fetch
  const usual = globals[DISPATCHER]
  let own: Dispatcher | undefined
  nock.activate()
  const scope = nock('http://recording.invalid', {
    filteringScope: (origin) =>
      beneath.getStore() === undefined && takes(new URL(origin).hostname.replace(/^\[|\]$/g, '')),
  }).persist()
  const interceptors = METHODS.map((method) => {
    const interceptor = scope.intercept(() => true, method)
    // No parameters: nock takes a function with two or three of them for one that calls back.
    interceptor.reply(async function (...given) {
      return answer(await sentRequest(this, given[0]))
    })
    return interceptor
  })
  return {
    // nock 15.0.0 also stands between fetch and its connections, and would ask itself.
    fetch(input, init) {
      own ??= ownDispatcher(usual)
      const dispatcher = own ?? usual
      return beneath.run(true, () => real(input, { ...init, ...(dispatcher && { dispatcher }) } as RequestInit))
    },
    undo() {
      for (const interceptor of interceptors) nock.removeInterceptor(interceptor)
      own?.destroy().catch(() => undefined)
      if (wasActive) return
      nock.restore()
      globals[DISPATCHER] = before.dispatcher
    },
  }
}

// Helpers

/** The one that models are asked by comes first: nock looks at them in turn. */
const METHODS = ['POST', 'GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** What opens the connections of fetch. */
interface Dispatcher {
  destroy(): Promise<void>
}

/** Where fetch finds what opens its connections; nock 15.0.0 puts its own there and never puts back what was there. */
const DISPATCHER = Symbol.for('undici.globalDispatcher.1')
const globals = globalThis as unknown as { [DISPATCHER]?: Dispatcher | undefined }

/**
 * Connections that nobody else uses: nock 15.0.6 looks at what goes over them, and what was let through for a request that goes out would be let
 * through for a program's as well. A dispatcher of another kind, as for a proxy, is what its owner wants.
 */
function ownDispatcher(usual: Dispatcher | undefined): Dispatcher | undefined {
  return usual?.constructor.name === 'Agent' ? new (usual.constructor as new () => Dispatcher)() : undefined
}

/** Set while a request is made that is to go out. */
const beneath = new AsyncLocalStorage<true>()

/** nock 15 gives its reply function a Request; nock 14 leaves what it knows of a request with the interceptor. */
async function sentRequest(interceptor: unknown, given: unknown): Promise<SentRequest> {
  if (given instanceof Request) {
    const { method, url, headers } = given
    // Its body has been unpacked already.
    headers.delete('content-encoding')
    return { method, url, headers, body: new Uint8Array(await given.arrayBuffer()) }
  }
  const { req } = interceptor as { req: RequestOfNock14 }
  const { proto, host } = req.options
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.getHeaders()))
    if (name !== 'host') for (const one of [value].flat()) headers.append(name, String(one))
  return {
    method: req.method,
    url: new URL(`${proto}://${host}${req.path}`).href,
    headers,
    body: Buffer.concat(req.requestBodyBuffers),
  }
}

interface RequestOfNock14 {
  readonly method: string
  readonly path: string
  readonly options: { readonly proto: string; readonly host: string }
  readonly requestBodyBuffers: readonly Buffer[]
  getHeaders(): { readonly [name: string]: unknown }
}
