import { createHash } from 'node:crypto'
import { type Message, ModelFault, type ModelReply } from '../providers/model.ts'
import { modelRequest } from './model-request.ts'
import type { AskedRequest, Routes } from './routing.ts'
import { slotOf } from './slot-of.ts'
import { toldHeaders } from './told-headers.ts'
import type { WireRequest } from './wire-format.ts'
import { OpenSession, type WireModel } from './wire-session.ts'

/** How a door tells slots apart, and whether a program is to wait. */
export interface PassageOptions {
  /** What tells which slot asks; by default the model's name, or the only slot of the script. */
  readonly routes?: Routes
  /**
   * `as-told`, the default for a script: a client waits before it tries again as long as it is told, and for a reply that never comes
   * until its own timeout. `none`, the default for a model that is given by itself, as laws do: the official clients try a
   * status again at once, and a reply that never comes is a connection that has timed out.
   */
  readonly waits?: 'as-told' | 'none'
}

/** A request that has been read, whichever way it came. */
export interface ReadCall {
  /** The name of the wire format or of the framework. */
  readonly format: string
  readonly request: WireRequest
  readonly headers: Headers
  /** What tells a repetition of the request. */
  readonly sameness: string
  readonly signal?: AbortSignal | undefined
}

/** What came of a call, and what the ids of its reply are made of. */
export interface Said {
  readonly said: ModelReply | ModelFault
  /** Letters and digits; the same in every run. */
  readonly id: string
}

/** What stands behind every door: tells which slot asks, keeps the conversation, asks the model, records. */
export class Passage {
  readonly session: OpenSession
  readonly waits: 'as-told' | 'none'
  readonly #routes: Routes | undefined
  /** Id of a reply → the turns up to it, for providers that keep the conversation. */
  readonly #kept = new Map<string, readonly Message[]>()

  constructor(model: WireModel, { routes, waits }: PassageOptions) {
    this.session = new OpenSession(model)
    this.#routes = routes
    this.waits = waits ?? ('open' in model ? 'as-told' : 'none')
  }

  /** @throws Error the misuse, where it cannot be told which slot asks or where the call does not fit the script */
  async ask({ format, request, headers, sameness, signal }: ReadCall): Promise<Said> {
    const { session } = this
    const before = request.continues === undefined ? NONE : this.#kept.get(request.continues)
    const turns = before === undefined || before.length === 0 ? request.turns : [...before, ...request.turns]
    const slot = slotOf(seen(format, request, turns, headers), this.#routes, session.slots)
    if (typeof slot !== 'string') throw slot
    const told = modelRequest(slot, request, turns, toldHeaders(headers))
    const call = session.begin(told, sameness, retriesOf(headers))
    const id = idOf(`${session.id} ${slot} ${call.call}.${call.attempts.length}`)
    if (before === undefined) return { said: session.fail(call, goesOnFromNothing(request)), id }
    const said = await session.say(call, signal ? { signal } : {})
    if (request.keeps && !(said instanceof ModelFault)) this.#kept.set(id, [...turns, turnOf(said)])
    return { said, id }
  }
}

// Helpers

const NONE: readonly Message[] = []

/** Opaque, as ids of providers are, and the same in every run. */
const idOf = (seed: string): string => createHash('sha256').update(seed).digest('hex').slice(0, 24)

const seen = (
  format: string,
  { model, system = '', tools = [] }: WireRequest,
  turns: readonly Message[],
  headers: Headers,
): AskedRequest => ({
  format,
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
