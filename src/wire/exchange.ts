import { createHash } from 'node:crypto'
import { TribunalError } from '../errors.ts'
import type { JsonObject } from '../json/json.ts'
import { type Message, ModelFault, type ModelReply } from '../providers/model.ts'
import { anthropicMessages } from './anthropic-messages.ts'
import { jsonIn, objectIn } from './body-fields.ts'
import { modelRequest } from './model-request.ts'
import { openaiChat } from './openai-chat.ts'
import { openaiResponses } from './openai-responses.ts'
import type { AskedRequest, Routes } from './routing.ts'
import { slotOf } from './slot-of.ts'
import type { Chunks } from './sse-frames.ts'
import { toldHeaders } from './told-headers.ts'
import { answerOf, type WireAnswer } from './wire-answer.ts'
import type { WireFormat, WireRequest } from './wire-format.ts'
import { OpenSession, type WireModel } from './wire-session.ts'

/** How a door tells requests apart and writes what goes back. */
export interface WireOptions {
  /** What tells which slot asks; by default the model's name, or the only slot of the script. */
  readonly routes?: Routes
  /** How a stream arrives: `events` (a chunk each, the default), `whole`, or chunks of these sizes in bytes, 1 or more, over and over. */
  readonly chunks?: Chunks
  /**
   * `as-told`, the default for a script: a client waits before it tries again as long as it is told, and for a reply that never comes
   * until its own timeout. `none`, the default for a model that is given by itself, as laws do: the official clients try a
   * status again at once, and a reply that never comes is a connection that has timed out.
   */
  readonly waits?: 'as-told' | 'none'
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

/** What stands behind every door of HTTP: decodes, routes, asks, encodes. Never throws for what a program does. */
export class Exchange {
  readonly session: OpenSession
  readonly #options: WireOptions
  readonly #waits: 'as-told' | 'none'
  /** Id of a reply → the turns up to it, for providers that keep the conversation. */
  readonly #kept = new Map<string, readonly Message[]>()

  constructor(model: WireModel, options: WireOptions = {}) {
    this.session = new OpenSession(model)
    this.#options = options
    this.#waits = 'open' in model ? 'as-told' : 'none'
  }

  /** The format of requests to a path, if any. */
  formatOf(path: string): WireFormat | undefined {
    return (this.#options.formats ?? FORMATS).find((format) => format.accepts(path))
  }

  async answer(asked: HttpRequest): Promise<WireAnswer> {
    const format = this.formatOf(asked.path)
    try {
      const body = format && asked.method === 'POST' ? objectIn(jsonIn(asked.body)) : {}
      const request = format?.readRequest(body as JsonObject, asked.path)
      if (format === undefined || request === undefined) throw unreadable(asked, format)
      return await this.#answer(asked, format, request)
    } catch (error) {
      return refusal(this.session.refuse(error as Error), format)
    }
  }

  async #answer(asked: HttpRequest, format: WireFormat, request: WireRequest): Promise<WireAnswer> {
    const { session } = this
    const { routes, chunks = 'events', waits = this.#waits } = this.#options
    const before = request.continues === undefined ? NONE : this.#kept.get(request.continues)
    const turns = before === undefined || before.length === 0 ? request.turns : [...before, ...request.turns]
    const slot = slotOf(seen(asked, format, request, turns), routes, session.keys)
    if (typeof slot !== 'string') throw slot
    const told = modelRequest(slot, request, turns, toldHeaders(asked.headers))
    const call = session.begin(told, asked.body, retriesOf(asked.headers))
    const id = idOf(`${session.id} ${slot} ${call.call}.${call.attempts.length}`)
    const manner = { format, request, id, chunks, waits }
    if (before === undefined) return answerOf(session.fail(call, goesOnFromNothing(request)), manner)
    const said = await session.say(call, asked.signal ? { signal: asked.signal } : {})
    if (request.keeps && !(said instanceof ModelFault)) this.#kept.set(id, [...turns, turnOf(said)])
    return answerOf(said, manner)
  }
}

// Helpers

const NONE: readonly Message[] = []

/** Opaque, as ids of providers are, and the same in every run. */
const idOf = (seed: string): string => createHash('sha256').update(seed).digest('hex').slice(0, 24)

const seen = (
  { headers }: HttpRequest,
  { name }: WireFormat,
  { model, system = '', tools = [] }: WireRequest,
  turns: readonly Message[],
): AskedRequest => ({
  format: name,
  model,
  system,
  brief: turns.at(-1)?.content ?? '',
  turns,
  tools: tools.map((tool) => tool.name),
  header: (header) => headers.get(header),
})

/** How often the official clients say they have tried before; undefined for a client that does not say. */
function retriesOf(headers: Headers): number | undefined {
  const said = headers.get('x-stainless-retry-count')
  return said === null || !/^\d{1,3}$/.test(said) ? undefined : Number(said)
}

const turnOf = ({ text, toolCalls }: ModelReply): Message => ({
  role: 'assistant',
  content: text,
  ...(toolCalls && { toolCalls }),
})

const goesOnFromNothing = ({ continues }: WireRequest): ModelFault =>
  new ModelFault('status', `Previous response "${continues}" not found.`, { status: 400 })

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
