import { TribunalError } from '../../errors.ts'
import { connectionReset } from '../body-stream.ts'
import { isLocalHost } from '../is-local-host.ts'
import type { Cassette, CassetteReply } from './cassette.ts'
import { type BeforeNock, type Nock, type NockPatch, type NockReply, patchWithNock } from './nock-patch.ts'
import type { OpenRecording, RecordingOptions } from './open-recording.ts'
import { Playback } from './playback.ts'
import { recordedRequest, type SentRequest } from './recorded-request.ts'
import { redaction } from './redaction.ts'
import { refusalBody } from './refusal-body.ts'
import { replayedReply } from './replayed-reply.ts'
import { Take } from './take.ts'
import { writeCassette } from './write-cassette.ts'

/** A recording that is being made or played, with nock in between. */
export class Recording implements OpenRecording {
  readonly path: string
  readonly cassette: Cassette | undefined
  readonly #options: RecordingOptions
  readonly #redaction
  readonly #playback: Playback | undefined
  readonly #takes: Take[] = []
  readonly #patch: NockPatch
  /** What frees requests that nobody will answer. */
  readonly #waiting = new Set<(error: Error) => void>()
  readonly #ended: () => void
  #closed = false

  constructor(
    options: RecordingOptions,
    cassette: Cassette | undefined,
    nock: Nock,
    before: BeforeNock,
    closed: () => void,
  ) {
    this.#ended = closed
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
    this.#ended()
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

// Helpers

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
