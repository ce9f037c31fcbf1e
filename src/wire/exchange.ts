import { TribunalError } from '../errors.ts'
import type { JsonObject } from '../json/json.ts'
import { anthropicMessages } from './anthropic-messages.ts'
import { jsonIn, objectIn } from './body-fields.ts'
import { openaiChat } from './openai-chat.ts'
import { openaiResponses } from './openai-responses.ts'
import { Passage, type PassageOptions } from './passage.ts'
import type { Chunks } from './sse-frames.ts'
import { answerOf, type WireAnswer } from './wire-answer.ts'
import type { WireFormat } from './wire-format.ts'
import type { WireModel, WireSession } from './wire-session.ts'

/** How a door tells requests apart and writes what goes back. */
export interface WireOptions extends PassageOptions {
  /** How a stream arrives: `events` (a chunk each, the default), `whole`, or chunks of these sizes in bytes, 1 or more, over and over. */
  readonly chunks?: Chunks
  /** Wire formats in place of the three that are known. */
  readonly formats?: readonly WireFormat[]
}

/** A request as it comes through a door. */
export interface HttpRequest {
  readonly method: string
  /** Without query. */
  readonly path: string
  readonly headers: Headers
  readonly body: string
  readonly signal?: AbortSignal | undefined
}

/** The formats that are known. */
const FORMATS: readonly WireFormat[] = [openaiChat, openaiResponses, anthropicMessages]

/** What stands behind every door of HTTP: decodes, has the passage ask, encodes. Never throws for what a program does. */
export class Exchange {
  readonly session: WireSession
  readonly #passage: Passage
  readonly #formats: readonly WireFormat[]
  readonly #chunks: Chunks

  constructor(model: WireModel, options: WireOptions = {}) {
    const { formats = FORMATS, chunks = 'events' } = options
    this.#passage = new Passage(model, options)
    this.session = this.#passage.session
    this.#formats = formats
    this.#chunks = chunks
  }

  /** The format of requests to a path, if any. */
  formatOf(path: string): WireFormat | undefined {
    return this.#formats.find((format) => format.accepts(path))
  }

  async answer(asked: HttpRequest): Promise<WireAnswer> {
    const { headers, signal, body: sameness } = asked
    const format = this.formatOf(asked.path)
    try {
      const body = format && asked.method === 'POST' ? objectIn(jsonIn(asked.body)) : {}
      const request = format?.readRequest(body as JsonObject, asked.path)
      if (format === undefined || request === undefined) throw unreadable(asked, format)
      const { said, id } = await this.#passage.ask({ format: format.name, request, headers, sameness, signal })
      return answerOf(said, { format, request, id, chunks: this.#chunks, waits: this.#passage.waits })
    } catch (error) {
      return refusal(this.#passage.session.refuse(error), format)
    }
  }
}

// Helpers

function unreadable({ method, path }: HttpRequest, format: WireFormat | undefined): TribunalError {
  const why =
    format === undefined
      ? `no wire format knows ${method} ${path}`
      : `${method} ${path} is no request of ${format.name} that can be read`
  return new TribunalError(
    'unrouted-request',
    `A request cannot be answered: ${why}. Script what the program asks of a model only, or give the door a format for it.`,
    { details: { method, path } },
  )
}

/** What a program sees of a misuse: an error that clients do not try again. The test sees the misuse itself. */
const refusal = ({ message }: Error, format: WireFormat | undefined): WireAnswer => ({
  kind: 'body',
  status: 400,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(format?.writeError({ status: 400, message }) ?? { error: { message } }),
})
