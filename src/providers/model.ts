import type { Reply, ToolCall } from '../composites/reply.ts'
import type { JsonObject, JsonSchema } from '../json/json.ts'

/** Everything that a slot is told in one call; what is not in here cannot reach it. */
export interface ModelRequest {
  /** Who is asked: the slot's name; inside a nested composite its path, as `worker/critic`. Not shown to the model. */
  readonly slot: string
  /** The name of what fills the slot. Not shown to the model. */
  readonly component: string
  /** The text that the slot receives. */
  readonly brief: string
  /** Standing instructions, for programs that keep them apart. */
  readonly system?: string
  /** Earlier turns, for programs that carry a conversation along. */
  readonly messages?: readonly Message[]
  /** What a structured reply looks like, for providers that can enforce it. */
  readonly schema?: JsonSchema
  /** Tools that the model may call. */
  readonly tools?: readonly Tool[]
  /** 0 to 2, as the provider reads it. */
  readonly temperature?: number
  /** Headers that go out with the request. */
  readonly headers?: { readonly [name: string]: string }
}

/** One earlier turn of a conversation. */
export interface Message {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly content: string
  /** The name that the program gives to who speaks. */
  readonly name?: string
  /** Calls of tools that a turn of the model makes. */
  readonly toolCalls?: readonly ToolCall[]
  /** Which of these calls a turn of a tool answers. */
  readonly toolCallId?: string
  /** Private text of a model that the program hands over with its turn. */
  readonly reasoning?: string
}

/** A tool that a model may call. */
export interface Tool {
  readonly name: string
  readonly description?: string
  readonly parameters?: JsonSchema
}

/** What a provider gives back; `elapsedMs` moves a virtual clock. */
export type ModelReply = Omit<Reply, 'reading'> & { readonly elapsedMs?: number }

/** What a provider may use besides the request. */
export interface CallContext {
  /** Aborts when the run is aborted or the call's deadline has passed. */
  readonly signal?: AbortSignal
  /** The time that the call may take, in milliseconds. */
  readonly deadlineMs?: number
}

/**
 * The one port to a model. Put a real client behind it, or a script.
 * A failing call rejects; throw a {@link ModelFault} to say how it failed.
 *
 * @example
 * ```ts
 * import { ModelFault, type ModelProvider } from 'vitest-tribunal'
 *
 * export const model: ModelProvider = {
 *   id: 'my-client',
 *   async respond(request, { signal }) {
 *     const response = await fetch('https://models.example/v1', {
 *       method: 'POST', body: JSON.stringify({ prompt: request.brief }), ...(signal && { signal }),
 *     })
 *     if (!response.ok) throw new ModelFault('status', `HTTP ${response.status}`, { status: response.status })
 *     return { text: await response.text() }
 *   },
 * }
 * ```
 */
export interface ModelProvider {
  /** Tells providers apart; part of a run's default id. */
  readonly id: string
  respond(request: ModelRequest, context: CallContext): ModelReply | Promise<ModelReply>
  /** What the test itself did wrong, as a script that does not fit: thrown by whoever asks, so that no program can swallow it. */
  readonly misuse?: Error | undefined
}

/** Something that starts a fresh provider for each run, as a script does. */
export interface ModelSource {
  readonly id: string
  open(): ModelProvider
}

/** How a call failed. */
export type FaultKind = 'timeout' | 'transport' | 'status' | 'malformed' | 'empty' | 'refusal' | 'truncated' | 'aborted'

/**
 * A call that failed, as a provider throws it. The run records it; no slot hears of it.
 *
 * @example
 * ```ts
 * import { ModelFault } from 'vitest-tribunal'
 *
 * const busy = new ModelFault('status', 'HTTP 429', { status: 429, retryAfterMs: 2000 })
 * console.log(busy.kind, busy.retryAfterMs) // status 2000
 * ```
 */
export class ModelFault extends Error {
  override readonly name = 'ModelFault'
  /** How the call failed. */
  readonly kind: FaultKind
  /** The HTTP status, where there is one. */
  readonly status?: number
  /** How long the provider asks to wait, in milliseconds. */
  readonly retryAfterMs?: number
  /** How long the call took before it failed, in milliseconds; moves a virtual clock. */
  readonly elapsedMs?: number

  constructor(
    kind: FaultKind,
    message: string,
    facts: { status?: number; retryAfterMs?: number; elapsedMs?: number } = {},
  ) {
    super(message)
    this.kind = kind
    if (facts.status !== undefined) this.status = facts.status
    if (facts.retryAfterMs !== undefined) this.retryAfterMs = facts.retryAfterMs
    if (facts.elapsedMs !== undefined) this.elapsedMs = facts.elapsedMs
  }
}

/** A JSON object of facts about a fault, as the trace keeps it. */
export type FaultRecord = JsonObject & { readonly kind: FaultKind; readonly message: string }
