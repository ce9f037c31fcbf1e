import { existsSync } from 'node:fs'
import { TribunalError } from '../../errors.ts'
import { connectionReset } from '../body-stream.ts'
import { isLocalHost } from '../is-local-host.ts'
import type { NetworkLock } from '../network-lock.ts'
import type { Cassette, CassetteReply } from './cassette.ts'
import { type BeforeNock, beforeNock, type Nock, type NockPatch, type NockReply, patchWithNock } from './nock-patch.ts'
import { Playback } from './playback.ts'
import { readCassette } from './read-cassette.ts'
import type { RecordMode } from './record-mode.ts'
import { recordedRequest, type SentRequest } from './recorded-request.ts'
import { type RedactionOptions, redaction } from './redaction.ts'
import { refusalBody } from './refusal-body.ts'
import { replayedReply } from './replayed-reply.ts'
import { Take } from './take.ts'
import { recordingExists, writeCassette } from './write-cassette.ts'

export type { RecordMode } from './record-mode.ts'
export type { RedactionOptions } from './redaction.ts'

/** What is recorded or replayed, and how. */
export interface RecordingOptions {
  /** The file. */
  readonly path: string
  /** What the recording is for, as it stands in the file; by default the file's name. */
  readonly test?: string
  /** What is done; `auto` by default. The environment is not looked at: the fixture does that. */
  readonly mode?: RecordMode
  /** Hosts whose requests are recorded and replayed, `localhost` for this machine; by default every host but this machine. */
  readonly hosts?: readonly string[]
  /** What is taken out besides what is always taken out. */
  readonly redact?: RedactionOptions
  /** The lock on the network, if there is one: hosts that are recorded are let through it. */
  readonly network?: Pick<NetworkLock, 'allow'>
}

/** A recording that is being made or played. */
export interface OpenRecording {
  /** What is done: in mode `auto` one or the other. */
  readonly does: 'record' | 'replay' | 'nothing'
  readonly path: string
  /** What is replayed. */
  readonly cassette: Cassette | undefined
  /** The first request that was not recorded, if any: no program can swallow it. */
  readonly misuse: Error | undefined
  /**
   * Makes sure that everything that was recorded was asked for.
   *
   * @throws TribunalError `unrecorded-request` or `recording-unused`
   */
  assertSpent(): void
  /**
   * Writes what was recorded, as it is by now; does nothing where nothing is recorded.
   *
   * @throws TribunalError `recording-exists` when somebody else has written it meanwhile
   */
  save(): Cassette | undefined
  /** Takes nock off again; a second time does nothing. */
  close(): void
}

/**
 * Records what a program asks over HTTP into a file, or answers from that file, with nock in between: the program's client stays as it is. nock
 * patches the whole process, so only one recording can be open at a time. In a test made with `vitest-tribunal/fixtures` take the
 * fixture `recording` instead, which knows the file, the mode and the end.
 *
 * @param options - the file, the mode, the hosts, and what else to take out
 * @throws TribunalError `invalid-input` when another is open or nock is missing; `recording-missing`, `recording-exists`, `recording-edited`,
 * `recording-corrupt` or `recording-newer` as the mode and the file have it
 *
 * @example
 * ```ts no-run
 * import { openRecording } from 'vitest-tribunal/wire/nock'
 *
 * const recording = await openRecording({ path: 'cassettes/two-drafts.json' })
 * try {
 *   await fetch('https://models.example/v1/models')
 *   recording.assertSpent()
 *   recording.save()
 * } finally {
 *   recording.close()
 * }
 * ```
 */
export async function openRecording(options: RecordingOptions): Promise<OpenRecording> {
  const { path, mode = 'auto' } = options
  if (mode === 'off') return idle(path)
  if (open) throw inUse()
  // Before anything is patched: what is wrong with the file is told first.
  const replays = mode === 'strict' || (mode === 'auto' && existsSync(path))
  if (mode === 'record' && existsSync(path)) throw recordingExists(path)
  const cassette = replays ? readCassette(path) : undefined
  open = true
  try {
    return new Recording(options, cassette, await loadNock())
  } catch (error) {
    open = false
    throw error
  }
}

// Helpers

/** Whether a recording is open: nock is there once for the whole process. */
let open = false

class Recording implements OpenRecording {
  readonly path: string
  readonly cassette: Cassette | undefined
  readonly #options: RecordingOptions
  readonly #redaction
  readonly #playback: Playback | undefined
  readonly #takes: Take[] = []
  readonly #patch: NockPatch
  /** What frees requests that nobody will answer. */
  readonly #waiting = new Set<(error: Error) => void>()
  #closed = false

  constructor(options: RecordingOptions, cassette: Cassette | undefined, { nock, before }: LoadedNock) {
    const { path, hosts, redact } = options
    this.path = path
    this.cassette = cassette
    this.#options = options
    this.#redaction = redaction(redact)
    this.#playback = cassette && new Playback(cassette, path)
    this.#patch = patchWithNock(nock, before, {
      takes: (host) =>
        hosts === undefined
          ? !isLocalHost(host)
          : hosts.includes(host) || (isLocalHost(host) && hosts.includes('localhost')),
      answer: (request) => (this.#playback ? this.#replay(request, this.#playback) : this.#record(request)),
    })
  }

  get does(): 'record' | 'replay' {
    return this.#playback ? 'replay' : 'record'
  }

  get misuse(): Error | undefined {
    return this.#playback?.misuse
  }

  assertSpent(): void {
    this.#playback?.assertSpent()
  }

  save(): Cassette | undefined {
    if (this.#playback) return undefined
    const { path, test = path.replace(/^.*[\\/]/, ''), mode } = this.#options
    const interactions = this.#takes.map((take) => take.interaction())
    return writeCassette(path, this.#redaction.text(test), interactions, mode === 'update')
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    open = false
    for (const take of this.#takes) take.giveUp()
    for (const free of this.#waiting) free(connectionReset('fetch failed'))
    this.#patch.undo()
  }

  async #replay(request: SentRequest, playback: Playback): Promise<NockReply> {
    let reply: CassetteReply
    try {
      reply = playback.replyTo(recordedRequest(request, this.#redaction))
    } catch (error) {
      if (!(error instanceof TribunalError)) throw error
      // What the program sees of it: an error that clients do not try again. The test sees the misuse itself.
      return [400, refusalBody(request.url, error.message), ['content-type', 'application/json']]
    }
    if ('failed' in reply) return this.#failAgain(reply.failed)
    const { status, headers, body } = replayedReply(reply)
    return [status, body, Object.entries(headers).flat()]
  }

  /** The program had given up: it will again. */
  #failAgain(code: string): Promise<never> {
    if (code !== 'aborted')
      return Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) }))
    return new Promise((_, reject) => this.#waiting.add(reject))
  }

  async #record({ method, url, headers, body }: SentRequest): Promise<NockReply> {
    const take = new Take(recordedRequest({ method, url, headers, body }, this.#redaction), this.#redaction)
    this.#takes.push(take)
    this.#options.network?.allow(new URL(url).hostname.replace(/^\[|\]$/g, ''))
    try {
      const response = await this.#patch.fetch(url, {
        method,
        headers: passedOn(headers),
        // The program's client follows redirects itself, if it does.
        redirect: 'manual',
        signal: take.signal,
        ...(body.length > 0 && { body }),
      })
      return [response.status, await take.receive(response), replyHeaders(response.headers)]
    } catch (error) {
      take.fail(error)
      throw error
    }
  }
}

/** What a client writes for its own connection. */
function passedOn(headers: Headers): Headers {
  const passed = new Headers(headers)
  for (const name of [...passed.keys()])
    if (OF_CONNECTION.has(name) || name.startsWith('x-tribunal-')) passed.delete(name)
  return passed
}

/** As they came, but for what is no longer true of a body that has been decoded. */
const replyHeaders = (headers: Headers): readonly string[] =>
  [...headers].flatMap((header) => (OF_CONNECTION.has(header[0]) || header[0] === 'content-encoding' ? [] : header))

const OF_CONNECTION: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

interface LoadedNock {
  readonly nock: Nock
  readonly before: BeforeNock
}

async function loadNock(): Promise<LoadedNock> {
  const before = beforeNock()
  try {
    return { nock: (await import('nock')).default as unknown as Nock, before }
  } catch (cause) {
    throw new TribunalError(
      'invalid-input',
      'A recording needs nock, which cannot be loaded. Install it: npm i -D nock',
      {
        cause,
      },
    )
  }
}

const idle = (path: string): OpenRecording => ({
  does: 'nothing',
  path,
  cassette: undefined,
  misuse: undefined,
  assertSpent() {},
  save: () => undefined,
  close() {},
})

const inUse = () =>
  new TribunalError(
    'invalid-input',
    'Another recording is open at the same time. nock patches the whole process, so that the two could not be told apart: run their tests ' +
      'one after the other, not concurrently.',
  )
