import { Readable } from 'node:stream'
import { breakOff, brokenOff } from './broken-off.ts'
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
  /** Tells whoever waits for more of the reply, or for its end. */
  #more = () => {}

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
   * The reply has begun. It is read as fast as it comes, whoever else reads it: what a connection that breaks has brought is gone if nobody has
   * taken it by then. A stream of events is handed on as it comes; any other body is waited for.
   */
  async receive({ status, headers, body }: Response): Promise<Buffer | Readable> {
    this.#head = { status, headers }
    const read = this.#read(body)
    if (isEventStream(headers)) return this.#handedOn()
    await read
    return this.#end === 'whole' ? Buffer.concat(this.#chunks) : brokenOff(this.#chunks)
  }

  /** Never throws: how it ended is kept. */
  async #read(body: Response['body']): Promise<void> {
    try {
      for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
        this.#chunks.push(chunk)
        this.#more()
      }
      this.#end ??= 'whole'
    } catch {
      this.#end ??= 'reset'
    }
    this.#more()
  }

  #handedOn(): Readable {
    let next = 0
    const stream = new Readable({
      read: () => {
        // A chunk a time, as they came; the next one when it is wanted.
        this.#more = () => {
          const chunk = this.#chunks[next]
          if (chunk === undefined && this.#end === undefined) return
          this.#more = () => {}
          next++
          if (chunk !== undefined) stream.push(chunk)
          else if (this.#end === 'whole') stream.push(null)
          else if (this.#end === 'reset') breakOff(stream)
        }
        this.#more()
      },
      destroy: (error, done) => {
        this.giveUp()
        done(error)
      },
    })
    return stream
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

/** What a broken connection is called; deep inside of what fetch throws. */
function codeOf(error: unknown): string {
  for (let at = error as { code?: unknown; cause?: unknown } | undefined, i = 0; at && i < 5; i++) {
    if (typeof at.code === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(at.code)) return at.code
    at = at.cause as typeof at
  }
  return 'ECONNRESET'
}
