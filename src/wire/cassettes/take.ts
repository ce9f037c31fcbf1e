import { Readable } from 'node:stream'
import { connectionReset } from '../body-stream.ts'
import { brokenOff } from './broken-off.ts'
import type { CassetteReply, CassetteRequest, Interaction } from './cassette.ts'
import { isEventStream, recordedReply } from './recorded-reply.ts'
import type { Redaction } from './redaction.ts'

/** One request that is being recorded, while its reply comes in. */
export class Take {
  readonly #request: CassetteRequest
  readonly #redaction: Redaction
  readonly #chunks: Uint8Array[] = []
  readonly #giving = new AbortController()
  #head: { readonly status: number; readonly headers: Headers } | undefined
  /** How it ended, once it has. */
  #end: 'whole' | 'reset' | 'aborted' | undefined
  #failed: string | undefined

  constructor(request: CassetteRequest, redaction: Redaction) {
    this.#request = request
    this.#redaction = redaction
  }

  /** Aborts when nobody waits for the reply any more. */
  get signal(): AbortSignal {
    return this.#giving.signal
  }

  /** The program has given up, or the test is over. */
  giveUp(): void {
    if (this.#end !== undefined || this.#failed !== undefined) return
    if (this.#head === undefined) this.#failed = 'aborted'
    else this.#end = 'aborted'
    this.#giving.abort()
  }

  /** The request came to nothing. */
  fail(error: unknown): void {
    this.#failed ??= codeOf(error)
  }

  /**
   * The reply has begun. A stream of events is handed on as it comes; any other body is waited for, so that all of it is there however
   * much of it the program reads.
   */
  async receive({ status, headers, body }: Response): Promise<Buffer | Readable> {
    this.#head = { status, headers }
    const chunks = this.#chunksOf(body)
    if (isEventStream(headers)) return Readable.from(chunks)
    try {
      for await (const _ of chunks);
      return Buffer.concat(this.#chunks)
    } catch {
      return brokenOff(this.#chunks)
    }
  }

  async *#chunksOf(body: Response['body']): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
        this.#chunks.push(chunk)
        yield chunk
      }
      this.#end ??= 'whole'
    } catch {
      // Where nobody listens any more, an error would be nobody's; and nock 14 throws at the end of what was given up.
      if (this.#end === 'aborted') await NEVER
      this.#end = 'reset'
      throw connectionReset('terminated')
    }
  }

  /** What is kept of it; a reply that is still coming in ends here. */
  interaction(): Interaction {
    this.giveUp()
    return { request: this.#request, reply: this.#reply() }
  }

  #reply(): CassetteReply {
    if (this.#head === undefined) return { failed: this.#failed ?? 'aborted' }
    const end = this.#end === 'whole' ? {} : { end: this.#end as 'reset' | 'aborted' }
    return recordedReply({ ...this.#head, body: Buffer.concat(this.#chunks), ...end }, this.#redaction)
  }
}

// Helpers

const NEVER = new Promise<never>(() => {})

/** What a broken connection is called; deep inside of what fetch throws. */
function codeOf(error: unknown): string {
  for (let at = error as { code?: unknown; cause?: unknown } | undefined, i = 0; at && i < 5; i++) {
    if (typeof at.code === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(at.code)) return at.code
    at = at.cause as typeof at
  }
  return 'ECONNRESET'
}
