import {
  type ModelRequest as AgentsRequest,
  type Model,
  type ModelProvider,
  type StreamEvent,
  Usage,
} from '@openai/agents'
import type { ModelFault } from '../../providers/model.ts'
import { connectionReset, connectionTimedOut } from '../body-stream.ts'
import { givenUp } from '../given-up.ts'
import { type Heard, heardOf } from '../heard-of.ts'
import { parted } from '../parted.ts'
import { Passage, type PassageOptions } from '../passage.ts'
import { retryHeaders } from '../retry-headers.ts'
import type { WireRequest } from '../wire-format.ts'
import type { WireModel, WireSession } from '../wire-session.ts'
import { countsOf, eventsOf, itemsOf, responseIdOf } from './agents-events.ts'
import { readAgentsRequest } from './read-agents-request.ts'

/** How an agent's model tells slots apart. */
export interface AgentsModelOptions extends PassageOptions {
  /** Its name, `scripted` by default; without routes the slot of that name is asked. */
  readonly modelId?: string
}

/** A model of OpenAI Agents that a script answers, with the session that it plays; also the provider of others, by name. */
export interface ScriptedAgentsModel extends Model, ModelProvider {
  readonly session: WireSession
  /**
   * A further model of the same session, as a runner asks for it by the name that an agent gives.
   *
   * @param modelName - its name; without routes, the slot that it is
   */
  getModel(modelName?: string): ScriptedAgentsModel
}

/**
 * A script as a model of OpenAI Agents, without HTTP: for an agent's `model`, or a runner's `modelProvider`. It needs `@openai/agents`.
 *
 * @param model - a script, or any model
 * @param options - its name, and what tells the slots apart
 *
 * @example
 * ```ts
 * import { Agent, Runner } from '@openai/agents'
 * import { scripted } from 'vitest-tribunal'
 * import { asAgentsModel } from 'vitest-tribunal/wire/agents'
 *
 * const modelProvider = asAgentsModel(scripted({ worker: ['11'], critic: ['It is prime.'] }))
 * const runner = new Runner({ modelProvider, tracingDisabled: true })
 * const { finalOutput } = await runner.run(new Agent({ name: 'Worker', model: 'worker' }), 'Name a prime.')
 * await runner.run(new Agent({ name: 'Critic', model: 'critic' }), `Is it right? ${finalOutput}`)
 * console.log(modelProvider.session.trace.calls.map(({ slot, request }) => `${slot}: ${request.brief}`))
 * // [ 'worker: Name a prime.', 'critic: Is it right? 11' ]
 * ```
 */
export function asAgentsModel(model: WireModel, options: AgentsModelOptions = {}): ScriptedAgentsModel {
  const passage = new Passage(model, options)
  return modelOf(passage, options.modelId ?? 'scripted')
}

// Helpers

function modelOf(passage: Passage, modelId: string): ScriptedAgentsModel {
  return {
    session: passage.session,
    getModel: (name = modelId) => modelOf(passage, name),
    async getResponse(asked) {
      const heard = await hear(passage, modelId, asked, false)
      if (heard.kind !== 'said') throw await failure(heard, passage, asked)
      const { said, trouble, fault } = heard
      if (trouble?.kind === 'cut' && trouble.end === 'reset') throw connectionReset('terminated', fault)
      if (trouble?.kind === 'cut' || trouble?.kind === 'garbled' || trouble?.kind === 'shuffled') throw unreadable()
      return { usage: new Usage(countsOf(said)), output: itemsOf(said), responseId: responseIdOf(said) }
    },
    getStreamedResponse: (asked) => stream(passage, modelId, asked),
  }
}

async function* stream(passage: Passage, modelId: string, asked: AgentsRequest): AsyncGenerator<StreamEvent> {
  const heard = await hear(passage, modelId, asked, true)
  if (heard.kind !== 'said') throw await failure(heard, passage, asked)
  const { before, broken } = parted(eventsOf(heard.said), heard.trouble)
  for (const event of before) {
    asked.signal?.throwIfAborted()
    yield event
  }
  if (broken === 'reset') throw connectionReset('terminated', heard.fault)
  if (broken === 'unreadable') throw unreadable()
  if (broken === 'error' && heard.trouble?.kind === 'error-event') {
    const { status } = heard.trouble
    throw statusError({ status, message: `The provider broke off with ${status}.` }, passage.waits)
  }
}

async function hear(passage: Passage, modelId: string, asked: AgentsRequest, stream: boolean): Promise<Heard> {
  const { signal } = asked
  signal?.throwIfAborted()
  // A copy: what the trace keeps is frozen, and what the program handed over is its own.
  const sameness = JSON.stringify(readAgentsRequest(modelId, asked, stream))
  const request = JSON.parse(sameness) as WireRequest
  const { extra_headers, extraHeaders = extra_headers } = asked.modelSettings.providerData ?? {}
  const headers = new Headers(extraHeaders)
  const { said, id } = await passage
    .ask({ format: 'OpenAI Agents', request, headers, sameness, signal })
    .catch((error) => {
      throw passage.session.refuse(error)
    })
  signal?.throwIfAborted()
  return heardOf(said, request, id, false)
}

/** What a call rejects with; what never comes is waited for as long as the program does. */
async function failure(
  heard: Exclude<Heard, { kind: 'said' }>,
  { waits }: Passage,
  { signal }: AgentsRequest,
): Promise<unknown> {
  if (heard.kind === 'status') return statusError(heard.fault, waits)
  if (heard.kind === 'reset') return connectionReset('fetch failed', heard.fault)
  return waits === 'none' ? connectionTimedOut(heard.fault) : givenUp(signal)
}

/** With what retry policies of a runner look at. */
const statusError = (
  fault: Pick<ModelFault, 'message' | 'status' | 'retryAfterMs'>,
  waits: 'as-told' | 'none',
): Error => {
  const { status = 500, message } = fault
  return Object.assign(new Error(`${status} ${message}`), { status, headers: new Headers(retryHeaders(fault, waits)) })
}

const unreadable = (): Error => new SyntaxError('The reply is no JSON that can be read.')
